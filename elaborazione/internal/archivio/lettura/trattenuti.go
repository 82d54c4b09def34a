package lettura

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// perRipresa is how many fines are told in one transaction that printing may go on.
const perRipresa = 100

// AttiTrattenuti lists some of the fines whose acts wait for a setting, by the kinds of their anomalies, in order of id.
func (s *Lettore) AttiTrattenuti(ctx context.Context, t tenant.Tenant, tipi []verbale.TipoAnomalia, dopo uuid.UUID) (ids []uuid.UUID, err error) {
	err = s.pools.Visit(ctx, t, func(ctx context.Context, pool *db.Pool) error {
		rows, err := pool.Query(ctx, `SELECT DISTINCT verbale FROM anomalia WHERE chiusa IS NULL AND tipo = ANY ($1) AND verbale > $2
			ORDER BY verbale LIMIT $3`, tipi, dopo, perRipresa)
		if err != nil {
			return fmt.Errorf("lettura: %w", err)
		}
		ids, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		return err
	})
	return ids, db.Wrap("atti trattenuti", err)
}
