package verbale

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Storia is a fine with all that has happened to it so far, as another system recorded it.
type Storia struct {
	Nuovo
	Eventi []Evento // in order; Registrato and DataLegale are theirs
}

// Vivi applies the events of a history one after the other; the error names the first refused one.
func (x Storia) Vivi() (Stato, error) { return Rivivi(x.ID, x.Eventi) }

// ScriviStorie writes histories with their rows and projections in the caller's transaction: no outbox
// row and no audit line a fine. The caller has looked for keys and numbers that are there already; a
// collision fails the whole.
func ScriviStorie(ctx context.Context, tx pgx.Tx, storie []Storia) error {
	w := nuoveScritture()
	for _, x := range storie {
		stato := Stato{ID: x.ID}
		passi := make([]passo, 0, len(x.Eventi))
		for _, e := range x.Eventi {
			var err error
			if stato, err = Applica(stato, e); err != nil {
				return fmt.Errorf("verbale: storia di %s: %w", x.IDEsterno, err)
			}
			passi = append(passi, passo{e, stato})
		}
		w.nuovo(x.Nuovo, rispondi(x.Nuovo, stato.Avvisi, x.Avvertenze), stato, passi)
	}
	return w.esegui(ctx, tx)
}
