package scrittura

import (
	"context"
	"errors"
	"slices"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
)

// richiesta is a fine that waits to be recorded, and what came out of it.
type richiesta struct {
	ctx      context.Context //nolint:containedctx // of the caller that waits: its trace goes with its messages
	n        conseguenze.Nuovo
	esame    Esame
	pronta   pronta
	presente bool // the key was seen in the database
	aVista   bool // senders have given the next numbers of its series: it is numbered before it is written
	fatto    Registrato
	err      error
}

// ErrInterrotta is the error of the waiting requests when the goroutine that records for them panics.
var ErrInterrotta = errors.New("verbale: registrazione interrotta")

// aGruppi lets the insertions of a tenant that come at the same time share a transaction: a commit is what an insertion
// costs, and a lock on the series held by one is held for all. registra calls letto once it has its numbers: the next group
// looks for what it may double while this one writes.
func (s *Scrittore) aGruppi(tenant string, r *richiesta, registra func(insieme []*richiesta, letto func())) {
	r.err = ErrInterrotta
	s.gruppi.Do(tenant, r, func(insieme []*richiesta, letto func()) {
		diversi, altri := distingui(insieme)
		registra(diversi, letto)
		for _, r := range altri {
			registra([]*richiesta{r}, letto)
		}
	})
}

// distingui sets aside the requests that cannot share a transaction with another one of the group:
// those with the same key, those that may be its double, those that one sanction may answer for.
func distingui(insieme []*richiesta) (diversi, altri []*richiesta) {
	chiavi := map[string]bool{}
	presi := map[int64]bool{}
	for _, r := range insieme {
		chiave, suoi := r.n.Integratore.String()+r.n.IDEsterno, r.chiavi()
		if chiavi[chiave] || slices.ContainsFunc(suoi, func(x int64) bool { return presi[x] }) {
			altri = append(altri, r)
			continue
		}
		chiavi[chiave] = true
		for _, x := range suoi {
			presi[x] = true
		}
		diversi = append(diversi, r)
	}
	return diversi, altri
}
