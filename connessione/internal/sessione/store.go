package sessione

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

type store struct{ pools Pools }

type riga struct {
	chiave, contenuto []byte
	scade             time.Time
	garanti           [][]byte
}

// inserisci writes a session and sweeps those that have expired.
func (s store) inserisci(ctx context.Context, r riga, adesso time.Time) error {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `WITH scadute AS (DELETE FROM sessione WHERE scade <= $4)
		INSERT INTO sessione (chiave, contenuto, scade, garanti) VALUES ($1, $2, $3, $5)`, r.chiave, r.contenuto, r.scade, adesso, r.garanti)
	return db.Wrap("sessione", err)
}

func (s store) cerca(ctx context.Context, chiave []byte, adesso time.Time) (r riga, trovata bool, err error) {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return r, false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT contenuto, scade FROM sessione WHERE chiave = $1 AND scade > $2`, chiave, adesso).
		Scan(&r.contenuto, &r.scade)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, db.Wrap("sessione", err)
}

func (s store) elimina(ctx context.Context, chiave []byte) error {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `DELETE FROM sessione WHERE chiave = $1`, chiave)
	return db.Wrap("sessione", err)
}

// consumatoreAvvisi is the name under which notices of providers are noted among the messages taken.
const consumatoreAvvisi = "portale-uscita"

func (s store) eliminaGarantite(ctx context.Context, impronte [][]byte, avviso string) (prima bool, err error) {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return false, err
	}
	err = database.Pool.QueryRow(ctx, `WITH nuovo AS (INSERT INTO ricevuto (consumatore, id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1),
		via AS (DELETE FROM sessione WHERE garanti @> $3 AND EXISTS (SELECT 1 FROM nuovo))
		SELECT EXISTS (SELECT 1 FROM nuovo)`, consumatoreAvvisi, avviso, impronte).Scan(&prima)
	return prima, db.Wrap("sessione", err)
}
