package scrittura

import (
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
)

// chiavi are the locks of a search: of two fines recorded at the same instant the second finds the first. The search for a
// repeat needs no lock, because a fine that is being recorded is not settled yet.
func chiavi(r lettura.Ricerca) (chiavi []int64) {
	if r.CodiceFiscale != "" {
		return nil
	}
	for _, a := range r.Articoli {
		chiavi = append(chiavi, chiave("verbali.concorso ", r.Targa, " ", a, " ", r.Istat))
	}
	return chiavi
}

// Esame searches earlier violations in the transaction that records a fine, then judges them. Giudica runs again when the
// transaction is retried; it changes only the fine that it is given.
type Esame struct {
	Ricerche []lettura.Ricerca
	Giudica  func(n *conseguenze.Nuovo, trovati [][]lettura.Precedente) error
}

// su lets the search speak of a fine that is about to be written.
func (e Esame) su(n *conseguenze.Nuovo, trovati [][]lettura.Precedente) error {
	if len(e.Ricerche) == 0 {
		return nil
	}
	n.Violazioni, n.Avvertenze = slices.Clone(n.Violazioni), slices.Clone(n.Avvertenze)
	return e.Giudica(n, trovati)
}

// accoda queues the searches; sending the batch fills their answers.
func (e Esame) accoda(lotto *pgx.Batch) [][]lettura.Precedente {
	trovati := make([][]lettura.Precedente, len(e.Ricerche))
	for i, r := range e.Ricerche {
		r.Accoda(lotto, &trovati[i])
	}
	return trovati
}
