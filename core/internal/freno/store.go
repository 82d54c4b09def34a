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
// has been said already since the last failure; the failures of the account from everywhere, and those of the address over
// all accounts that it knows, or over all that it does not, as this one.
type esito struct {
	passa             bool
	attesa            time.Duration
	giaNoto           bool
	utenza, indirizzo int
	conosciuto        bool
	// The attempt failed before and is not counted; whether it is looked at once more.
	giaVista, daGuardare bool
}

// A pair that has no delay yet never waits, also when another attempt's clock was read a moment later.
// A row without failures for an hour ($4 is the instant before which it is forgotten) counts as new. The
// account's own is not made younger here, where it is not known yet whether the attempt fails. The address is looked at
// first and counted last, so that what another key makes wait is not counted on it. It forgets one failure in $9 seconds. The
// accounts that it knows have a count ($10) and waits ($11) of their own; one of them without failures there passes it by. An attempt
// that is known ($12) is held to the waits and adds to none; itself it is looked at less and less often, as the failures of a pair.
const prenota = `WITH vista AS (
	SELECT chiave, riprova <= $3::timestamptz AS guarda FROM sbagliata WHERE chiave = $12 AND fino > $3::timestamptz
), guardata AS (
	UPDATE sbagliata s SET volte = s.volte + 1,
		riprova = $3::timestamptz + make_interval(secs => ($5::int[])[least(s.volte + 1, cardinality($5::int[]))])
	FROM vista v WHERE s.chiave = v.chiave AND v.guarda
), noto AS (
	SELECT EXISTS (SELECT FROM conosciuto WHERE chiave = $1 AND ultimo > $8::timestamptz) AS si
), quale AS (
	SELECT CASE WHEN si THEN $10::bytea ELSE $6::bytea END AS chiave, CASE WHEN si THEN $11::int[] ELSE $7::int[] END AS attese FROM noto
), libero AS (
	SELECT WHERE (SELECT si FROM noto) AND NOT EXISTS (SELECT FROM tentativo WHERE chiave = $1 AND falliti > 0 AND ultimo >= $4::timestamptz)
		OR NOT EXISTS (SELECT FROM tentativo_indirizzo i JOIN quale q ON q.chiave = i.chiave WHERE i.riprova > $3::timestamptz
			AND i.ultimo >= $4::timestamptz AND q.attese[least(i.falliti, cardinality(q.attese))] > 0)
), coppia AS (
	INSERT INTO tentativo AS t (chiave, falliti, ultimo, riprova)
	SELECT $1, 1, $3::timestamptz, $3::timestamptz + make_interval(secs => ($5::int[])[1]) FROM libero WHERE NOT EXISTS (SELECT FROM vista)
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
), indirizzo AS (
	INSERT INTO tentativo_indirizzo AS t (chiave, falliti, ultimo, riprova)
	SELECT quale.chiave, 1, $3::timestamptz, $3::timestamptz + make_interval(secs => attese[1]) FROM utenza, quale
	ON CONFLICT (chiave) DO UPDATE SET ultimo = ` + perdonatoFino + `,
		falliti = ` + fallitiIndirizzo + `,
		riprova = $3::timestamptz + make_interval(secs => (SELECT attese[least(` + fallitiIndirizzo + `, cardinality(attese))] FROM quale))
	RETURNING falliti
)
SELECT utenza.falliti, coalesce((SELECT falliti FROM indirizzo), 0), noto.si, false, true FROM utenza, noto
UNION ALL
SELECT 0, coalesce((SELECT i.falliti FROM tentativo_indirizzo i JOIN quale q ON q.chiave = i.chiave WHERE i.ultimo >= $4::timestamptz), 0),
	noto.si, true, vista.guarda
FROM vista, noto, libero WHERE NOT EXISTS (SELECT FROM tentativo t WHERE t.chiave = $1 AND t.riprova > $3::timestamptz
	AND t.ultimo >= $4::timestamptz AND ($5::int[])[least(t.falliti, cardinality($5::int[]))] > 0)`

// perdonati are the failures of an address that time has forgiven since its row was written.
const perdonati = `greatest(0, floor(extract(epoch FROM $3::timestamptz - t.ultimo) / $9::int)::int)`

// fallitiIndirizzo are the failures of an address with this one, less those that time has forgiven.
const fallitiIndirizzo = `1 + CASE WHEN t.ultimo < $4::timestamptz THEN 0 ELSE greatest(0, t.falliti - ` + perdonati + `) END`

// perdonatoFino is the instant until which an address is forgiven. The rest of the last minutes counts towards the next
// failure, even when logins from the address succeed every minute.
const perdonatoFino = `CASE WHEN t.ultimo < $4::timestamptz OR t.falliti <= ` + perdonati + ` THEN $3::timestamptz
	ELSE t.ultimo + make_interval(secs => ` + perdonati + ` * $9::int) END`

// spazza takes away a few forgotten rows, passing over those in use: the tables follow the attempts
// of the last hour, which the hashes bound, and who got in during the last month.
const spazza = `WITH coppia AS (DELETE FROM tentativo WHERE chiave IN (
		SELECT chiave FROM tentativo WHERE ultimo < $1 ORDER BY ultimo LIMIT 8 FOR UPDATE SKIP LOCKED)
), noto AS (DELETE FROM conosciuto WHERE chiave IN (
		SELECT chiave FROM conosciuto WHERE ultimo < $2 ORDER BY ultimo LIMIT 8 FOR UPDATE SKIP LOCKED)
), vista AS (DELETE FROM sbagliata WHERE chiave IN (
		SELECT chiave FROM sbagliata WHERE fino < $3 ORDER BY fino LIMIT 8 FOR UPDATE SKIP LOCKED)
) DELETE FROM tentativo_indirizzo WHERE chiave IN (
	SELECT chiave FROM tentativo_indirizzo WHERE ultimo < $1 ORDER BY ultimo LIMIT 8 FOR UPDATE SKIP LOCKED)`

func (s store) prenota(ctx context.Context, t *Turno, adesso time.Time) (e esito, err error) {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return e, err
	}
	scaduti, noti := adesso.Add(-dimenticaIn), adesso.Add(-ricordaPer)
	ignoti, conosciuti := t.misura()
	err = database.Pool.QueryRow(ctx, prenota, t.coppia[:], t.utenza[:], adesso, scaduti, []int(t.freno.attese), t.indirizzo[:],
		[]int(ignoti), noti, int(perdonaOgni.Seconds()), t.conosciuti[:], []int(conosciuti), t.prova[:]).
		Scan(&e.utenza, &e.indirizzo, &e.conosciuto, &e.giaVista, &e.daGuardare)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		e.attesa, e.giaNoto, err = attesaDi(ctx, database, t, adesso)
		return e, err
	case err != nil:
		return e, db.Wrap("tentativo", err)
	}
	e.passa = true
	_, err = database.Pool.Exec(ctx, spazza, scaduti, noti, adesso)
	return e, db.Wrap("tentativo", err)
}

// attesaDi is how long a pair, or else its address, still waits; nothing when the rows have gone in between; and whether
// that needs no telling: a pair's was told already, an address has its own lines.
func attesaDi(ctx context.Context, database *db.Database, t *Turno, adesso time.Time) (attesa time.Duration, giaNoto bool, err error) {
	var riprova time.Time
	err = database.Pool.QueryRow(ctx, `WITH detto AS (UPDATE tentativo SET annotato = true WHERE chiave = $1 AND NOT annotato AND riprova > $2 RETURNING 1)
		SELECT riprova, NOT EXISTS (SELECT FROM detto) FROM tentativo WHERE chiave = $1 AND riprova > $2`, t.coppia[:], adesso).Scan(&riprova, &giaNoto)
	if errors.Is(err, pgx.ErrNoRows) {
		giaNoto = true
		err = database.Pool.QueryRow(ctx, `SELECT riprova FROM tentativo_indirizzo WHERE chiave =
			CASE WHEN EXISTS (SELECT FROM conosciuto WHERE chiave = $3 AND ultimo > $4) THEN $2::bytea ELSE $1::bytea END`,
			t.indirizzo[:], t.conosciuti[:], t.coppia[:], adesso.Add(-ricordaPer)).Scan(&riprova)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	return riprova.Sub(adesso), giaNoto, db.Wrap("tentativo", err)
}

// ammetti deletes the pair, marks the address as known to it, gives back the reservation of the account, halves the account's
// other failures, and gives back that of the address. An attempt that was not counted gives nothing back and is no longer known
// as wrong. The rows are locked in the order of prenota: the pair's first.
func (s store) ammetti(ctx context.Context, t *Turno, adesso time.Time) error {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return err
	}
	contati := 1
	if t.GiaVista {
		contati = 0
	}
	resi := contati
	if t.cittadini && !t.Conosciuto {
		resi += perAmmesso
	}
	_, err = database.Pool.Exec(ctx, `WITH coppia AS (DELETE FROM tentativo WHERE chiave = $1 RETURNING 1
		), utenza AS (
			UPDATE tentativo SET falliti = greatest(falliti - $6::int, 0) / 2 WHERE chiave = $2 AND (SELECT count(*) FROM coppia) >= 0 RETURNING 1
		), indirizzo AS (`+rendiIndirizzo+` RETURNING 1
		), giusta AS (DELETE FROM sbagliata WHERE chiave = $7)
		INSERT INTO conosciuto AS c (chiave, ultimo) SELECT $1, $4::timestamptz WHERE (SELECT count(*) FROM indirizzo) >= 0
		ON CONFLICT (chiave) DO UPDATE SET ultimo = $4::timestamptz WHERE c.ultimo < $4::timestamptz - interval '1 day'`,
		t.coppia[:], t.utenza[:], t.contato[:], adesso, resi, contati, t.prova[:])
	return db.Wrap("tentativo", err)
}

// rendiIndirizzo gives $5 reservations back to the count $3 of an address at the instant $4.
const rendiIndirizzo = `UPDATE tentativo_indirizzo SET falliti = greatest(falliti - $5::int, 0),
		riprova = CASE WHEN $5::int > 0 THEN least(riprova, $4::timestamptz) ELSE riprova END
	WHERE chiave = $3 AND (SELECT count(*) FROM utenza) >= 0`

// rifiuta renews the hour after which the account's failures are forgotten, and keeps the attempt for an hour: false when it is kept
// already.
func (s store) rifiuta(ctx context.Context, t *Turno, adesso time.Time) (nuova bool, err error) {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return false, err
	}
	r, err := database.Pool.Exec(ctx, `INSERT INTO sbagliata AS s (chiave, fino, riprova) VALUES ($1, $2, $3)
		ON CONFLICT (chiave) DO UPDATE SET fino = excluded.fino, riprova = excluded.riprova, volte = 1 WHERE s.fino <= $3`,
		t.prova[:], adesso.Add(dimenticaIn), adesso)
	if err != nil || r.RowsAffected() == 0 {
		return false, db.Wrap("tentativo", err)
	}
	_, err = database.Pool.Exec(ctx, `UPDATE tentativo SET ultimo = greatest(ultimo, $2) WHERE chiave = $1`, t.utenza[:], adesso)
	return true, db.Wrap("tentativo", err)
}

func (s store) rendi(ctx context.Context, t *Turno, adesso time.Time) error {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `WITH coppia AS (
			UPDATE tentativo SET falliti = greatest(falliti - 1, 0), riprova = least(riprova, $4::timestamptz) WHERE chiave = $1 RETURNING 1
		), utenza AS (
			UPDATE tentativo SET falliti = greatest(falliti - 1, 0) WHERE chiave = $2 AND (SELECT count(*) FROM coppia) >= 0 RETURNING 1
		) `+rendiIndirizzo, t.coppia[:], t.utenza[:], t.contato[:], adesso, 1)
	return db.Wrap("tentativo", err)
}

// nonGiudicato gives back the reservations of the account, and of the pair but one where they know each other: with none the
// count of the address would pass it by.
func (s store) nonGiudicato(ctx context.Context, t *Turno, adesso time.Time) error {
	database, err := s.pools.Platform(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `WITH coppia AS (
			UPDATE tentativo SET falliti = greatest(falliti - 1, CASE WHEN $4::boolean THEN 1 ELSE 0 END), riprova = least(riprova, $3::timestamptz)
			WHERE chiave = $1 RETURNING 1
		) UPDATE tentativo SET falliti = greatest(falliti - 1, 0) WHERE chiave = $2 AND (SELECT count(*) FROM coppia) >= 0`,
		t.coppia[:], t.utenza[:], adesso, t.Conosciuto)
	return db.Wrap("tentativo", err)
}
