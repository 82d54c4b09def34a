// Package cds computes what the Codice della Strada (D.Lgs. 285/1992) makes computable: the amounts
// of a violation and of a fine, the sum due on a day, legal deadlines, net speed and its band, the
// night surcharge. It is pure: no clock, no I/O, no rounding but importo.ArrotondaMetaInSu.
//
// Every result explains itself. A person who reads the steps finds rule, article and figures.
package cds

import (
	"slices"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Passo is one step of an explanation.
type Passo struct {
	// Regola is the stable upper-case name of the rule applied.
	Regola string `json:"regola"`
	// Norma is the law it comes from.
	Norma string `json:"norma"`
	// Testo is an Italian sentence with the figures.
	Testo string `json:"testo"`
	// ImportoCent is what the step adds to the result (less than zero when it takes away). In every
	// result that is a sum of money these add up to the sum; nil where the step moves no money.
	ImportoCent *int64 `json:"importoCent,omitempty"`
	// Giorno is the day that the step establishes, where it establishes one.
	Giorno *calendario.Giorno `json:"giorno,omitempty"`
}

// Tipo names an amount: of a payment notice or of the sum due on a day. It is the only enumeration
// of amounts in the platform.
type Tipo string

// The amounts.
const (
	Ridotto30        Tipo = "RIDOTTO_30"        // 70 % of the minimum, art. 202 c. 1
	Ridotto          Tipo = "RIDOTTO"           // the minimum, art. 202 c. 1
	Intero           Tipo = "INTERO"            // half of the maximum, art. 203 c. 3
	InteroMaggiorato Tipo = "INTERO_MAGGIORATO" // with the late increase of L. 689/1981 art. 27 c. 6
	Ordinanza        Tipo = "ORDINANZA"         // the prefect's order, art. 204 c. 1
	Rata             Tipo = "RATA"              // one instalment, art. 202-bis
)

// Valido reports that the value is one of the enumeration.
func (t Tipo) Valido() bool {
	switch t {
	case Ridotto30, Ridotto, Intero, InteroMaggiorato, Ordinanza, Rata:
		return true
	}
	return false
}

// Versati is the step that subtracts the payments from a price.
func Versati(versato, prezzo importo.Cent) Passo {
	tolto := -int64(min(versato, prezzo))
	p := Passo{Regola: "VERSATO", Norma: "art. 389 Reg.", ImportoCent: &tolto, Testo: "Già versati " + versato.Euro() + ", in acconto su " + prezzo.Euro() + "."}
	switch {
	case versato == prezzo:
		p.Norma, p.Testo = "art. 202 CdS", "Già versati "+versato.Euro()+": è tutto il dovuto."
	case versato > prezzo:
		p.Norma, p.Testo = "art. 202 CdS", "Già versati "+versato.Euro()+", a fronte di "+prezzo.Euro()+" dovuti."
	}
	return p
}

// spiegazione collects steps and warnings; note are those of the warnings that concern who pays too.
type spiegazione struct {
	passi            []Passo
	avvertenze, note []string
}

// nuovaSpiegazione has room for the steps of an ordinary result.
func nuovaSpiegazione() spiegazione { return spiegazione{passi: make([]Passo, 0, 6)} }

func (s *spiegazione) passo(regola, norma, testo string) {
	s.passi = append(s.passi, Passo{Regola: regola, Norma: norma, Testo: testo})
}

func (s *spiegazione) somma(regola, norma, testo string, c importo.Cent) {
	n := int64(c)
	s.passi = append(s.passi, Passo{Regola: regola, Norma: norma, Testo: testo, ImportoCent: &n})
}

func (s *spiegazione) giorno(regola, norma, testo string, g calendario.Giorno) {
	s.passi = append(s.passi, Passo{Regola: regola, Norma: norma, Testo: testo, Giorno: &g})
}

// avvertiTutti adds a warning that concerns who pays too.
func (s *spiegazione) avvertiTutti(testo string) {
	s.avverti(testo)
	if !slices.Contains(s.note, testo) {
		s.note = append(s.note, testo)
	}
}

// avverti adds a warning for the office once.
func (s *spiegazione) avverti(testo string) {
	if !slices.Contains(s.avvertenze, testo) {
		s.avvertenze = append(s.avvertenze, testo)
	}
}

// elenco is never nil: an empty list is [] in JSON.
func (s *spiegazione) elenco() []string {
	if s.avvertenze == nil {
		return []string{}
	}
	return s.avvertenze
}

// quanti writes a number with its noun: "1 punto", "2 punti".
func quanti(n int, uno, molti string) string {
	if n == 1 {
		return "1 " + uno
	}
	return strconv.Itoa(n) + " " + molti
}
