package lotto

import (
	"bytes"
	"fmt"
	"io"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

// regole are those of our own files: nothing is read from or written to the home of who runs the service.
func regole() *model.Configuration {
	model.ConfigPath = "disable"
	c := model.NewDefaultConfiguration()
	c.ValidationMode = model.ValidationRelaxed
	return c
}

// Pagine counts the pages of a document.
func Pagine(pdf []byte) (int, error) {
	n, err := api.PageCount(bytes.NewReader(pdf), regole())
	if err != nil {
		return 0, fmt.Errorf("pagine: %w", err)
	}
	return n, nil
}

// Unione puts documents one after the other into one.
func Unione(atti []*bytes.Reader) ([]byte, error) {
	da := make([]io.ReadSeeker, len(atti))
	for i, a := range atti {
		da[i] = a
	}
	var b bytes.Buffer
	if err := api.MergeRaw(da, &b, false, regole()); err != nil {
		return nil, fmt.Errorf("unione: %w", err)
	}
	return b.Bytes(), nil
}
