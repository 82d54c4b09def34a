// Package bollettino reads payment slips: the DataMatrix of the PA slip, the bar code of the older ones, held against each other.
package bollettino

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"

	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
	"github.com/piattaforma-verbali/verbali/ocr/internal/codice"
)

// letto is what one symbol of a slip says.
type letto struct {
	avviso, ente, conto string
	cent                int64
}

const (
	// una is the probability that one symbol with its own checks is right, due that of two that agree.
	una = 0.99
	due = 0.9999
)

// Leggi reads the symbols of a slip. A DataMatrix has error correction, fixed places and check digits; a second symbol that says the
// same makes it sure, a differing one leaves alternatives.
func Leggi(p grigio.Piano) (campi []campo.Campo, testo string) {
	matrice, dove := codice.Matrice(p)
	a, daMatrice := leggiMatrice(matrice)
	b, daBarre := leggiBarre(codice.Barre128(p))
	switch {
	case daMatrice && daBarre && (a.avviso != b.avviso || a.cent != b.cent || a.conto != b.conto):
		return scelta(a, b), a.avviso + " " + b.avviso
	case daMatrice:
		sicuro := una
		if daBarre {
			sicuro = due
		}
		return a.campi(sicuro, dove), a.avviso
	case daBarre:
		return b.campi(una, grigio.Quadro{}), b.avviso
	}
	return nil, ""
}

func leggiMatrice(testo string) (letto, bool) {
	d, err := pagopa.LeggiDataMatrix(testo)
	return letto{d.NumeroAvviso, d.CodiceFiscaleEnte, d.ContoCorrente, int64(d.ImportoCent)}, err == nil && testo != ""
}

func leggiBarre(testo string) (letto, bool) {
	b, err := pagopa.LeggiBarre(testo)
	return letto{avviso: b.CodiceCliente, conto: b.ContoCorrente, cent: int64(b.ImportoCent)}, err == nil && testo != ""
}

func (l letto) valori() [4][2]string {
	cent := strconv.FormatInt(l.cent, 10)
	return [4][2]string{{campo.NumeroAvviso, l.avviso}, {campo.CodiceFiscaleEnte, l.ente}, {campo.ImportoCent, cent}, {campo.Conto, l.conto}}
}

func (l letto) campi(sicuro float64, dove grigio.Quadro) []campo.Campo {
	var esce []campo.Campo
	for _, v := range l.valori() {
		if v[1] == "" {
			continue
		}
		c := campo.Campo{Nome: v[0], Valore: v[1], Confidenza: sicuro}
		if dove != (grigio.Quadro{}) {
			c.Riquadro = campo.Angoli(dove)
		}
		esce = append(esce, c)
	}
	return esce
}

// scelta is for a person: two symbols that contradict each other.
func scelta(a, b letto) []campo.Campo {
	var esce []campo.Campo
	for i, v := range a.valori() {
		altro := b.valori()[i][1]
		c := campo.Campo{Nome: v[0], Confidenza: 0.5}
		if v[1] == altro || altro == "" {
			c.Valore, c.Confidenza = v[1], una
		} else {
			c.Alternative = []campo.Alternativa{{Valore: v[1], Confidenza: 0.5}, {Valore: altro, Confidenza: 0.5}}
		}
		esce = append(esce, c)
	}
	return esce
}
