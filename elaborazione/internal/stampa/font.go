package stampa

import (
	"bytes"
	"errors"
	"io/fs"

	"codeberg.org/go-pdf/fpdf"
)

// carattere is a font that the printer needs: its name for people, its path in the resources.
type carattere struct {
	nome, file, famiglia, peso string
}

// caratteri are the faces of the notice guidelines.
func caratteri() []carattere {
	return []carattere{
		{"Titillium Web", "font/titillium-web-regular.ttf", "titilliumweb", ""},
		{"Titillium Web Bold", "font/titillium-web-700.ttf", "titilliumweb", "B"},
		{"Titillium Web SemiBold", "font/titillium-web-600.ttf", "titilliumwebsemibold", ""},
		{"Roboto Mono", "font/roboto-mono-regular.ttf", "robotomono", ""},
	}
}

// fontCaricato is a face in memory.
type fontCaricato struct {
	carattere
	dati    []byte
	metrica metrica
}

// caricaFont reads every face, or reports the first that cannot be had.
func caricaFont(sorgente fs.FS) ([]fontCaricato, error) {
	var tutti []fontCaricato
	for _, c := range caratteri() {
		dati, err := fs.ReadFile(sorgente, c.file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, &FontMancante{Nome: c.nome, File: c.file}
		case err != nil:
			return nil, &FontMancante{Nome: c.nome, File: c.file, Motivo: err}
		}
		m, err := leggiMetrica(dati)
		if err != nil {
			return nil, &FontMancante{Nome: c.nome, File: c.file, Motivo: err}
		}
		tutti = append(tutti, fontCaricato{c, dati, m})
	}
	return tutti, nil
}

// registra gives the faces to a document, each in a copy of its own: while it cuts a font, fpdf
// writes into the bytes it was given (utf8FontFile.getMetrics), so sharing them would be a race and
// would make the second act differ from the first.
func registra(pdf *fpdf.Fpdf, font []fontCaricato) {
	for _, f := range font {
		pdf.AddUTF8FontFromBytes(f.famiglia, f.peso, bytes.Clone(f.dati))
	}
}
