package scrittura

import (
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
)

// chiavi lock what is searched, so that of two fines recorded at the same instant the second finds the first. A repeat needs
// none: a fine that is being recorded is not settled yet.
func chiavi(r lettura.Ricerca) (chiavi []int64) {
	if r.CodiceFiscale != "" {
		return nil
	}
	for _, a := range r.Articoli {
		chiavi = append(chiavi, chiave("verbali.concorso ", r.Targa, " ", a, " ", r.Istat))
	}
	return chiavi
}

// Esame is what is looked up of earlier violations while a fine is recorded, in the same transaction, and what the law makes
// of what was found. Giudica is asked again when the transaction is; it changes only the fine that it is given.
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

// accoda asks for what is looked up. The answers are there once the batch is sent.
func (e Esame) accoda(lotto *pgx.Batch) [][]lettura.Precedente {
	trovati := make([][]lettura.Precedente, len(e.Ricerche))
	for i, r := range e.Ricerche {
		r.Accoda(lotto, &trovati[i])
	}
	return trovati
}
