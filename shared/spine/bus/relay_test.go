package bus_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// righe puts n messages into an outbox without waking anybody, as a process that was killed after its
// commit leaves them: number i is about fine i % fini and carries i.
func (b *banco) righe(t *testing.T, nome, soggetto string, n, fini int) {
	t.Helper()
	b.ambiente.Esegui(t, "vpn", nome, `INSERT INTO uscita (id, soggetto, oggetto, corpo)
		SELECT gen_random_uuid(), $1, 'v' || (i % $3), jsonb_build_object('n', i) FROM generate_series(1, $2::int) i`, soggetto, n, fini)
}

// sulBus reads what a stream holds: the numbers by fine, in order of arrival.
func (b *banco) sulBus(t *testing.T, filtro string) map[string][]int {
	t.Helper()
	nome, err := b.bus.JS.StreamNameBySubject(t.Context(), filtro)
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.bus.JS.Stream(t.Context(), nome)
	if err != nil {
		t.Fatal(err)
	}
	arrivi := map[string][]int{}
	if s.CachedInfo().State.Msgs == 0 {
		return arrivi
	}
	for n := s.CachedInfo().State.FirstSeq; n <= s.CachedInfo().State.LastSeq; n++ {
		m, err := s.GetMsg(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if m.Subject != filtro {
			continue
		}
		var corpo struct {
			N int `json:"n"`
		}
		if err := json.Unmarshal(m.Data, &corpo); err != nil {
			t.Fatal(err)
		}
		fine := m.Header.Get("ce-subject")
		arrivi[fine] = append(arrivi[fine], corpo.N)
	}
	return arrivi
}

// inOrdine checks that each of n messages over so many fines came once, and in the order of its fine.
func inOrdine(t *testing.T, arrivi map[string][]int, n, fini int) {
	t.Helper()
	attesi := map[string][]int{}
	for i := 1; i <= n; i++ {
		fine := fmt.Sprintf("v%d", i%fini)
		attesi[fine] = append(attesi[fine], i)
	}
	if diff := cmp.Diff(attesi, arrivi); diff != "" {
		t.Errorf("messages by fine (-written +arrived):\n%s", diff)
	}
}

// processo is one more replica of vpn on the same databases and the same bus.
func (b *banco) processo(t *testing.T) *bus.Relay {
	t.Helper()
	p := b.ambiente.Pools(t, "vpn")
	altro, err := bus.Open(bus.Options{URL: b.bus.Conn.ConnectedUrl(), Module: "vpn", Log: silenzio()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(altro.Close)
	testkit.Attendi(t, 5*time.Second, "the connection", altro.Conn.IsConnected)
	return bus.NewRelay(altro, p, bus.SearchPath{Tenant: "vpn"}, b.registro.Active)
}

func TestTwoProcessesRelayOneOutbox(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	altra := b.processo(t)
	const n, fini = 1500, 40
	b.righe(t, "alfa", "fatti.alfa.prova.numero", n, fini)
	for range 20 {
		b.relay.Wake("alfa")
		altra.Wake("alfa")
	}
	testkit.Attendi(t, 20*time.Second, "an empty outbox", func() bool { return b.restano(t) == 0 })
	inOrdine(t, b.sulBus(t, "fatti.alfa.prova.numero"), n, fini)
}

// TestPublishedButNotDeleted is a relay killed between the two: the rows leave again and the bus
// recognises them.
func TestPublishedButNotDeleted(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.righe(t, "alfa", "fatti.alfa.prova.numero", 30, 5)
	b.ambiente.Esegui(t, "vpn", "alfa", `CREATE TABLE copia AS TABLE uscita`)
	b.relay.Wake("alfa")
	testkit.Attendi(t, 10*time.Second, "an empty outbox", func() bool { return b.restano(t) == 0 })
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO uscita (id, soggetto, oggetto, corpo) SELECT id, soggetto, oggetto, corpo FROM copia ORDER BY posizione`)
	b.relay.Wake("alfa")
	testkit.Attendi(t, 10*time.Second, "an empty outbox again", func() bool { return b.restano(t) == 0 })
	inOrdine(t, b.sulBus(t, "fatti.alfa.prova.numero"), 30, 5)
}

// TestWhatWasLeftLeavesWhenTheTenantsAreKnown starts as a service does: the sweep at the connection
// finds no tenant, because they have not been read yet.
func TestWhatWasLeftLeavesWhenTheTenantsAreKnown(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.righe(t, "alfa", "fatti.alfa.prova.numero", 3, 3)
	b.righe(t, "beta", "fatti.beta.prova.numero", 3, 3)
	registro := tenant.NewDirectory(tenant.PlatformSource{Pools: b.pools}, tempo.Adesso)
	s := bus.NewRelay(b.bus, b.pools, bus.SearchPath{Tenant: "vpn"}, registro.Active)
	registro.OnChange(s.Follow)
	s.Start()
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'beta'`)
	if err := registro.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "an empty outbox", func() bool { return b.restano(t) == 0 })
	if n := len(b.sulBus(t, "fatti.beta.prova.numero")); n != 0 {
		t.Errorf("%d messages of a suspended tenant left", n)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'ATTIVO' WHERE nome = 'beta'`)
	if err := registro.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "the messages of the tenant taken up again", func() bool { return len(b.sulBus(t, "fatti.beta.prova.numero")) == 3 })
}

// TestFullSubjectIsNotOvertakenWithinItsFine fills a subject; messages of the same fines on another
// subject wait behind, those of other fines pass, however many rows lie before them.
func TestFullSubjectIsNotOvertakenWithinItsFine(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	const inPiu = 700 // more than a page
	b.righe(t, "alfa", "lavori.vpn.targa.alfa", bus.MessagesPerSubject+inPiu, 10_000)
	b.righe(t, "alfa", "fatti.alfa.prova.numero", 1200, 10_000) // the same fines; the first 500 are free
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO uscita (id, soggetto, oggetto, corpo) VALUES
		(gen_random_uuid(), 'fatti.alfa.altra.cosa', 'un-altro', '{"n":1}'),
		(gen_random_uuid(), 'fatti.alfa.altra.cosa', 'davanti', '{"n":1}'), (gen_random_uuid(), 'lavori.vpn.targa.alfa', 'davanti', '{"n":2}')`)
	b.relay.Wake("alfa")
	testkit.Attendi(t, 20*time.Second, "only what is stuck to stay", func() bool { return b.restano(t) == 2*inPiu+1 })
	if len(b.sulBus(t, "fatti.alfa.altra.cosa")) != 2 {
		t.Error("the message of another fine is held up")
	}
	if n := len(b.sulBus(t, "fatti.alfa.prova.numero")); n != bus.MessagesPerSubject {
		t.Errorf("%d facts left, %d were free to", n, bus.MessagesPerSubject)
	}
	var fatti atomic.Int32
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Batch: 16, Handle: func(context.Context, bus.Message) error {
		fatti.Add(1)
		return nil
	}})
	testkit.Attendi(t, 30*time.Second, "everything to leave once the work is done", func() bool {
		return b.restano(t) == 0 && fatti.Load() == bus.MessagesPerSubject+inPiu+1
	})
}

func TestMessageThatTheBusRefusesHoldsOnlyItsFineUp(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	log, detto := testkit.Log(t)
	proprio, err := bus.Open(bus.Options{URL: b.bus.Conn.ConnectedUrl(), Module: "vpn", Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(proprio.Close)
	testkit.Attendi(t, 5*time.Second, "the connection", proprio.Conn.IsConnected)
	s := bus.NewRelay(proprio, b.pools, bus.SearchPath{Tenant: "vpn"}, b.registro.Active)
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO uscita (id, soggetto, oggetto, corpo) VALUES
		(gen_random_uuid(), 'fatti.alfa.prova.numero', 'grande', jsonb_build_object('n', 1, 'x', repeat('x', 2000000))),
		(gen_random_uuid(), 'nessuno.stream.qui', 'perso', '{}')`)
	b.righe(t, "alfa", "fatti.alfa.prova.numero", 20, 20)
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO uscita (id, soggetto, oggetto, corpo) VALUES (gen_random_uuid(), 'fatti.alfa.prova.numero', 'grande', '{"n":2}')`)
	for range 2 {
		s.Wake("alfa")
		testkit.Attendi(t, 10*time.Second, "the others to pass", func() bool { return b.restano(t) == 3 })
		b.pubblica(t, "un-altro") // wakes the relay, which finds them again
		testkit.Attendi(t, 10*time.Second, "the next to pass", func() bool { return b.restano(t) == 3 })
	}
	if n := len(detto.Con("messaggio che il bus non accetta: resta nell'uscita")); n != 2 {
		t.Errorf("the log tells %d times of two messages", n)
	}
	if len(b.sulBus(t, "fatti.alfa.prova.numero")["grande"]) != 0 {
		t.Error("a message overtook the one of its fine that cannot leave")
	}
}

// TestStuckTenantsDoNotHoldASweepUp has more stuck tenants than a sweep has connections.
func TestStuckTenantsDoNotHoldASweepUp(t *testing.T) {
	t.Parallel()
	nomi := []string{"aaa", "bbb", "ccc", "zeta"}
	b := apparecchia(t, nomi...)
	for _, nome := range nomi[:3] {
		b.righe(t, nome, "lavori.vpn.targa."+nome, bus.MessagesPerSubject+1, 10_000)
	}
	b.righe(t, "zeta", "fatti.zeta.prova.numero", 1, 1)
	b.relay.Start()
	testkit.Attendi(t, 20*time.Second, "the last tenant's message", func() bool { return len(b.sulBus(t, "fatti.zeta.prova.numero")) == 1 })
}

func TestInboxForgetsAfter45Days(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO ricevuto (consumatore, id, quando) VALUES
		('a', 'vecchio', now() - interval '45 days 1 minute'), ('a', 'quasi', now() - interval '44 days 23 hours'), ('a', 'nuovo', now())`)
	b.relay.Start()
	conn := b.ambiente.Collega(t, "vpn", "alfa")
	testkit.Attendi(t, 10*time.Second, "the oldest to be forgotten, and it alone", func() bool {
		var restano string
		err := conn.QueryRow(t.Context(), `SELECT string_agg(id, ' ' ORDER BY id) FROM ricevuto`).Scan(&restano)
		return err == nil && restano == "nuovo quasi"
	})
}

func TestMessageIsDressedAsCloudEvent(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	database, err := b.pools.Tenant(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := database.Transaction(b.ctx, func(tx *db.Tx) error {
		return tx.Publish(event.IndagineEsito{IDVerbale: "v1", IDIndagine: "i1", Esito: event.IndagineTrovata})
	}); err != nil {
		t.Fatal(err)
	}
	s, err := b.bus.JS.Stream(t.Context(), bus.StreamFacts)
	if err != nil {
		t.Fatal(err)
	}
	var m *jetstream.RawStreamMsg
	testkit.Attendi(t, 10*time.Second, "the message", func() bool {
		m, err = s.GetLastMsgForSubject(t.Context(), "fatti.alfa.indagine.esito")
		return err == nil
	})
	quando, err := time.Parse(time.RFC3339Nano, m.Header.Get("ce-time"))
	if err != nil || time.Since(quando) > time.Minute || m.Header.Get("ce-id") == "" || m.Header.Get("ce-id") != m.Header.Get("Nats-Msg-Id") {
		t.Errorf("%v: %v", m.Header, err)
	}
	for k, v := range map[string]string{
		"ce-specversion": "1.0", "ce-type": "fatti.indagine.esito", "ce-source": "/verbali/vpn", "ce-subject": "v1", "content-type": "application/json",
	} {
		if m.Header.Get(k) != v {
			t.Errorf("%s = %q", k, m.Header[k])
		}
	}
}
