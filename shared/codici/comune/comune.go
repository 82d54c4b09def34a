// Package comune knows the Italian municipalities by ISTAT code, by cadastral (Belfiore) code and by
// name, each with its dates, so that a person born in a dissolved or renamed comune is found.
//
// The compiled table is a seed: every provincial capital with its past, the three that Italy lost in 1947
// included, from the national archive of ANPR as of 3 October 2023 (CC BY 4.0). A well-formed code that is
// not in the table is no error here.
package comune

import (
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Comune is one dated row: a municipality as it was called and placed between two days.
type Comune struct {
	// CodiceIstat has six digits: three of the province and three of the comune.
	CodiceIstat string `json:"codiceIstat"`
	Nome        string `json:"nome"`
	// AltroNome is the name in the other official language ("Bozen"), where there is one.
	AltroNome string `json:"altroNome,omitempty"`
	// Provincia is the two-letter abbreviation.
	Provincia string `json:"provincia"`
	// CodiceCatastale is the Belfiore code of tax codes: a letter and three digits.
	CodiceCatastale string            `json:"codiceCatastale"`
	ValidoDa        calendario.Giorno `json:"validoDa"`
	// ValidoA is the last day, zero while in force.
	ValidoA calendario.Giorno `json:"validoA,omitzero"`
}

// InVigore reports that the row holds on the day; on no day (zero), that it has no end.
func (c Comune) InVigore(giorno calendario.Giorno) bool {
	if giorno.IsZero() {
		return c.ValidoA.IsZero()
	}
	return !giorno.Before(c.ValidoDa) && (c.ValidoA.IsZero() || !giorno.After(c.ValidoA))
}

// IstatValido reports that the text has the form of an ISTAT code, six digits, known or not.
func IstatValido(codice string) bool { return len(codice) == 6 && codici.SoloCifre(codice) }

// CatastaleValido reports that the text has the form of a Belfiore code, a capital letter and three
// digits, known or not.
func CatastaleValido(codice string) bool {
	return len(codice) == 4 && codici.Lettera(codice[0]) && codici.SoloCifre(codice[1:])
}

func siglaValida(s string) bool {
	return len(s) == 2 && codici.Lettera(s[0]) && codici.Lettera(s[1])
}
