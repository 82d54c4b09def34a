// Package ricevuta reads return receipts: the codes of receipt and act. Outcome, day and signature are a person's to say.
package ricevuta

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"

	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
	"github.com/piattaforma-verbali/verbali/ocr/internal/codice"
)

// righeSicure is how many lines across a bar code make it sure: fewer are an alternative.
const righeSicure = 3

// Leggi reads the codes of a receipt. Twelve digits with a right check are a reading, also another sender's.
func Leggi(p grigio.Piano) (campi []campo.Campo, testo string) {
	letti := codice.Dodici(p)
	var testi []string
	for _, t := range letti {
		testi = append(testi, t.Testo)
	}
	atto, ricevuta := coppia(testi)
	for _, t := range letti {
		nome := campo.Codice
		switch {
		case t.Testo == atto:
			nome = campo.CodiceAtto
		case t.Testo != ricevuta && ricevuta != "":
			continue
		}
		if !ha(campi, nome) {
			campi = append(campi, campoDi(nome, t))
		}
	}
	if len(campi) == 0 {
		if s := raccomandata.Normalizza(codice.Barre128(p)); s != "" && raccomandata.Valida(s).Valido {
			return []campo.Campo{{Nome: campo.Codice, Valore: s, Confidenza: 0.995}}, s
		}
	}
	return campi, strings.Join(testi, " ")
}

func ha(campi []campo.Campo, nome string) bool {
	for _, c := range campi {
		if c.Nome == nome {
			return true
		}
	}
	return false
}

func campoDi(nome string, t codice.Trovato) campo.Campo {
	c := campo.Campo{Nome: nome, Riquadro: campo.Angoli(t.Quadro)}
	if t.Righe < righeSicure {
		c.Confidenza = 0.9
		c.Alternative = []campo.Alternativa{{Valore: t.Testo, Confidenza: c.Confidenza}}
		return c
	}
	c.Valore, c.Confidenza = t.Testo, 0.999
	return c
}

// coppia tells the act's code from its receipt's, where both are there: the receipt's is the act's less ten thousand million, so that
// only the first digit and the check differ (postal-and-pec, from the carrier's samples).
func coppia(testi []string) (atto, ricevuta string) {
	for _, r := range testi {
		for _, a := range testi {
			if a == DellAtto(r) {
				return a, r
			}
		}
	}
	return "", ""
}

// DellAtto is the code of the act that a receipt's code would belong to; empty for none.
func DellAtto(ricevuta string) string {
	if len(ricevuta) != 12 || ricevuta[0] < '0' || ricevuta[0] >= '9' {
		return ""
	}
	atto, _ := raccomandata.ComponiNazionale(string(ricevuta[0]+1) + ricevuta[1:11])
	return atto
}

// Esiti are the outcomes that a receipt may say, in the words of the post's files.
func Esiti() []string {
	return []string{"CONSEGNATO", "CONSEGNATO_TERZO", "RIFIUTATO", "RITIRATO", "COMPIUTA_GIACENZA", "SCONOSCIUTO", "TRASFERITO", "IRREPERIBILE",
		"INDIRIZZO_ERRATO", "INDIRIZZO_INSUFFICIENTE", "DECEDUTO"}
}
