package lettura

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Atti are the hashes of the printed acts of a fine, by document; none where the tenant has no such fine.
func (s *Lettore) Atti(ctx context.Context, id uuid.UUID) (map[uuid.UUID]string, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT id, sha256 FROM documento WHERE verbale = $1 AND tipo = $2`, id, verbale.DocumentoAtto)
	if err != nil {
		return nil, db.Wrap("atti", err)
	}
	atti := map[uuid.UUID]string{}
	var documento uuid.UUID
	var sha256 string
	_, err = pgx.ForEachRow(righe, []any{&documento, &sha256}, func() error {
		atti[documento] = sha256
		return nil
	})
	return atti, db.Wrap("atti", err)
}
