package lotto

import (
	"bytes"
	"fmt"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Nothing is read from or written to the home of the account that runs the service; the library asks for it once, and for all.
func init() { model.ConfigPath = "disable" } //nolint:gochecknoinits // a variable of the library, read by every document at work

// regole are those of our own files.
func regole() *model.Configuration {
	c := model.NewDefaultConfiguration()
	c.ValidationMode = model.ValidationRelaxed
	return c
}

// Leggi reads a document that is to be merged, wholly: nothing keeps its bytes. Parsed it takes twice as many.
func Leggi(pdf []byte) (*model.Context, error) {
	c := regole()
	c.Cmd, c.CreateBookmarks = model.MERGECREATE, false
	documento, err := api.ReadAndValidate(bytes.NewReader(pdf), c)
	if err != nil {
		return nil, fmt.Errorf("PDF: %w", err)
	}
	documento.Read.RS = nil
	return documento, nil
}

// PerFascio is how many documents are held parsed, and searched together for fonts that are the same: each is
// compared with all the others, and twice as many take four times the time to save a twentieth of the bytes.
const PerFascio = 50

// Fascio puts documents one after the other into a file that holds once the fonts that they share; nil when
// there are none. It changes them: they serve no further.
func Fascio(documenti []*model.Context) ([]byte, error) {
	if len(documenti) == 0 {
		return nil, nil
	}
	tutti, err := accoda(documenti)
	if err != nil {
		return nil, err
	}
	if err := api.OptimizeContext(tutti); err != nil {
		return nil, fmt.Errorf("unione: %w", err)
	}
	return scrivi(tutti)
}

// Titolo is what a file says of itself to a person who opens it.
type Titolo struct {
	Titolo, Autore string
}

// Unione puts files made by Fascio one after the other into one, with a title of its own instead of that of its
// first document.
func Unione(t Titolo, fasci [][]byte) ([]byte, error) {
	documenti := make([]*model.Context, 0, len(fasci))
	for i, f := range fasci {
		letto, err := Leggi(f)
		if err != nil {
			return nil, err
		}
		documenti = append(documenti, letto)
		fasci[i] = nil // read: it is not needed any more
	}
	tutti, err := accoda(documenti)
	if err != nil {
		return nil, err
	}
	if err := intitola(tutti, t); err != nil {
		return nil, fmt.Errorf("unione: %w", err)
	}
	return scrivi(tutti)
}

func intitola(documento *model.Context, t Titolo) error {
	info, err := documento.IndRefForNewObject(types.Dict{
		"Title":  types.NewHexLiteral([]byte(types.EncodeUTF16String(t.Titolo))),
		"Author": types.NewHexLiteral([]byte(types.EncodeUTF16String(t.Autore))),
	})
	documento.Info = info
	return err
}

func scrivi(documento *model.Context) ([]byte, error) {
	var b bytes.Buffer
	if err := api.WriteContext(documento, &b); err != nil {
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
