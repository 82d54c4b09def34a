package turno_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// replicas are two processes that ask for one command, and what the first of them runs in its database.
func replicas(t *testing.T) (ctx context.Context, a, b turno.Turni, run func(string)) {
	t.Helper()
	env := testkit.NuovoAmbiente(t, "alfa")
	one := func() turno.Turni {
		return turno.Turni{Pools: env.Pools(t, "vpn"), Ambito: "prova", Dura: time.Hour, Segnali: &turno.Segnali{}}
	}
	a, b = one(), one()
	return tenant.With(t.Context(), env.Tenant("alfa")), a, b, func(sql string) { env.Esegui(t, "vpn", "alfa", sql) }
}

func take(ctx context.Context, t *testing.T, turni turno.Turni) turno.Turno {
	t.Helper()
	x, mine, err := turni.Prendi(ctx, "una", uuid.NullUUID{})
	if err != nil || !mine {
		t.Fatal(mine, err)
	}
	return x
}

// TestATurnIsTakenOnceAndPassesOn: one replica has a turn; when its process dies another has it, under the same id and with that of the
// question that left; the first may then neither keep it nor give it away.
func TestATurnIsTakenOnceAndPassesOn(t *testing.T) {
	t.Parallel()
	ctx, a, b, run := replicas(t)
	first := take(ctx, t, a)
	if err := first.Parte(ctx, "esterno-1"); err != nil {
		t.Fatal(err)
	}
	if _, mine, err := b.Prendi(ctx, "una", uuid.NullUUID{}); err != nil || mine {
		t.Fatalf("two replicas have it: %v", err)
	}
	run(`UPDATE turno SET fino = clock_timestamp()`) // the first was killed, and its time is over
	second := take(ctx, t, b)
	if second.ID != first.ID || second.Esterno != "esterno-1" || second.Esito != nil {
		t.Errorf("%+v after %+v", second, first)
	}
	if err := first.Rinnova(ctx); !errors.Is(err, turno.ErrPerso) {
		t.Errorf("the first still asks: %v", err)
	}
	if err := first.Parte(ctx, "esterno-2"); !errors.Is(err, turno.ErrPerso) {
		t.Errorf("the first would ask again: %v", err)
	}
	if err := first.Lascia(ctx); err != nil {
		t.Error(err)
	}
	if _, mine, err := a.Prendi(ctx, "una", uuid.NullUUID{}); err != nil || mine {
		t.Errorf("the first gave away the turn of the second: %v", err)
	}
}

// TestWhatWasAnsweredIsKept: the first answer holds, also when its taker lost the turn; the next taker finds it, and the effect ends it.
func TestWhatWasAnsweredIsKept(t *testing.T) {
	t.Parallel()
	ctx, a, b, run := replicas(t)
	first := take(ctx, t, a)
	run(`UPDATE turno SET fino = clock_timestamp()`)
	second := take(ctx, t, b)
	if err := errors.Join(first.Tieni(ctx, "primo"), second.Tieni(ctx, "secondo"), second.Lascia(ctx)); err != nil {
		t.Fatal(err)
	}
	if third := take(ctx, t, a); string(third.Esito) != `"primo"` {
		t.Errorf("%s", third.Esito)
	}
	database, err := a.Pools.Tenant(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := database.Transaction(ctx, func(tx *db.Tx) error { return turno.Chiudi(tx, "prova", "una") }); err != nil {
		t.Fatal(err)
	}
	if again := take(ctx, t, b); again.Esito != nil || again.ID == first.ID {
		t.Errorf("%+v", again)
	}
}

// TestTurnsThatBroughtNothingAreForgotten: after two days, except those that were answered.
func TestTurnsThatBroughtNothingAreForgotten(t *testing.T) {
	t.Parallel()
	ctx, a, _, run := replicas(t)
	run(`INSERT INTO turno (id, chi, ambito, chiave, fino, esito) SELECT gen_random_uuid(), gen_random_uuid(), 'prova', n, clock_timestamp() - d::interval, e::jsonb
		FROM (VALUES ('vecchio', '3 days', NULL), ('risposto', '3 days', '1'), ('ieri', '1 day', NULL)) v (n, d, e)`)
	take(ctx, t, a)
	database, err := a.Pools.Tenant(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var left string
	if err := database.Pool.QueryRow(ctx, `SELECT string_agg(chiave, ' ' ORDER BY chiave) FROM turno`).Scan(&left); err != nil || left != "ieri risposto una" {
		t.Errorf("%q %v", left, err)
	}
}

// TestOldTurnsAreLookedForOnceAMinute: by a process, for each kind; a process that has not looked yet looks.
func TestOldTurnsAreLookedForOnceAMinute(t *testing.T) {
	t.Parallel()
	ctx, a, b, run := replicas(t)
	old := func() {
		run(`INSERT INTO turno (id, chi, ambito, chiave, fino) VALUES (gen_random_uuid(), gen_random_uuid(), 'prova', 'vecchio', '-infinity')`)
	}
	left := func() (n int) {
		database, err := a.Pools.Tenant(ctx)
		if err == nil {
			err = database.Pool.QueryRow(ctx, `SELECT count(*) FROM turno WHERE chiave = 'vecchio'`).Scan(&n)
		}
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	old()
	first := take(ctx, t, a)
	if left() != 0 {
		t.Error("the first take leaves an old turn")
	}
	old()
	if err := first.Lascia(ctx); err != nil {
		t.Fatal(err)
	}
	if take(ctx, t, a); left() != 1 {
		t.Error("the second take looks again")
	}
	run(`UPDATE turno SET fino = '-infinity' WHERE chiave = 'una'`)
	if take(ctx, t, b); left() != 0 {
		t.Error("another process does not look")
	}
}

// TestManyTurnsAtOnce: those in other hands are not taken; one that is lost ends its question alone, and the rest lasts beyond its time.
func TestManyTurnsAtOnce(t *testing.T) {
	t.Parallel()
	ctx, a, b, run := replicas(t)
	const lasts = 3 * time.Second
	take(ctx, t, b)
	a.Dura = lasts
	database, err := a.Pools.Tenant(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var batch pgx.Batch
	many := a.PrendiMolti(ctx, &batch, []turno.Richiesta{{Chiave: "z"}, {Chiave: "una"}, {Chiave: "b"}, {Chiave: "c"}})
	if err := database.Send(ctx, &batch); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]bool{"z": true, "una": false, "b": true, "c": true} {
		if x, mine := many.Preso(key); mine != want || mine && x.ID == uuid.Nil {
			t.Errorf("%s: %v %+v", key, mine, x)
		}
	}
	stop := many.Reggi(ctx)
	defer stop()
	lost, lasting, ended := many.Tenuto("b"), many.Tenuto("z"), many.Tenuto("c")
	many.Finito("c")
	if !errors.Is(context.Cause(ended), context.Canceled) {
		t.Errorf("a question whose effect is written: %v", context.Cause(ended))
	}
	run(`UPDATE turno SET chi = gen_random_uuid() WHERE chiave = 'b'`)
	select {
	case <-lost.Done():
	case <-time.After(30 * time.Second):
		t.Fatal("a question goes on whose turn is another's")
	}
	if late := many.Tenuto("b"); !errors.Is(context.Cause(late), turno.ErrPerso) || lasting.Err() != nil {
		t.Errorf("lost: %v; the other: %v", context.Cause(late), context.Cause(lasting))
	}
	var longer bool
	err = database.Pool.QueryRow(ctx, `SELECT z.fino > c.fino FROM turno z, turno c WHERE z.chiave = 'z' AND c.chiave = 'c'`).Scan(&longer)
	if err != nil || !longer {
		t.Errorf("what is being asked is not kept longer than what was: %v", err)
	}
	var end pgx.Batch
	many.Lasciano(&end, []string{"z", "b", "una"})
	many.Chiudono(&end, []string{"c"})
	if err := database.Send(ctx, &end); err != nil {
		t.Fatal(err)
	}
	var free string
	err = database.Pool.QueryRow(ctx, `SELECT string_agg(chiave || (fino <= clock_timestamp()), ' ' ORDER BY chiave) FROM turno WHERE chiave <> 'b'`).Scan(&free)
	if err != nil || free != "unafalse ztrue" {
		t.Errorf("%q %v", free, err)
	}
}

// TestWhoWaitsIsWokenByTheSignal: not by the slow look at the table, which here comes never.
func TestWhoWaitsIsWokenByTheSignal(t *testing.T) {
	t.Parallel()
	ctx, a, _, _ := replicas(t)
	first := take(ctx, t, a)
	tried, done := make(chan struct{}, 8), make(chan error, 1)
	go func() {
		done <- a.Aspetta(ctx, "una", time.Minute, time.Hour, func() (bool, error) {
			_, mine, err := a.Prendi(ctx, "una", uuid.NullUUID{})
			tried <- struct{}{}
			return mine, err
		})
	}()
	<-tried
	if err := first.Lascia(ctx); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("nobody woke who waits")
	}
	if err := a.Aspetta(ctx, "una", time.Millisecond, time.Hour, func() (bool, error) { return false, nil }); !errors.Is(err, turno.ErrOccupato) {
		t.Errorf("%v", err)
	}
	gone, stop := context.WithCancel(ctx)
	stop()
	if err := a.Aspetta(gone, "una", time.Hour, time.Hour, func() (bool, error) { return false, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestTheOldTurnsAreCarriedOver: what was being asked at the moment of an update is asked on by whoever had it, under its id, and what
// was answered already is not asked again.
func TestTheOldTurnsAreCarriedOver(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ number, old, want string }{
		"vpn": {"00029", `INSERT INTO presa (messaggio, verbale, fino, chi, esito) VALUES ('m1', '018f0000-0000-7000-8000-000000000001', 'infinity', NULL, NULL),
			('m2', '018f0000-0000-7000-8000-000000000001', '-infinity', '018f0000-0000-7000-8000-000000000002', '{"Esito": "TROVATO"}')`,
			`vpn-targa m1 t t |vpn-targa m2 t f  {"Esito": "TROVATO"}`},
		"connessione": {"00018", `INSERT INTO domicilio (id, chiave, codice_fiscale, giorno, stato, preso_fino, operazione) VALUES
			(gen_random_uuid(), 'A', 'A', '2026-05-01', 'CHIESTO', 'infinity', 'op-1'), (gen_random_uuid(), 'B', 'B', '2026-05-01', 'RISPOSTO', 'infinity', 'op-2');
			INSERT INTO visura (id, chiave, codice_fiscale, giorno, stato, preso_fino, operazione)
				VALUES (gen_random_uuid(), 'C', 'C', '2026-05-01', 'CHIESTO', '-infinity', '');
			INSERT INTO sequenza (registro, ultimo, preso_fino, preso_da) VALUES ('anpr', 7, 'infinity', gen_random_uuid()), ('altro', 7, '-infinity', NULL)`,
			`domicilio ` + digest("A|2026-05-01") + ` f t op-1|sequenza anpr f t |visura ` + digest("C|2026-05-01") + ` f f `},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var lines string
			err := testkit.MigraDa(t, name, c.number, c.old).Pool.QueryRow(t.Context(), `SELECT string_agg(concat_ws(' ', ambito, chiave, verbale IS NOT NULL,
				fino > clock_timestamp(), esterno, esito), '|' ORDER BY ambito, chiave) FROM turno`).Scan(&lines)
			if diff := cmp.Diff(c.want, lines); err != nil || diff != "" {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}

// digest is a question as its turn has it.
func digest(question string) string {
	sum := sha256.Sum256([]byte(question))
	return hex.EncodeToString(sum[:])
}
