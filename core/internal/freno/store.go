package freno

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// store reads and writes core.tentativo in the platform database. Each step is one statement; a pair's
// row is always taken before its account's, and the sweep waits for nobody.
type store struct{ pools *db.Pools }

// esito of a reservation: whether the attempt may be judged, else how long to wait and whether that
// has been said already since the last failure; and the failures of the account from everywhere.
type esito struct {
	passa   bool
	attesa  time.Duration
	giaNoto bool
	utenza  int
}

// A pair that has no delay yet never waits, also when another attempt's clock was read a moment later.
// A row without failures for an hour ($4 is the instant before which it is forgotten) counts as new. The
// account's own is not made younger here, where it is not known yet whether the attempt fails.
const prenota = `WITH coppia AS (
	INSERT INTO tentativo AS t (chiave, falliti, ultimo, riprova)
	VALUES ($1, 1, $3::timestamptz, $3::timestamptz + make_interval(secs => ($5::int[])[1]))
	ON CONFLICT (chiave) DO UPDATE SET ultimo = $3::timestamptz, annotato = false,
		falliti = CASE WHEN t.ultimo < $4::timestamptz THEN 1 ELSE t.falliti + 1 END,
		riprova = $3::timestamptz + make_interval(secs => ($5::int[])[
			CASE WHEN t.ultimo < $4::timestamptz THEN 1 ELSE least(t.falliti + 1, cardinality($5::int[])) END])
	WHERE ($5::int[])[least(t.falliti, cardinality($5::int[]))] = 0
		OR t.riprova <= $3::timestamptz OR t.ultimo < $4::timestamptz
	RETURNING falliti
), utenza AS (
	INSERT INTO tentativo AS t (chiave, falliti, ultimo, riprova)
	SELECT $2, 1, $3::timestamptz, $3::timestamptz FROM coppia
	ON CONFLICT (chiave) DO UPDATE SET
		ultimo = CASE WHEN t.ultimo < $4::timestamptz THEN $3::timestamptz ELSE t.ultimo END,
		falliti = CASE WHEN t.ultimo < $4::timestamptz THEN 1 ELSE t.falliti + 1 END
	RETURNING falliti
)
SELECT falliti FROM utenza`

// spazza takes away a few forgotten rows, passing over those in use: the table follows the attempts
// of the last hour, which the hashes bound.
const spazza = `DELETE FROM tentativo WHERE chiave IN (
	SELECT chiave FROM tentativo WHERE ultimo < $1 ORDER BY ultimo LIMIT 8 FOR UPDATE SKIP LOCKED)`

func (s store) prenota(ctx context.Context, coppia, utenza chiave, adesso time.Time, attese []int) (e esito, err error) {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return e, err
	}
	scaduti := adesso.Add(-dimenticaIn)
	err = database.Pool.QueryRow(ctx, prenota, coppia[:], utenza[:], adesso, scaduti, attese).Scan(&e.utenza)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		e.attesa, e.giaNoto, err = attesaDi(ctx, database, coppia, adesso)
		return e, err
	case err != nil:
		return e, db.Wrap("tentativo", err)
	}
	e.passa = true
	_, err = database.Pool.Exec(ctx, spazza, scaduti)
	return e, db.Wrap("tentativo", err)
}

// attesaDi is how long a pair still waits, nothing when its row has gone in between, and whether it
// has been told so already.
func attesaDi(ctx context.Context, database *db.Database, coppia chiave, adesso time.Time) (attesa time.Duration, giaNoto bool, err error) {
	var riprova time.Time
	err = database.Pool.QueryRow(ctx, `WITH detto AS (UPDATE tentativo SET annotato = true WHERE chiave = $1 AND NOT annotato RETURNING 1)
		SELECT riprova, NOT EXISTS (SELECT FROM detto) FROM tentativo WHERE chiave = $1`, coppia[:]).Scan(&riprova, &giaNoto)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	return riprova.Sub(adesso), giaNoto, db.Wrap("tentativo", err)
}

// ammetti forgets the pair, takes the account's reservation back and halves the rest. The account's row
// waits for the CTE, which would else run after it: the pair's row comes first everywhere.
func (s store) ammetti(ctx context.Context, coppia, utenza chiave) error {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `WITH coppia AS (DELETE FROM tentativo WHERE chiave = $1 RETURNING 1)
		UPDATE tentativo SET falliti = greatest(falliti - 1, 0) / 2 WHERE chiave = $2 AND (SELECT count(*) FROM coppia) >= 0`, coppia[:], utenza[:])
	return db.Wrap("tentativo", err)
}

// rifiuta renews the hour after which the account's failures are forgotten.
func (s store) rifiuta(ctx context.Context, utenza chiave, adesso time.Time) error {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `UPDATE tentativo SET ultimo = greatest(ultimo, $2) WHERE chiave = $1`, utenza[:], adesso)
	return db.Wrap("tentativo", err)
}

func (s store) rendi(ctx context.Context, coppia, utenza chiave, adesso time.Time) error {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `WITH coppia AS (
			UPDATE tentativo SET falliti = greatest(falliti - 1, 0), riprova = least(riprova, $3) WHERE chiave = $1 RETURNING 1)
		UPDATE tentativo SET falliti = greatest(falliti - 1, 0) WHERE chiave = $2 AND (SELECT count(*) FROM coppia) >= 0`, coppia[:], utenza[:], adesso)
	return db.Wrap("tentativo", err)
}
