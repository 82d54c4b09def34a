package freno

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Pools opens the platform database.
type Pools interface {
	Platform(ctx context.Context) (*db.Database, error)
}

// Conto is a Freno that counts in the platform database, over all replicas and restarts. No key is kept, but its hash.
type Conto struct {
	misura
	pools  Pools
	adesso func() time.Time
}

// NuovoConto lets each key be wrong errori times a minute, as Nuovo does.
func NuovoConto(pools Pools, errori int, adesso func() time.Time) *Conto {
	return &Conto{misura: alMinuto(errori), pools: pools, adesso: adesso}
}

// Giudica is as that of Freno, for one key.
func (c *Conto) Giudica(ctx context.Context, giusta bool, chiave string) (rallenta bool, err error) {
	database, err := c.pools.Platform(ctx)
	if err != nil {
		return false, err
	}
	impronta, adesso := sha256.Sum256([]byte(chiave)), c.adesso()
	if giusta {
		return false, c.resta(ctx, database, impronta[:], adesso)
	}
	err = pgx.BeginFunc(ctx, database.Pool, func(tx pgx.Tx) error {
		v, err := prendi(ctx, tx, impronta[:], adesso)
		if err != nil {
			return err
		}
		if attesa := v.fino.Sub(adesso); attesa > 0 {
			return problem.Troppe(attesa)
		}
		rallenta = c.sbaglia(&v, adesso)
		return scrivi(ctx, tx, impronta[:], v, adesso)
	})
	return rallenta, db.Wrap("tentativo", err)
}

// resta is the 429 of a key that has to wait.
func (c *Conto) resta(ctx context.Context, database *db.Database, impronta []byte, adesso time.Time) error {
	var fino time.Time
	err := database.Pool.QueryRow(ctx, `SELECT fino FROM tentativo WHERE chiave = $1 AND fino > $2`, impronta, adesso).Scan(&fino)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return db.Wrap("tentativo", err)
	}
	return problem.Troppe(fino.Sub(adesso))
}

// prendi locks the row of a key, which it makes where there is none: two wrong answers are counted one after the other.
func prendi(ctx context.Context, tx pgx.Tx, impronta []byte, adesso time.Time) (v voce, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO tentativo AS t (chiave, pieno, attese, fino, scade) VALUES ($1, $2, 0, $2, $2)
		ON CONFLICT (chiave) DO UPDATE SET scade = t.scade RETURNING pieno, attese, fino`, impronta, adesso).Scan(&v.pieno, &v.attese, &v.fino)
	return v, err
}

// scrivi keeps the state of a key until everything is forgiven, and deletes a few expired rows, skipping locked ones.
func scrivi(ctx context.Context, tx pgx.Tx, impronta []byte, v voce, adesso time.Time) error {
	scade := v.fino.Add(time.Duration(v.attese) * perdono)
	if v.pieno.After(scade) {
		scade = v.pieno
	}
	_, err := tx.Exec(ctx, `WITH scaduti AS (DELETE FROM tentativo WHERE chiave IN (SELECT chiave FROM tentativo
			WHERE scade < $6 AND chiave <> $1 ORDER BY scade LIMIT 8 FOR UPDATE SKIP LOCKED))
		UPDATE tentativo SET pieno = $2, attese = $3, fino = $4, scade = $5 WHERE chiave = $1`, impronta, v.pieno, v.attese, v.fino, scade, adesso)
	return err
}
