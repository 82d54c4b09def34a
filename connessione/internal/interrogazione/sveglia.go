package interrogazione

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/sveglia"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// coda is the work of a command that waits for a register.
type coda struct {
	comando  string
	registro verbale.RegistroVisura
}

// Sveglia tells Ripresa in which queues something was put aside. Without one, a nil, the sweep finds it.
type Sveglia = sveglia.Sveglia[coda]

// cercaInAttesa tells Sveglia of the queues of a tenant in which something waits. A database that is not in use is left closed.
func (s Store) cercaInAttesa(ctx context.Context, t tenant.Tenant) error {
	return db.Wrap("attesa", s.Pools.Visit(ctx, t, func(ctx context.Context, pool *db.Pool) error {
		righe, err := pool.Query(ctx, `SELECT DISTINCT registro FROM attesa WHERE lavoro IS NOT NULL`)
		if err != nil {
			return err
		}
		registri, err := pgx.CollectRows(righe, pgx.RowTo[verbale.RegistroVisura])
		for _, registro := range registri {
			s.Sveglia.Suona(coda{t.Nome, registro})
		}
		return err
	}))
}
