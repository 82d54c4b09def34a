package mossa

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// MancanoNumeri says that a decision needs notice numbers: they are taken outside the transaction, which
// would otherwise wait for a second connection while it holds the fine.
type MancanoNumeri int

// Error says how many, for the log: no person reads it.
func (n MancanoNumeri) Error() string {
	return fmt.Sprintf("verbale: servono %d numeri di avviso", int(n))
}

// Prendi gives n of the numbers that were taken for this request.
func (m Richiesta) Prendi(n int) ([]conseguenze.NumeroAvviso, error) {
	if len(m.Numeri) < n {
		return nil, MancanoNumeri(n)
	}
	return m.Numeri[:n], nil
}

// AvvisiPer are the notices of some positions, with their numbers: those of art. 202 c. 1 CdS, each with
// the expenses of its position; nil where no reduced payment is admitted.
func (m Richiesta) AvvisiPer(s vita.Stato, posizioni []vita.Posizione) (*vita.AvvisiEmessi, error) {
	var voci []conseguenze.DaEmettere
	var passi []cds.Passo
	for _, p := range posizioni {
		importi, err := s.Importi(p.SpeseCent)
		if err != nil {
			return nil, err
		}
		passi = importi.Spiegazione
		for _, a := range importi.Avvisi {
			if !conseguenze.ScontoPassato(s, p, a.Tipo, m.Oggi) {
				voci = append(voci, conseguenze.DaEmettere{Posizione: p.ID, Avviso: a})
			}
		}
	}
	numeri, err := m.Prendi(len(voci))
	if err != nil || len(voci) == 0 {
		return nil, err
	}
	x := conseguenze.Emessi(voci, numeri, passi)
	return &x, nil
}

// Pagabili are the notices of a position that may still be paid.
func Pagabili(s vita.Stato, posizione uuid.UUID) []uuid.UUID {
	var ids []uuid.UUID
	for _, a := range s.AvvisiDi(posizione) {
		if a.Stato == verbale.AvvisoEmesso || a.Stato == verbale.AvvisoScaduto {
			ids = append(ids, a.ID)
		}
	}
	return ids
}
