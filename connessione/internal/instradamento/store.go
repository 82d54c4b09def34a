package instradamento

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Durevole is the consumer of issued notices, and the name of its inbox.
const Durevole = "connessione-avviso-emesso"

// Pools opens the platform database and that of the context's tenant.
type Pools interface {
	Platform(ctx context.Context) (*db.Database, error)
	Tenant(ctx context.Context) (*db.Database, error)
}

type store struct{ pools Pools }

func (s *store) cerca(ctx context.Context, impronta []byte) ([]string, error) {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := database.Pool.Query(ctx, `SELECT tenant FROM instradamento WHERE chiave = $1 ORDER BY tenant`, impronta)
	if err != nil {
		return nil, db.Wrap("instradamento", err)
	}
	nomi, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return nomi, db.Wrap("instradamento", err)
}

// coppieDi reads the pairs of fines.
func (s *store) coppieDi(ctx context.Context, verbali []uuid.UUID) (map[uuid.UUID][]Coppia, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := database.Pool.Query(ctx, `SELECT a.verbale, a.iuv, v.targa FROM verbali_v1.avviso a
		JOIN verbali_v1.verbale v ON v.id = a.verbale WHERE a.verbale = ANY ($1::uuid[])`, verbali)
	if err != nil {
		return nil, db.Wrap("avvisi dei verbali", err)
	}
	coppie := make(map[uuid.UUID][]Coppia, len(verbali))
	var verbale uuid.UUID
	var c Coppia
	_, err = pgx.ForEachRow(rows, []any{&verbale, &c.IUV, &c.Targa}, func() error {
		coppie[verbale] = append(coppie[verbale], c)
		return nil
	})
	return coppie, db.Wrap("avvisi dei verbali", err)
}

// aggiungi writes the rows of messages, beside those of other tenants, with one commit.
func (s *store) aggiungi(ctx context.Context, messaggi []string, tenant string, impronte [][]byte) error {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return err
	}
	var lotto pgx.Batch
	db.QueueReceived(&lotto, Durevole, messaggi)
	lotto.Queue(`INSERT INTO instradamento (chiave, tenant) SELECT chiave, $2 FROM unnest($1::bytea[]) chiave ON CONFLICT DO NOTHING`, impronte, tenant)
	return database.Send(ctx, &lotto)
}
