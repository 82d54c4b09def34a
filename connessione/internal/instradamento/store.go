package instradamento

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm/clause"

	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/db"
)

// Durevole is the consumer of issued notices, and the name of its inbox.
const Durevole = "connessione-avviso-emesso"

// perLotto is how many rows one statement of the rebuilding carries.
const perLotto = 5000

// Piscine opens the platform database and that of the context's tenant.
type Piscine interface {
	Piattaforma(ctx context.Context) (*db.Banca, error)
	Tenant(ctx context.Context) (*db.Banca, error)
}

type store struct{ piscine Piscine }

type riga struct {
	Chiave []byte
	Tenant string
}

// TableName is the routing table.
func (riga) TableName() string { return "instradamento" }

func (s *store) cerca(ctx context.Context, impronta []byte) (nome string, trovato bool, err error) {
	banca, err := s.piscine.Piattaforma(ctx)
	if err != nil {
		return "", false, err //nolint:wrapcheck // the pool names the database
	}
	err = banca.Pool.QueryRow(ctx, `SELECT tenant FROM instradamento WHERE chiave = $1`, impronta).Scan(&nome)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return nome, err == nil, db.Errore("instradamento", err)
}

// coppieDi reads the pairs of one fine. The fact leaves after the commit of its rows: a fine without
// notices never gets them by waiting.
func (s *store) coppieDi(ctx context.Context, idVerbale string) ([]Coppia, error) {
	banca, err := s.piscine.Tenant(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // the pool names the database
	}
	rows, err := banca.Pool.Query(ctx, `SELECT a.iuv, v.targa FROM verbali_v1.avviso a
		JOIN verbali_v1.verbale v ON v.id = a.verbale WHERE a.verbale = $1::uuid`, idVerbale)
	if err != nil {
		return nil, db.Errore("avvisi del verbale", err)
	}
	coppie, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Coppia])
	if err != nil {
		return nil, db.Errore("avvisi del verbale", err)
	}
	if len(coppie) == 0 {
		return nil, bus.Definitivo(fmt.Errorf("instradamento: il verbale %s non ha avvisi", idVerbale))
	}
	return coppie, nil
}

// aggiungi writes the rows of a message once. A notice that moved to another tenant's range belongs
// to the last one who issued it.
func (s *store) aggiungi(ctx context.Context, idMessaggio string, righe []riga) error {
	banca, err := s.piscine.Piattaforma(ctx)
	if err != nil {
		return err //nolint:wrapcheck // the pool names the database
	}
	return banca.Transazione(ctx, func(tx *db.Tx) error { //nolint:wrapcheck // named by db
		nuovo, err := tx.Ricevi(Durevole, idMessaggio)
		if err != nil || !nuovo {
			return err
		}
		return tx.Clauses(clause.OnConflict{
			Columns: []clause.Column{{Name: "chiave"}}, DoUpdates: clause.AssignmentColumns([]string{"tenant"}),
		}).Create(&righe).Error
	})
}

// sostituisci removes the tenant's rows first and reads its views after: what a consumer adds
// meanwhile is either read here or added behind the removal.
func (s *store) sostituisci(ctx context.Context, nome string, chiave Chiave) (n int, err error) {
	origine, err := s.piscine.Tenant(ctx)
	if err != nil {
		return 0, err //nolint:wrapcheck // the pool names the database
	}
	piattaforma, err := s.piscine.Piattaforma(ctx)
	if err != nil {
		return 0, err //nolint:wrapcheck // the pool names the database
	}
	err = pgx.BeginFunc(ctx, piattaforma.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM instradamento WHERE tenant = $1`, nome); err != nil {
			return err //nolint:wrapcheck // wrapped below
		}
		n, err = copia(ctx, origine.Pool, tx, nome, chiave)
		return err
	})
	return n, db.Errore("ricostruzione", err)
}

func copia(ctx context.Context, da *db.Pool, a pgx.Tx, nome string, chiave Chiave) (n int, err error) {
	rows, err := da.Query(ctx, `SELECT a.iuv, v.targa FROM verbali_v1.avviso a JOIN verbali_v1.verbale v ON v.id = a.verbale`)
	if err != nil {
		return 0, err //nolint:wrapcheck // wrapped by the caller
	}
	defer rows.Close()
	lotto := make([][]byte, 0, perLotto)
	scrivi := func() error {
		_, err := a.Exec(ctx, `INSERT INTO instradamento (chiave, tenant) SELECT DISTINCT unnest($1::bytea[]), $2
			ON CONFLICT (chiave) DO UPDATE SET tenant = excluded.tenant`, lotto, nome)
		n, lotto = n+len(lotto), lotto[:0]
		return err //nolint:wrapcheck // wrapped by the caller
	}
	for rows.Next() {
		var c Coppia
		if err := rows.Scan(&c.IUV, &c.Targa); err != nil {
			return n, err //nolint:wrapcheck // wrapped by the caller
		}
		if lotto = append(lotto, chiave.Impronta(c)); len(lotto) == perLotto {
			if err := scrivi(); err != nil {
				return n, err
			}
		}
	}
	if err := rows.Err(); err != nil {
		return n, err //nolint:wrapcheck // wrapped by the caller
	}
	return n, scrivi()
}
