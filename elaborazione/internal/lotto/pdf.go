package lotto

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

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

// Unione puts documents one after the other into one, and says how many pages each has. Each is read once:
// reading is most of the work.
func Unione(atti []*bytes.Reader) (pdf []byte, pagine []int, err error) {
	c := regole()
	c.Cmd, c.CreateBookmarks = model.MERGECREATE, false
	var tutti *model.Context
	for i, a := range atti {
		uno, err := api.ReadAndValidate(a, c)
		if err != nil {
			return nil, nil, fmt.Errorf("unione, documento %d: %w", i+1, err)
		}
		pagine = append(pagine, uno.PageCount)
		if tutti == nil {
			tutti = uno
			tutti.EnsureVersionForWriting()
			continue
		}
		if err := pdfcpu.MergeXRefTables(strconv.Itoa(i), uno, tutti, false, false); err != nil {
			return nil, nil, fmt.Errorf("unione, documento %d: %w", i+1, err)
		}
	}
	var b bytes.Buffer
	if err := errors.Join(api.OptimizeContext(tutti), api.WriteContext(tutti, &b)); err != nil {
		return nil, nil, fmt.Errorf("unione: %w", err)
	}
	return b.Bytes(), pagine, nil
}
