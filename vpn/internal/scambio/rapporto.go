package scambio

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// difettiAlPiu is how many lines a report names: the counts are whole.
const difettiAlPiu = 1_000

// Rapporto is what became of a file of answers. Every line that was read is counted once; Mancano are the questions of the
// lot that nobody has answered yet. No plate and no person is in it.
type Rapporto struct {
	IDLotto         uuid.UUID `json:"idLotto"`
	SHA256          string    `json:"sha256"`
	Quando          time.Time `json:"quando"`
	GiaPreso        bool      `json:"giaPreso"` // this very file was taken before: the report is that of then
	Righe           int       `json:"righe"`
	Applicate       int       `json:"applicate"`
	NonUtilizzabili int       `json:"nonUtilizzabili"` // their fines wait for a person
	Storte          int       `json:"storte"`
	NonChieste      int       `json:"nonChieste"`
	Doppie          int       `json:"doppie"`
	Ripetute        int       `json:"ripetute"`
	GiaPrese        int       `json:"giaPrese"`
	Discordi        int       `json:"discordi"`
	Mancano         int       `json:"mancano"`
	Difetti         []Difetto `json:"difetti"`
	AltriDifetti    int       `json:"altriDifetti"` // beyond those that are named
}

// Difetto is a line, counted from 1, that was not applied to its fine as it stands, with the reason in Italian; Campo, of a
// broken line, is the field of the record.
type Difetto struct {
	Riga   int    `json:"riga"`
	Codice string `json:"codice"`
	Campo  string `json:"campo,omitempty"`
	Testo  string `json:"testo"`
}

// Codes of a Difetto.
const (
	Storta          = "STORTA"           // it cannot be read
	NonChiesta      = "NON_CHIESTA"      // about a plate on a day that the lot did not ask about
	Doppia          = "DOPPIA"           // the file answers twice, in two ways
	Ripetuta        = "RIPETUTA"         // the same line again
	GiaPresa        = "GIA_PRESA"        // taken from another file
	Discorde        = "DISCORDE"         // another file had answered otherwise
	NonUtilizzabile = "NON_UTILIZZABILE" // read, and not to be trusted
)

// segna counts a line and names it.
func (r *Rapporto) segna(conta *int, riga int, codice, campo, testo string) {
	*conta++
	if len(r.Difetti) < difettiAlPiu {
		r.Difetti = append(r.Difetti, Difetto{Riga: riga, Codice: codice, Campo: campo, Testo: testo})
	} else {
		r.AltriDifetti++
	}
}

// chiudi puts the lines into their order.
func (r *Rapporto) chiudi() {
	slices.SortStableFunc(r.Difetti, func(a, b Difetto) int { return a.Riga - b.Riga })
}
