package instradamento

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm/clause"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
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

type riga struct {
	Chiave []byte
	Tenant string
}

// TableName is the routing table.
func (riga) TableName() string { return "instradamento" }

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

// coppieDi reads the pairs of one fine. The fact leaves after the commit of its rows: a fine without
// notices never gets them by waiting.
func (s *store) coppieDi(ctx context.Context, idVerbale string) ([]Coppia, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := database.Pool.Query(ctx, `SELECT a.iuv, v.targa FROM verbali_v1.avviso a
		JOIN verbali_v1.verbale v ON v.id = a.verbale WHERE a.verbale = $1::uuid`, idVerbale)
	if err != nil {
		return nil, db.Wrap("avvisi del verbale", err)
	}
	coppie, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Coppia])
	if err != nil {
		return nil, db.Wrap("avvisi del verbale", err)
	}
	if len(coppie) == 0 {
		return nil, bus.Permanent(fmt.Errorf("instradamento: il verbale %s non ha avvisi", idVerbale))
	}
	return coppie, nil
}

// aggiungi writes the rows of a message once, beside those of other tenants.
func (s *store) aggiungi(ctx context.Context, idMessaggio string, righe []riga) error {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		nuovo, err := tx.Receive(Durevole, idMessaggio)
		if err != nil || !nuovo {
			return err
		}
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&righe).Error
	})
}
