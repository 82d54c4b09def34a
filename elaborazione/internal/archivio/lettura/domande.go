package lettura

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// DomandeInAttesa lists some of the fines in which the platform has asked one of these registers about an addressee and waits, in
// order of id. What a person had asked is not among them. A database that is not in use is left closed.
func (s *Lettore) DomandeInAttesa(ctx context.Context, t tenant.Tenant, registri []verbale.RegistroVisura, dopo uuid.UUID) (ids []uuid.UUID, err error) {
	err = s.pools.Visit(ctx, t, func(ctx context.Context, pool *db.Pool) error {
		rows, err := pool.Query(ctx, `SELECT DISTINCT x.verbale FROM visura x
			JOIN evento e ON e.verbale = x.verbale AND e.tipo = $4 AND e.attore = $5 AND e.dati->>'visura' = x.id::text
			WHERE x.stato = $6 AND x.registro = ANY ($1) AND x.verbale > $2 ORDER BY x.verbale LIMIT $3`,
			registri, dopo, perRipresa, verbale.EventoVisuraChiesta, vita.AttoreSistema, verbale.VisuraChiesta)
		if err != nil {
			return fmt.Errorf("lettura: %w", err)
		}
		ids, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		return err
	})
	return ids, db.Wrap("domande in attesa", err)
}
