package sanzione

import (
	"cmp"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Intervallo is a row with the days on which it prices; Al is zero while nothing ends it.
type Intervallo struct {
	Riga    Sanzione
	Dal, Al calendario.Giorno
}

// Intervalli are the rows that price some day, in canonical order: a later row of the same codice ends the one before.
func (t *Tabella) Intervalli() []Intervallo {
	tutti := make([]Intervallo, 0, len(t.righe))
	for _, s := range t.righe {
		if s.maiInVigore() {
			continue
		}
		x := Intervallo{Riga: s, Dal: s.ValidoDa, Al: s.ValidoA}
		for _, j := range t.codici[s.Codice] {
			if dopo := t.righe[j].ValidoDa; dopo.After(s.ValidoDa) && (x.Al.IsZero() || !x.Al.Before(dopo)) {
				x.Al = dopo.AddDays(-1)
			}
		}
		tutti = append(tutti, x)
	}
	return tutti
}

// finisce reports that on some day after the horizon of the row, from oggi on, nothing has taken its place: nobody has
// confirmed the amounts of that day.
func (x Intervallo) finisce(oggi calendario.Giorno) bool {
	s := x.Riga
	return !s.Orizzonte.IsZero() && !s.Penale && !s.Ritirata() && (x.Al.IsZero() || x.Al.After(s.Orizzonte) && !x.Al.Before(oggi))
}

// DaConfermare are the rows whose amounts are confirmed until a day that does not come after entro, and which nothing
// replaces: the first to end first. Rows that ended before oggi are left out.
func (t *Tabella) DaConfermare(oggi, entro calendario.Giorno) []Sanzione {
	var righe []Sanzione
	for _, x := range t.Intervalli() {
		if x.finisce(oggi) && !x.Riga.Orizzonte.After(entro) {
			righe = append(righe, x.Riga)
		}
	}
	slices.SortStableFunc(righe, func(a, b Sanzione) int { return cmp.Compare(a.Orizzonte.DiffDays(b.Orizzonte), 0) })
	return righe
}

// GiorniDiPreavviso is how long before a table ends those who keep it are told.
const GiorniDiPreavviso = 30

// Fine is the last day of which every row in use has confirmed amounts; false where no row says one.
func (t *Tabella) Fine(oggi calendario.Giorno) (calendario.Giorno, bool) {
	var fine calendario.Giorno
	for _, x := range t.Intervalli() {
		if x.finisce(oggi) && (fine.IsZero() || x.Riga.Orizzonte.Before(fine)) {
			fine = x.Riga.Orizzonte
		}
	}
	return fine, !fine.IsZero()
}
