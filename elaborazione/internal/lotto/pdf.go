package lotto

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

// regole are those of our own files: nothing is read from or written to the home of who runs the service.
func regole() *model.Configuration {
	model.ConfigPath = "disable"
	c := model.NewDefaultConfiguration()
	c.ValidationMode = model.ValidationRelaxed
	return c
}

// leggibile says why a file is no document.
func leggibile(pdf []byte) error {
	_, err := api.PageCount(bytes.NewReader(pdf), regole())
	return err //nolint:wrapcheck // its being there is all that matters
}

// insieme is how many documents are searched together for fonts that are the same: each is compared with
// all the others, and twice as many take four times the time to save a twentieth of the bytes.
const insieme = 50

// Unione puts documents one after the other into one, and says how many pages each has. Each is read once:
// reading is most of the work.
func Unione(atti []*bytes.Reader) (pdf []byte, pagine []int, err error) {
	c := regole()
	c.Cmd, c.CreateBookmarks = model.MERGECREATE, false
	var tutti *model.Context
	for parte := range slices.Chunk(atti, insieme) {
		alcuni, loro, err := accoda(parte, c)
		if err != nil {
			return nil, nil, fmt.Errorf("unione, dopo %d documenti: %w", len(pagine), err)
		}
		if err := api.OptimizeContext(alcuni); err != nil {
			return nil, nil, fmt.Errorf("unione: %w", err)
		}
		pagine = append(pagine, loro...)
		if tutti == nil {
			tutti = alcuni
		} else if err := pdfcpu.MergeXRefTables("", alcuni, tutti, false, false); err != nil {
			return nil, nil, fmt.Errorf("unione: %w", err)
		}
	}
	var b bytes.Buffer
	if err := api.WriteContext(tutti, &b); err != nil {
		return nil, nil, fmt.Errorf("unione: %w", err)
	}
	return b.Bytes(), pagine, nil
}

// accoda reads documents and puts the pages of the others after those of the first.
func accoda(atti []*bytes.Reader, c *model.Configuration) (tutti *model.Context, pagine []int, err error) {
	for i, a := range atti {
		uno, err := api.ReadAndValidate(a, c)
		if err != nil {
			return nil, nil, fmt.Errorf("documento %d: %w", i+1, err)
		}
		pagine = append(pagine, uno.PageCount)
		if tutti == nil {
			tutti = uno
			tutti.EnsureVersionForWriting()
		} else if err := pdfcpu.MergeXRefTables("", uno, tutti, false, false); err != nil {
			return nil, nil, fmt.Errorf("documento %d: %w", i+1, err)
		}
	}
	return tutti, pagine, nil
}
