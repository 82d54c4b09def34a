package scrittura

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
)

// Storia is a fine with all that has happened to it so far, as another system recorded it.
type Storia struct {
	conseguenze.Nuovo
	Eventi []vita.Evento // in order; Registrato and DataLegale are theirs
}

// ScriviStorie writes histories with their rows and projections in the caller's transaction, without outbox rows or audit
// lines. The caller has excluded existing keys and numbers: a collision fails the whole call. So does an event recorded before
// its fine's insertion, because the rules of conservation count from the insertion (conserva).
func ScriviStorie(ctx context.Context, tx pgx.Tx, storie []Storia) error {
	w := nuoveScritture()
	for _, x := range storie {
		if slices.ContainsFunc(x.Eventi, func(e vita.Evento) bool { return e.Registrato.Before(x.Ora) }) {
			return fmt.Errorf("verbale: storia di %s: un evento è registrato prima dell'inserimento", x.IDEsterno)
		}
		stato, passi, err := vivi(vita.Stato{ID: x.ID}, x.Eventi)
		if err != nil {
			return fmt.Errorf("verbale: storia di %s: %w", x.IDEsterno, err)
		}
		w.nuove.verbale(x.Nuovo, stato, w.json(rispondi(x.Nuovo, stato, x.Avvertenze)), w.dispositivo(x.Nuovo))
		w.nuovo(x.Nuovo, stato, passi)
	}
	return w.esegui(ctx, tx)
}
