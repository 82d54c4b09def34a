package stampa

import (
	"errors"
	"io/fs"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
)

// The faces of the notice guidelines, in the order of caratteri.
const (
	tondo pdf.Carattere = iota
	neretto
	medio
	fisso
)

// carattere is a font that the printer needs: its name for people and for the file, its path in the resources, the
// characters that every document holds.
type carattere struct {
	nome, postscript, file, usuali string
}

// What the templates, Italian names and addresses are written with, and what codes are written with. A letter that is
// not among them is printed as well, from a second cut of the face that only its document holds.
const (
	usualiTesto  = usualiCodici + "àèéìíòóùúÀÈÉÌÍÒÓÙÚçÇüÜöÖäÄ°ªº«»·–—’‘“”…€§×"
	usualiCodici = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
)

// caratteri are the faces, each at the place of its constant.
func caratteri() []carattere {
	return []carattere{
		tondo:   {"Titillium Web", "TitilliumWeb-Regular", "font/titillium-web-regular.ttf", usualiTesto},
		neretto: {"Titillium Web Bold", "TitilliumWeb-Bold", "font/titillium-web-700.ttf", usualiTesto},
		medio:   {"Titillium Web SemiBold", "TitilliumWeb-SemiBold", "font/titillium-web-600.ttf", usualiTesto},
		fisso:   {"Roboto Mono", "RobotoMono-Regular", "font/roboto-mono-regular.ttf", usualiCodici},
	}
}

// caricaFont reads every face and cuts it to the characters that all of them can draw, which it returns; or reports
// the first face that cannot be had.
func caricaFont(sorgente fs.FS) (*pdf.Caratteri, []rune, error) {
	var facce []pdf.Faccia
	var originali []*pdf.Originale
	for _, c := range caratteri() {
		dati, err := fs.ReadFile(sorgente, c.file)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil, &FontMancante{Nome: c.nome, File: c.file}
		}
		var o *pdf.Originale
		if err == nil {
			o, err = pdf.Leggi(dati)
		}
		if err != nil {
			return nil, nil, &FontMancante{Nome: c.nome, File: c.file, Motivo: err}
		}
		facce = append(facce, pdf.Faccia{Nome: c.postscript, Originale: o, Usuali: c.usuali})
		originali = append(originali, o)
	}
	lettere := pdf.Comuni(originali)
	tutti, err := pdf.Componi(facce, lettere)
	if err != nil {
		return nil, nil, err
	}
	return tutti, lettere, nil
}
