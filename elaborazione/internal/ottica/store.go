package ottica

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Store reads what ocr publishes, in the database of the context's tenant.
type Store struct{ Pools *db.Pools }

// lettura is a confirmed reading.
type lettura struct {
	tipo               verbale.TipoLettura
	verbale, posizione uuid.UUID
	sha256, attore     string
	campi              map[string]string
}

// errAssente says that a reading is not there, or not confirmed.
var errAssente = errors.New("ottica: lettura assente")

func (s Store) leggi(ctx context.Context, id uuid.UUID) (l lettura, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return l, err
	}
	var campi []byte
	err = database.Pool.QueryRow(ctx, `SELECT tipo, coalesce(verbale, '00000000-0000-0000-0000-000000000000'), coalesce(posizione, '00000000-0000-0000-0000-000000000000'),
		sha256, confermata_da, confermati FROM ocr_v1.lettura WHERE id = $1 AND confermata IS NOT NULL`, id).Scan(&l.tipo, &l.verbale, &l.posizione, &l.sha256, &l.attore, &campi)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, errAssente
	}
	if err != nil {
		return l, db.Wrap("ottica: lettura", err)
	}
	if err := json.Unmarshal(campi, &l.campi); err != nil {
		return l, fmt.Errorf("ottica: lettura %s: %w", id, err)
	}
	return l, nil
}
