// Package ottica draws pictures for the optical reading from a seed: plates, return receipts, payment slips, and pictures
// without any. It never uses the typefaces of the training (ricetta/facce.py), so that a reader must know letters, not
// outlines.
package ottica

import (
	"fmt"
	"os"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// Facce are the typefaces of a run.
type Facce struct{ Targhe, Stampa, Macchina []*opentype.Font }

// FacceProprie are those that need no package: for tests.
func FacceProprie() (Facce, error) {
	var f Facce
	var err error
	if f.Targhe, err = apri(gobold.TTF, gomedium.TTF); err != nil {
		return f, err
	}
	if f.Stampa, err = apri(goregular.TTF, gobold.TTF); err != nil {
		return f, err
	}
	f.Macchina, err = apri(gomono.TTF, gomonobold.TTF)
	return f, err
}

// FacceDebian adds the faces of evaluation that Debian packages bring, where they are installed; mancano names the others.
func FacceDebian() (f Facce, mancano []string, err error) {
	if f, err = FacceProprie(); err != nil {
		return f, nil, err
	}
	for _, x := range []struct {
		dove *[]*opentype.Font
		file string
	}{
		{&f.Targhe, "truetype/clear-sans/ClearSans-Bold.ttf"},
		{&f.Targhe, "opentype/yanone-kaffeesatz/YanoneKaffeesatz-SemiBold.otf"},
		{&f.Targhe, "opentype/apropal/Apropal-Bold.otf"},
		{&f.Targhe, "opentype/b612/B612-Bold.otf"},
		{&f.Stampa, "truetype/clear-sans/ClearSans-Medium.ttf"},
		{&f.Stampa, "truetype/crosextra/Carlito-Bold.ttf"},
		{&f.Macchina, "truetype/gnutypewriter/GNUTypewriter.ttf"},
		{&f.Macchina, "truetype/anonymous-pro/Anonymous Pro.ttf"},
		{&f.Macchina, "opentype/ocr-b/OCRBX.otf"},
	} {
		b, errore := os.ReadFile("/usr/share/fonts/" + x.file)
		if errore != nil {
			mancano = append(mancano, x.file)
			continue
		}
		letta, errore := opentype.Parse(b)
		if errore != nil {
			return f, nil, fmt.Errorf("ottica: %s: %w", x.file, errore)
		}
		*x.dove = append(*x.dove, letta)
	}
	return f, mancano, nil
}

func apri(tutte ...[]byte) ([]*opentype.Font, error) {
	var esce []*opentype.Font
	for _, b := range tutte {
		f, err := opentype.Parse(b)
		if err != nil {
			return nil, fmt.Errorf("ottica: %w", err)
		}
		esce = append(esce, f)
	}
	return esce, nil
}
