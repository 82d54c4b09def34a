// Package targa makes the fields of a reading out of the plate that a picture shows.
package targa

import (
	"math"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
	"github.com/piattaforma-verbali/verbali/shared/lettore/targhe"

	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
)

// Soglia is the probability under which a plate is given as alternatives only: above it the bench wants readings wrong at most once in
// two hundred.
const Soglia = 0.985

// Leggi reads the plate of a picture. No field: the picture shows none.
func Leggi(p grigio.Piano) (campi []campo.Campo, testo string, err error) {
	l, err := targhe.Nuovo()
	if err != nil {
		return nil, "", err //nolint:wrapcheck // weights of this program
	}
	t := l.Leggi(p)
	if t.Testo == "" {
		return nil, "", nil
	}
	c := campo.Campo{Nome: campo.Targa, Confidenza: tondo(t.Confidenza), Riquadro: campo.Angoli(t.Quadro)}
	if t.Italiana {
		esito := targa.Valida(t.Testo, "IT")
		for _, x := range esito.Tipi {
			c.Tipi = append(c.Tipi, string(x))
		}
		c.Avvertenze = esito.Avvertenze
	} else {
		c.Tipi = []string{string(targa.Estera)}
	}
	if t.Confidenza >= Soglia {
		c.Valore = t.Testo
	} else {
		c.Alternative = append(c.Alternative, campo.Alternativa{Valore: t.Testo, Confidenza: c.Confidenza})
	}
	for _, a := range t.Alternative {
		c.Alternative = append(c.Alternative, campo.Alternativa{Valore: a.Testo, Confidenza: tondo(a.Confidenza)})
	}
	n := campo.Campo{Nome: campo.Nazione, Confidenza: c.Confidenza, Riquadro: c.Riquadro}
	if t.Italiana {
		n.Alternative = []campo.Alternativa{{Valore: "IT", Confidenza: c.Confidenza}}
		if c.Valore != "" {
			n.Valore, n.Alternative = "IT", nil
		}
	} else {
		n.Confidenza = 0
	}
	return []campo.Campo{c, n}, t.Testo, nil
}

// tondo rounds a probability to four decimals.
func tondo(v float64) float64 { return math.Round(v*1e4) / 1e4 }
