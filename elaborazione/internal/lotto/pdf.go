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

// Leggi reads a document that is to be merged: reading is most of the work, and is done once.
func Leggi(pdf []byte) (*model.Context, error) {
	c := regole()
	c.Cmd, c.CreateBookmarks = model.MERGECREATE, false
	documento, err := api.ReadAndValidate(bytes.NewReader(pdf), c)
	if err != nil {
		return nil, fmt.Errorf("PDF: %w", err)
	}
	return documento, nil
}

// insieme is how many documents are searched together for fonts that are the same: each is compared with
// all the others, and twice as many take four times the time to save a twentieth of the bytes.
const insieme = 50

// Unione puts documents one after the other into one. It changes them: they serve no further.
func Unione(documenti []*model.Context) ([]byte, error) {
	var tutti *model.Context
	for parte := range slices.Chunk(documenti, insieme) {
		alcuni, err := accoda(parte)
		if err != nil {
			return nil, err
		}
		if err := api.OptimizeContext(alcuni); err != nil {
			return nil, fmt.Errorf("unione: %w", err)
		}
		if tutti == nil {
			tutti = alcuni
		} else if err := pdfcpu.MergeXRefTables("", alcuni, tutti, false, false); err != nil {
			return nil, fmt.Errorf("unione: %w", err)
		}
	}
	var b bytes.Buffer
	if err := api.WriteContext(tutti, &b); err != nil {
		return nil, fmt.Errorf("unione: %w", err)
	}
	return b.Bytes(), nil
}

// accoda puts the pages of the others after those of the first.
func accoda(documenti []*model.Context) (*model.Context, error) {
	tutti := documenti[0]
	tutti.EnsureVersionForWriting()
	for i, uno := range documenti[1:] {
		if err := pdfcpu.MergeXRefTables("", uno, tutti, false, false); err != nil {
			return nil, fmt.Errorf("unione, documento %d: %w", i+2, err)
		}
	}
	return tutti, nil
}
