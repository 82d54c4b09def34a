// Package utilita answers UtilityService: the law that shared computes (tax codes, plates, payment
// codes, deadlines, amounts, speed, calendar) for a caller who asks over HTTP. No rule of law is here; an
// operation reads the request, asks shared and says in Italian why the answer is what it is.
//
// A code that is wrong is an answer with its motivo; a request that cannot be answered is a
// *problem.Error that names its fields as the request does.
package utilita

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// Tabelle are the tables of the platform as they are now; each answer uses the one in force when it
// was asked.
type Tabelle interface {
	Violazioni() *sanzione.Tabella
	Comuni() *comune.Tabella
}

// Service answers the operations that need a table or today's date; the others are functions.
type Service struct {
	Tabelle Tabelle
	Comandi Comandi
	// Adesso is the clock of the law.
	Adesso func() time.Time
	// NomeDebitore spells a name as acts do, in the letters that the code of a slip admits; persi are the signs
	// that it has no letters for.
	NomeDebitore func(nome string) (scritto string, persi []rune)
}

// elenco gives the list of remarks of an answer: never null, and without the empty ones.
func elenco(avvertenze ...string) []string {
	tutte := make([]string, 0, len(avvertenze))
	for _, a := range avvertenze {
		if a != "" {
			tutte = append(tutte, a)
		}
	}
	return tutte
}
