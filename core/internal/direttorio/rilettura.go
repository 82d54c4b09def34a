package direttorio

import (
	"context"
	"log/slog"
	"time"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// Rilettura reads again and again the groups of the accounts that a directory keeps and somebody may be in
// with: whoever has left a group loses its roles without logging in again, and tokens given with them are
// no longer good. Several replicas do it together without harm.
type Rilettura struct {
	Direttori *Direttori
	Utenze    *operatore.Servizio
	Log       *slog.Logger
}

// Segui reads every so often until ctx ends.
func (r Rilettura) Segui(ctx context.Context, ogni time.Duration) {
	battito := time.NewTicker(ogni)
	defer battito.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-battito.C:
			if err := r.Leggi(ctx); err != nil && ctx.Err() == nil {
				r.Log.ErrorContext(ctx, "gruppi LDAP non riletti", "errore", err)
			}
		}
	}
}

// Leggi reads once. A directory that is away leaves its accounts as they were.
func (r Rilettura) Leggi(ctx context.Context) error {
	tutte, err := r.Utenze.Store.DiDirettorio(ctx)
	if err != nil {
		return err
	}
	lontani := map[string]bool{}
	for _, o := range tutte {
		if lontani[o.Tenant] {
			continue
		}
		dati, err := r.Direttori.Rileggi(ctx, o)
		if err != nil {
			r.Log.WarnContext(ctx, "gruppi LDAP del comando non riletti", "tenant", o.Tenant, "errore", err)
			lontani[o.Tenant] = true
			continue
		}
		if dati == nil {
			continue
		}
		if _, err := r.Utenze.Gruppi(ctx, o, *dati); err != nil {
			return err
		}
	}
	return nil
}
