package bus_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// numerato is a message about a fine; the table keeps its number with a minus (segna), so that who reads it tells where it came from.
type numerato struct {
	N     int    `json:"n"`
	Fine  string `json:"-"`
	Presa string `json:"-"` // its subject; "": a fact
}

func (n numerato) Soggetto(tenant string) string {
	if n.Presa != "" {
		return n.Presa
	}
	return "fatti." + tenant + ".prova.numero"
}
func (n numerato) Oggetto() string { return n.Fine }

// segna turns the sign of the numbers that the table of alfa keeps.
func (b *banco) segna(t *testing.T) {
	t.Helper()
	b.ambiente.Esegui(t, "vpn", "alfa", `CREATE FUNCTION segna() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		NEW.corpo := jsonb_build_object('n', - (NEW.corpo->>'n')::int); RETURN NEW; END $$`)
	b.ambiente.Esegui(t, "vpn", "alfa", `CREATE TRIGGER segna BEFORE INSERT ON uscita FOR EACH ROW EXECUTE FUNCTION segna()`)
}

// scrivi publishes messages in one commit.
func (b *banco) scrivi(t *testing.T, messaggi ...event.Corpo) {
	t.Helper()
	if err := scriviCon(b.ctx, b.pools, messaggi...); err != nil {
		t.Fatal(err)
	}
}

func scriviCon(ctx context.Context, p *db.Pools, messaggi ...event.Corpo) error {
	database, err := p.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		for _, m := range messaggi {
			if err := tx.Publish(m); err != nil {
				return err
			}
		}
		return nil
	})
}

// arrivano waits for an empty outbox and compares what the facts of alfa say, by fine.
func (b *banco) arrivano(t *testing.T, attesi map[string][]int) {
	t.Helper()
	testkit.Attendi(t, 20*time.Second, "an empty outbox", func() bool { return b.restano(t) == 0 })
	if diff := cmp.Diff(attesi, b.sulBus(t, "fatti.alfa.prova.numero")); diff != "" {
		t.Errorf("messages by fine, those of the table negative (-wanted +arrived):\n%s", diff)
	}
}

func TestCommitLeavesWithoutReadingTheTable(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.segna(t)
	b.scrivi(t, numerato{N: 1, Fine: "a"}, numerato{N: 2, Fine: "b"}, numerato{N: 3, Fine: "a"})
	b.arrivano(t, map[string][]int{"a": {1, 3}, "b": {2}})
	b.scrivi(t, numerato{N: 4, Fine: "b"})
	b.arrivano(t, map[string][]int{"a": {1, 3}, "b": {2, 4}})
}

// TestRowsInMemoryDoNotOvertakeTheTable finds what a dead process left before the commit of this one.
func TestRowsInMemoryDoNotOvertakeTheTable(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.segna(t)
	b.righe(t, "alfa", "fatti.alfa.prova.numero", 700, 1) // more than a page
	b.scrivi(t, numerato{N: 1000, Fine: "v0"})
	testkit.Attendi(t, 20*time.Second, "an empty outbox", func() bool { return b.restano(t) == 0 })
	v0 := b.sulBus(t, "fatti.alfa.prova.numero")["v0"]
	if len(v0) != 701 || v0[0] != -1 || v0[699] != -700 || v0[700] != -1000 {
		t.Errorf("%d messages: %v", len(v0), v0)
	}
	b.scrivi(t, numerato{N: 1001, Fine: "v0"})
	testkit.Attendi(t, 20*time.Second, "an empty outbox", func() bool { return b.restano(t) == 0 })
	if v0 = b.sulBus(t, "fatti.alfa.prova.numero")["v0"]; len(v0) != 702 || v0[701] != 1001 {
		t.Errorf("once the table is empty, the last came as %v", v0[len(v0)-1])
	}
}

// TestMemoryWaitsForTheRelayElsewhere has another process at the outbox, which takes what this one has committed.
func TestMemoryWaitsForTheRelayElsewhere(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	altrove := b.ambiente.Collega(t, "vpn", "alfa")
	esegui := func(sql string) {
		t.Helper()
		if _, err := altrove.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	esegui(`SELECT pg_advisory_lock(hashtext('verbali.uscita.vpn'))`)
	b.scrivi(t, numerato{N: 1, Fine: "a"})
	if err := scriviCon(tenant.With(t.Context(), b.ambiente.Tenant("beta")), b.pools, numerato{N: 1, Fine: "b"}); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "another tenant's message", func() bool { return len(b.sulBus(t, "fatti.beta.prova.numero")) == 1 })
	esegui(`DELETE FROM uscita`)
	esegui(`SELECT pg_advisory_unlock_all()`)
	b.scrivi(t, numerato{N: 2, Fine: "a"})
	b.arrivano(t, map[string][]int{"a": {2}})
}

// TestMoreThanMemoryHoldsLeavesFromTheTable writes more rows, or more bytes, than a tenant may have waiting in memory.
func TestMoreThanMemoryHoldsLeavesFromTheTable(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.segna(t)
	attesi := map[string][]int{}
	var molti []event.Corpo
	for i := 1; i <= 501; i++ {
		molti = append(molti, numerato{N: i, Fine: "a"})
		attesi["a"] = append(attesi["a"], -i)
	}
	b.scrivi(t, molti...)
	b.arrivano(t, attesi)
}

func TestRolledBackRowsLeaveNowhere(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	database, err := b.pools.Tenant(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	b.ambiente.Esegui(t, "vpn", "alfa", `CREATE TABLE unico (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)`)
	guasto := errors.New("guasto")
	for nome, fine := range map[string]func(*db.Tx) error{
		"given up":              func(*db.Tx) error { return guasto },
		"refused at the commit": func(tx *db.Tx) error { return tx.Exec(`INSERT INTO unico VALUES (1), (1)`).Error },
	} {
		err := database.Transaction(b.ctx, func(tx *db.Tx) error {
			return errors.Join(tx.Publish(numerato{N: 1, Fine: "a"}), fine(tx))
		})
		if err == nil {
			t.Errorf("%s: committed", nome)
		}
	}
	b.scrivi(t, numerato{N: 2, Fine: "a"})
	b.arrivano(t, map[string][]int{"a": {2}})
}

// TestFullSubjectIsNotOvertakenFromMemory fills a subject; what later commits write of the same fine waits behind, that of others passes.
func TestFullSubjectIsNotOvertakenFromMemory(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var molti []event.Corpo
	for i := range bus.MessagesPerSubject {
		molti = append(molti, event.LavoroTarga{IDVerbale: fmt.Sprintf("v%d", i)})
	}
	b.scrivi(t, molti...)
	testkit.Attendi(t, 20*time.Second, "a full subject", func() bool { return b.restano(t) == 0 })
	const lavoro = "lavori.vpn.targa.alfa"
	b.scrivi(t, numerato{N: 1, Fine: "a"}, numerato{N: 2, Fine: "a", Presa: lavoro}, numerato{N: 3, Fine: "a"})
	b.scrivi(t, numerato{N: 4, Fine: "b"})
	b.scrivi(t, numerato{N: 5, Fine: "a"})
	testkit.Attendi(t, 20*time.Second, "the others to pass", func() bool { return b.restano(t) == 3 })
	if diff := cmp.Diff(map[string][]int{"a": {1}, "b": {4}}, b.sulBus(t, "fatti.alfa.prova.numero")); diff != "" {
		t.Errorf("(-wanted +arrived):\n%s", diff)
	}
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Batch: 16, Handle: func(context.Context, bus.Message) error { return nil }})
	b.arrivano(t, map[string][]int{"a": {1, 3, 5}, "b": {4}})
}

// TestOrderOfAFineUnderKills has two replicas write about the same fines while their connections to the database, and one of the
// two replicas, die. What a fine's history says is what the bus has, once each and in its order.
func TestOrderOfAFineUnderKills(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	const fini, mani, quanti = 5, 6, 60
	b.ambiente.Esegui(t, "vpn", "alfa", `CREATE TABLE storia (fine text PRIMARY KEY, ultimo int NOT NULL DEFAULT 0)`)
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO storia SELECT 'v' || i FROM generate_series(0, $1::int - 1) i`, fini)
	b.ambiente.Esegui(t, "vpn", "alfa", `GRANT ALL ON storia TO PUBLIC`)
	repliche := []*db.Pools{b.pools, b.replica(t), b.replica(t)}
	var fatti, falliti atomic.Int32
	var g sync.WaitGroup
	for mano := range mani {
		g.Go(func() {
			for i := range quanti {
				if passoDiStoria(b.ctx, repliche[mano%len(repliche)], fmt.Sprintf("v%d", (mano+i)%fini)) != nil {
					falliti.Add(1) // nothing is left, or all
				}
				fatti.Add(1)
			}
		})
	}
	conn := b.ambiente.Collega(t, "vpn", "alfa")
	for colpo := range int32(4) {
		testkit.Attendi(t, time.Minute, "some to be written", func() bool { return fatti.Load() >= mani*quanti*(colpo+1)/6 })
		if _, err := conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()
			AND usename = current_user`); err != nil {
			t.Fatal(err)
		}
	}
	g.Wait()
	b.relay.Wake("alfa") // for what a commit left that nobody heard of
	attesi := map[string][]int{}
	for fine, ultimo := range b.storie(t) {
		for n := 1; n <= ultimo; n++ {
			attesi[fine] = append(attesi[fine], n)
		}
	}
	b.arrivano(t, attesi)
	if falliti.Load() == 0 {
		t.Error("nobody died")
	}
}

// replica is one more process of vpn on the same databases and the same bus.
func (b *banco) replica(t *testing.T) *db.Pools {
	t.Helper()
	p := b.ambiente.Pools(t, "vpn")
	altro, err := bus.Open(bus.Options{URL: b.bus.Conn.ConnectedUrl(), Module: "vpn", Log: silenzio()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(altro.Close)
	bus.NewRelay(altro, p, bus.SearchPath{Tenant: "vpn"}, b.registro.Active)
	testkit.Attendi(t, 5*time.Second, "the connection", altro.Conn.IsConnected)
	return p
}

// passoDiStoria moves a fine one step on and tells it, in one commit.
func passoDiStoria(ctx context.Context, p *db.Pools, fine string) error {
	database, err := p.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		var n int
		if err := tx.Raw(`UPDATE storia SET ultimo = ultimo + 1 WHERE fine = ? RETURNING ultimo`, fine).Scan(&n).Error; err != nil {
			return err
		}
		return tx.Publish(numerato{N: n, Fine: fine})
	})
}

func (b *banco) storie(t *testing.T) map[string]int {
	t.Helper()
	rows, err := b.ambiente.Collega(t, "vpn", "alfa").Query(t.Context(), `SELECT fine, ultimo FROM storia`)
	if err != nil {
		t.Fatal(err)
	}
	storie := map[string]int{}
	var fine string
	var ultimo int
	if _, err := pgx.ForEachRow(rows, []any{&fine, &ultimo}, func() error { storie[fine] = ultimo; return nil }); err != nil {
		t.Fatal(err)
	}
	return storie
}
