package chiave

import (
	"context"
	"crypto/ed25519"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Store reads and writes core.chiave, the public halves, in the platform database.
type Store struct{ Pools *db.Pools }

// Riga is a public key: since when it is known, when a process of core last had its private half, and
// when it was withdrawn (zero: it was not).
type Riga struct {
	KID                     string
	Pubblica                ed25519.PublicKey
	Creata, Vista, Ritirata time.Time
}

// Vede notes the keys that this process has, and gives all of them, the oldest first.
func (s Store) Vede(ctx context.Context, adesso time.Time, presenti ...*Chiave) ([]Riga, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range presenti {
		_, err := database.Pool.Exec(ctx, `INSERT INTO chiave AS k (kid, pubblica, creata, vista) VALUES ($1, $2, $3, $3)
			ON CONFLICT (kid) DO UPDATE SET vista = greatest(k.vista, $3)`, c.kid, []byte(c.pubblica()), adesso)
		if err != nil {
			return nil, db.Wrap("chiave", err)
		}
	}
	return s.Elenca(ctx)
}

// Elenca gives every key, the oldest first.
func (s Store) Elenca(ctx context.Context) ([]Riga, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT kid, pubblica, creata, vista, ritirata FROM chiave ORDER BY creata, kid`)
	if err != nil {
		return nil, db.Wrap("chiave", err)
	}
	tutte, err := pgx.CollectRows(righe, func(r pgx.CollectableRow) (Riga, error) {
		var k Riga
		var ritirata *time.Time
		err := r.Scan(&k.KID, (*[]byte)(&k.Pubblica), &k.Creata, &k.Vista, &ritirata)
		if ritirata != nil {
			k.Ritirata = *ritirata
		}
		return k, err
	})
	return tutte, db.Wrap("chiave", err)
}

// Ritira withdraws a key; false when there is none of that name. Withdrawn again, the first instant stays.
func (s Store) Ritira(ctx context.Context, kid string, adesso time.Time) (trovata bool, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return false, err
	}
	var uno int
	err = database.Pool.QueryRow(ctx, `UPDATE chiave SET ritirata = coalesce(ritirata, $2) WHERE kid = $1 RETURNING 1`, kid, adesso).Scan(&uno)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, db.Wrap("chiave", err)
}
