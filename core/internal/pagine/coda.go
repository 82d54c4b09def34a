package pagine

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Coda is a row of the first page: work of one kind that waits for a person.
type Coda struct {
	Nome, Indirizzo string            // what waits, and the list of it; empty for who may not open it
	Quanti          int               // 0: the row is not shown
	Oltre           bool              // there are at least so many
	PiuVecchia      calendario.Giorno // since when the oldest waits; none: not said
	Entro           calendario.Giorno // the next day by which the law wants one of them done; none: not said
}

// Quante is how many there are, in words.
func (c Coda) Quante() string {
	if c.Oltre {
		return "almeno " + strconv.Itoa(c.Quanti)
	}
	return strconv.Itoa(c.Quanti)
}

// Quando says since when the oldest waits and by which day the first is wanted, as far as they are known.
func (c Coda) Quando() (parole string) {
	if !c.PiuVecchia.IsZero() {
		parole = ", " + c.PiuVecchia.Detto("dal")
	}
	if !c.Entro.IsZero() {
		parole += ", la prima entro " + c.Entro.Detto("il")
	}
	return parole
}
