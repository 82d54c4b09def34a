package db_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tracing"
)

// effetto writes one of each thing that a transaction carries.
func effetto(tx *db.Tx) error {
	nuovo, err := tx.Receive("vpn-targa", "m1")
	return errors.Join(err, map[bool]error{false: errors.New("taken already")}[nuovo],
		tx.Publish(event.LavoroTarga{IDVerbale: "v1"}),
		tx.Audit(db.Access{Attore: "op", Azione: "PROVA", OggettoTipo: "verbale", Oggetto: "v1", Motivo: "prova"}))
}

func conteggi(t *testing.T, b *db.Database) [3]int {
	t.Helper()
	return [3]int{
		numero(t, b.Pool, `SELECT count(*) FROM ricevuto`),
		numero(t, b.Pool, `SELECT count(*) FROM uscita`), numero(t, b.Pool, `SELECT count(*) FROM registro`),
	}
}

func TestEffectMessagesAndAuditAreOneThing(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	p := a.Pools(t, "vpn")
	var sveglie atomic.Int32
	var svegliaDentro atomic.Bool
	ctx, b := database(t, p, a, "alfa")
	p.OnPublish(func(nome string, righe []db.OutboxRow) {
		sveglie.Add(1)
		svegliaDentro.Store(nome != "alfa" || numero(t, b.Pool, `SELECT count(*) FROM uscita`) != len(righe))
	})
	guasto := errors.New("guasto")
	for nome, f := range map[string]func(tx *db.Tx) error{
		"an error at the end": func(tx *db.Tx) error { return errors.Join(effetto(tx), guasto) },
		"a statement that fails": func(tx *db.Tx) error {
			if err := effetto(tx); err != nil {
				return err
			}
			return tx.Exec(`SELECT 1/0`).Error
		},
		"a statement that fails and is passed over": func(tx *db.Tx) error {
			err := effetto(tx)
			_ = tx.Exec(`SELECT 1/0`).Error // the transaction is lost all the same: its commit fails
			return err
		},
	} {
		if err := b.Transaction(ctx, f); err == nil {
			t.Errorf("%s: committed", nome)
		}
		if n := conteggi(t, b); n != [3]int{} || sveglie.Load() != 0 {
			t.Errorf("%s left %v and %d calls", nome, n, sveglie.Load())
		}
	}
	func() {
		defer func() { _ = recover() }()
		_ = b.Transaction(ctx, func(tx *db.Tx) error { _ = effetto(tx); panic("x") })
	}()
	if n := conteggi(t, b); n != [3]int{} || sveglie.Load() != 0 {
		t.Errorf("a panic left %v and %d calls", n, sveglie.Load())
	}
	if err := b.Transaction(ctx, effetto); err != nil {
		t.Fatal(err)
	}
	if n := conteggi(t, b); n != [3]int{1, 1, 1} || sveglie.Load() != 1 || svegliaDentro.Load() {
		t.Errorf("committed %v with %d calls, before the commit: %v", n, sveglie.Load(), svegliaDentro.Load())
	}
	incerto := b.Transaction(ctx, func(tx *db.Tx) error {
		err := tx.Publish(event.LavoroTarga{IDVerbale: "v2"})
		_ = tx.Exec(`SELECT pg_terminate_backend(pg_backend_pid())`).Error // the server goes before it answers the commit
		return err
	})
	if !db.Unreachable(incerto) || sveglie.Load() != 2 {
		t.Errorf("a commit without an answer: %v, %d calls", incerto, sveglie.Load())
	}
	sveglie.Store(1)
	if err := b.Transaction(ctx, func(tx *db.Tx) error { return tx.Audit(db.Access{Attore: "a", Azione: "b"}) }); err != nil || sveglie.Load() != 1 {
		t.Errorf("a transaction without messages: %v, %d calls", err, sveglie.Load())
	}
}

func TestErrorsOfAUseCaseComeBackAsTheyAre(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	ctx, b := database(t, a.Pools(t, "vpn"), a, "alfa")
	mio := errors.New("mio")
	if err := b.Transaction(ctx, func(*db.Tx) error { return mio }); !errors.Is(err, mio) {
		t.Errorf("%v", err)
	}
	doppia := func(tx *db.Tx) error {
		return tx.Exec(`INSERT INTO ricevuto (consumatore, id) VALUES ('a', '1'), ('a', '1')`).Error
	}
	if vincolo, doppio := db.Duplicate(b.Transaction(ctx, doppia)); !doppio || vincolo != "ricevuto_pkey" {
		t.Errorf("constraint %q, %v", vincolo, doppio)
	}
	via, fine := context.WithCancel(ctx)
	fine()
	if err := b.Transaction(via, effetto); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestMessageIsTakenOnce(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	ctx, b := database(t, a.Pools(t, "vpn"), a, "alfa")
	prendi := func(consumatore, id string) (nuovo bool) {
		t.Helper()
		if err := b.Transaction(ctx, func(tx *db.Tx) (err error) {
			nuovo, err = tx.Receive(consumatore, id)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return nuovo
	}
	if !prendi("a", "1") || prendi("a", "1") || !prendi("b", "1") || !prendi("a", "2") {
		t.Error("a message was taken twice, or not at all")
	}
}

func TestRowOfAMessage(t *testing.T) {
	t.Parallel()
	spegni, err := tracing.Start(t.Context(), "prova", "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = spegni(context.Background()) }()
	sc := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}, TraceFlags: trace.FlagsSampled})
	ctx := trace.ContextWithSpanContext(t.Context(), sc)
	r, err := db.NewOutboxRow(ctx, "alfa", event.LavoroTarga{IDVerbale: "v1", Motivo: "M"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Subject != "lavori.vpn.targa.alfa" || r.Object != "v1" || string(r.Body) != `{"idVerbale":"v1","motivo":"M"}` || r.ID.Version() != 7 {
		t.Errorf("%+v", r)
	}
	if !strings.Contains(r.Trace, sc.TraceID().String()) {
		t.Errorf("trace %q", r.Trace)
	}
	grande := event.LavoroTarga{IDVerbale: "v1", Motivo: strings.Repeat("x", 300<<10)}
	if _, err := db.NewOutboxRow(ctx, "alfa", grande); err == nil {
		t.Error("a message that the bus would refuse was taken")
	}
}

func TestAuditOnlyGrows(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	ctx, b := database(t, a.Pools(t, "vpn"), a, "alfa")
	if err := b.Audit(ctx, db.Access{Attore: "op.alfa", Azione: "CONSULTA", OggettoTipo: "targa", Oggetto: "AB123CD", Motivo: "CONTROLLO",
		Esito: "OK", Indirizzo: "203.0.113.9", Traccia: "t"}); err != nil {
		t.Fatal(err)
	}
	owner := a.Collega(t, "vpn", "alfa")
	for _, sql := range []string{`UPDATE registro SET attore = 'x'`, `DELETE FROM registro`, `TRUNCATE registro`, `DELETE FROM registro WHERE false`} {
		var pg *pgconn.PgError
		if _, err := owner.Exec(ctx, sql); !errors.As(err, &pg) || pg.Code != "23001" {
			t.Errorf("%s, by the owner: %v", sql, err)
		}
		if _, err := b.Pool.Exec(ctx, sql); !negato(err) {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if n := numero(t, b.Pool, `SELECT count(*) FROM registro WHERE attore = 'op.alfa' AND motivo = 'CONTROLLO' AND quando > now() - interval '1 minute'`); n != 1 {
		t.Errorf("%d lines", n)
	}
}

func TestEffectsOfATransactionOfPgx(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	ctx, b := database(t, a.Pools(t, "vpn"), a, "alfa")
	riga := db.Access{Attore: "op", Azione: "PROVA", OggettoTipo: "verbale", Oggetto: "v1", Motivo: "m", Esito: "OK", Indirizzo: "192.0.2.1", Traccia: "t"}
	guasto := errors.New("guasto")
	for _, fine := range []error{guasto, nil} {
		err := pgx.BeginFunc(ctx, b.Pool, func(tx pgx.Tx) error {
			return errors.Join(db.Enqueue(ctx, tx, "alfa", event.LavoroTarga{IDVerbale: "v1"}), db.Audit(ctx, tx, riga), fine)
		})
		if !errors.Is(err, fine) {
			t.Fatal(err)
		}
		if n := conteggi(t, b); n != map[bool][3]int{true: {0, 1, 1}}[fine == nil] {
			t.Errorf("%v with the error %v", n, fine)
		}
	}
	if n := numero(t, b.Pool, `SELECT count(*) FROM uscita WHERE soggetto = 'lavori.vpn.targa.alfa' AND oggetto = 'v1' AND corpo->>'idVerbale' = 'v1'`); n != 1 {
		t.Error("another message")
	}
	var scritta db.Access
	if err := b.Gorm(ctx).First(&scritta).Error; err != nil {
		t.Fatal(err)
	}
	if scritta.Quando = (time.Time{}); scritta != riga {
		t.Errorf("%+v", scritta)
	}
}
