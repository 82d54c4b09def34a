package bus_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// manda puts work on the bus as another service's relay does.
func (b *banco) manda(t *testing.T, nome, id, corpo string) {
	t.Helper()
	m := nats.NewMsg("lavori.vpn.targa." + nome)
	m.Data = []byte(corpo)
	if id != "" {
		m.Header["ce-id"] = []string{id}
	}
	if _, err := b.bus.JS.PublishMsg(t.Context(), m); err != nil {
		t.Fatal(err)
	}
}

// inCoda is how many messages the durable has still to see done.
func (b *banco) inCoda(t *testing.T) uint64 {
	t.Helper()
	s, err := b.bus.JS.Stream(t.Context(), bus.StreamWork)
	if err != nil {
		t.Fatal(err)
	}
	return s.CachedInfo().State.Msgs
}

// morto waits for a dead letter.
func (b *banco) morto(t *testing.T, dopo func()) event.Morto {
	t.Helper()
	arrivo, err := b.bus.Conn.SubscribeSync("morti.>")
	if err != nil {
		t.Fatal(err)
	}
	dopo()
	m, err := arrivo.NextMsg(15 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var x event.Morto
	if err := json.Unmarshal(m.Data, &x); err != nil {
		t.Fatal(err)
	}
	return x
}

func TestPanicIsAFailureLikeOthers(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var volte atomic.Int32
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Attempts: 2, Handle: func(_ context.Context, m bus.Message) error {
		volte.Add(1)
		if m.ID == "cattivo" {
			panic("guasto")
		}
		return nil
	}})
	x := b.morto(t, func() { b.manda(t, "alfa", "cattivo", `7`) })
	if x.Consegne != 2 || x.IDMessaggio != "cattivo" || string(x.Corpo) != "7" || x.Modulo != "vpn" {
		t.Errorf("%+v", x)
	}
	b.manda(t, "alfa", "buono", `{}`)
	testkit.Attendi(t, 10*time.Second, "the next message to be worked", func() bool { return volte.Load() == 3 && b.inCoda(t) == 0 })
}

// TestPoison: a payload that nobody can read dies at its first delivery, whole, and can be queued again as it was.
func TestPoison(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Batch: 1, Handle: func(_ context.Context, m bus.Message) error {
		var x struct {
			Nome string `json:"nome"`
		}
		return cmp.Or(m.Decode(&x), bus.Permanent(errors.New("guasto\x00")))
	}})
	for nome, corpo := range map[string]string{"no JSON": "\xff\x00{", "a lone surrogate": `{"a":"\ud800"}`, "a NUL": `{"a":"\u0000"}`} {
		x := b.morto(t, func() { b.manda(t, "alfa", nome, corpo) })
		if x.Consegne != 1 || x.IDMessaggio != nome || string(x.Messaggio()) != corpo {
			t.Errorf("%s: %+v", nome, x)
		}
		y := b.morto(t, func() {
			if err := b.bus.Requeue(t.Context(), x, "v", "riaccodo-"+nome); err != nil {
				t.Fatal(err)
			}
		})
		if string(y.Messaggio()) != corpo {
			t.Errorf("%s, queued again: %+v", nome, y)
		}
	}
	testkit.Attendi(t, 10*time.Second, "the queue to be empty", func() bool { return b.inCoda(t) == 0 })
}

// TestLargePoison: what kills its work and is nearly as large as the bus takes leaves the outbox too, in pieces that are one
// again; up to the last byte that fits it leaves whole.
func TestLargePoison(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Batch: 1, Handle: func(context.Context, bus.Message) error {
		return bus.Permanent(errors.New("guasto"))
	}})
	const accetta, testata = 1 << 20, 4 << 10
	// As the database writes it, which is what leaves: the payload and what is around it.
	intorno := len(`{"corpo": "", "modulo": "vpn", "motivo": "guasto", "consegne": 1, "idMessaggio": "m0", "soggettoOrigine": "lavori.vpn.targa.alfa"}`)
	for id, c := range map[string]struct {
		corpo string
		pezzi int
	}{
		"m1": {"\xff\x00" + strings.Repeat("x", 900_000), 3},
		"m2": {`"` + strings.Repeat("x", accetta-testata-intorno) + `"`, 1},
		"m3": {`"` + strings.Repeat("x", accetta-testata-intorno+1) + `"`, 2},
		"m4": {`"` + strings.Repeat("<", 300_000) + `"`, 1},
	} {
		arrivi, err := b.bus.Conn.SubscribeSync("morti.>")
		if err != nil {
			t.Fatal(err)
		}
		b.manda(t, "alfa", id, c.corpo)
		pezzi := map[string]string{}
		for len(pezzi) < c.pezzi {
			m, err := arrivi.NextMsg(15 * time.Second)
			if err != nil {
				t.Fatalf("%s: %d pieces: %v", id, len(pezzi), err)
			}
			pezzi[strings.Join(m.Header["verbali-pezzo"], "")] = string(m.Data)
		}
		testkit.Attendi(t, 10*time.Second, "an empty outbox", func() bool { return b.restano(t) == 0 && b.inCoda(t) == 0 })
		var intera []byte
		for _, chiave := range slices.Sorted(maps.Keys(pezzi)) {
			intera = append(intera, pezzi[chiave]...)
		}
		var x event.Morto
		if err := json.Unmarshal(intera, &x); err != nil || x.IDMessaggio != id || string(x.Messaggio()) != c.corpo {
			t.Errorf("%s: %v, %d bytes of %d", id, err, len(x.Messaggio()), len(c.corpo))
		}
		if err := arrivi.Unsubscribe(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestQueuedAgain: work that died keeps its id when it is queued again, and may die again.
func TestQueuedAgain(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var ids, invii []string
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Batch: 1, Handle: func(_ context.Context, m bus.Message) error {
		ids, invii = append(ids, m.ID), append(invii, m.SendID)
		if len(ids) == 3 {
			return nil
		}
		return bus.Permanent(errors.New("guasto"))
	}})
	x := b.morto(t, func() { b.manda(t, "alfa", "m1", `{"idVerbale":"v"}`) })
	y := b.morto(t, func() {
		for range 2 { // the same death, queued twice by an impatient person
			if err := b.bus.Requeue(t.Context(), x, "v", "riaccodo-1"); err != nil {
				t.Fatal(err)
			}
		}
	})
	if y.IDMessaggio != "m1" || !strings.Contains(string(y.Corpo), `"v"`) {
		t.Errorf("%+v", y)
	}
	if err := b.bus.Requeue(t.Context(), y, "v", "riaccodo-2"); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "the work to be done at last", func() bool { return b.inCoda(t) == 0 })
	if fmt.Sprint(ids, invii) != "[m1 m1 m1] [ riaccodo-1 riaccodo-2]" {
		t.Error(ids, invii)
	}
}

func TestMessageThatCannotBeRead(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Handle: func(_ context.Context, m bus.Message) error {
		var l event.LavoroTarga
		return m.Decode(&l)
	}})
	x := b.morto(t, func() { b.manda(t, "alfa", "", `{"idVerbale":7}`) })
	if x.Consegne != 1 || x.IDMessaggio == "" {
		t.Errorf("it was tried %d times, id %q", x.Consegne, x.IDMessaggio)
	}
}

func TestMessageReadsUnknownFields(t *testing.T) {
	t.Parallel()
	var l event.LavoroTarga
	if err := (bus.Message{Body: json.RawMessage(`{"idVerbale":"v","nuovo":[1]}`)}).Decode(&l); err != nil || l.IDVerbale != "v" {
		t.Errorf("%+v, %v", l, err)
	}
}

// TestDeadLetterIsWrittenOnce fails the ack after the dead letter: the message comes back.
func TestDeadLetterIsWrittenOnce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Handle: func(context.Context, bus.Message) error {
		return bus.Permanent(errors.New("mai"))
	}})
	for range 3 { // the same message under three ids of the bus
		b.manda(t, "alfa", "uno", `{}`)
	}
	testkit.Attendi(t, 10*time.Second, "the work to be over", func() bool { return b.inCoda(t) == 0 && b.restano(t) == 0 })
	s, err := b.bus.JS.Stream(t.Context(), bus.StreamDead)
	if err != nil {
		t.Fatal(err)
	}
	if n := s.CachedInfo().State.Msgs; n != 1 {
		t.Errorf("%d dead letters", n)
	}
}

func TestTenantsOfMessages(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var alfa, beta atomic.Int32
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Attempts: 1, Handle: func(ctx context.Context, _ bus.Message) error {
		switch x, _ := tenant.From(ctx); x.Nome {
		case "alfa":
			alfa.Add(1)
		case "beta":
			beta.Add(1)
		default:
			return bus.Permanent(fmt.Errorf("tenant %q", x.Nome))
		}
		return nil
	}})
	t.Run("work of a tenant that does not exist is nobody's", func(t *testing.T) {
		b.manda(t, "inventato", "a", `{}`)
		b.manda(t, "piattaforma", "b", `{}`)
		testkit.Attendi(t, 10*time.Second, "it to be thrown away", func() bool { return b.inCoda(t) == 0 })
	})
	t.Run("work of a suspended tenant waits for its return", func(t *testing.T) {
		b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'beta'`)
		if err := b.registro.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.manda(t, "beta", "c", `{}`)
		b.manda(t, "alfa", "d", `{}`)
		testkit.Attendi(t, 10*time.Second, "the other tenant's work", func() bool { return alfa.Load() == 1 && b.inCoda(t) == 1 })
		b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'ATTIVO' WHERE nome = 'beta'`)
		if err := b.registro.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		testkit.Attendi(t, 30*time.Second, "its own", func() bool { return beta.Load() == 1 && b.inCoda(t) == 0 })
	})
}

// TestSlowWorkIsNotGivenToAnother works longer than the server waits for an ack, beside a replica.
func TestSlowWorkIsNotGivenToAnother(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cons, err := b.bus.JS.Consumer(t.Context(), bus.StreamWork, "vpn-targa")
	if err != nil {
		t.Fatal(err)
	}
	cfg := cons.CachedInfo().Config
	cfg.AckWait = 300 * time.Millisecond
	if _, err := b.bus.JS.UpdateConsumer(t.Context(), bus.StreamWork, cfg); err != nil {
		t.Fatal(err)
	}
	var volte atomic.Int32
	lento := bus.Consumption{Durable: "vpn-targa", Handle: func(context.Context, bus.Message) error {
		volte.Add(1)
		time.Sleep(5 * cfg.AckWait)
		return nil
	}}
	b.consumatori.Start(lento)
	bus.NewConsumers(testkitBus(t, b), b.pools, b.registro).Start(lento)
	b.manda(t, "alfa", "uno", `{}`)
	testkit.Attendi(t, 15*time.Second, "the work to end", func() bool { return b.inCoda(t) == 0 })
	if volte.Load() != 1 {
		t.Errorf("it was worked %d times", volte.Load())
	}
}

// testkitBus is one more connection to the same server.
func testkitBus(t *testing.T, b *banco) *bus.Bus {
	t.Helper()
	altro, err := bus.Open(bus.Options{URL: b.bus.Conn.ConnectedUrl(), Module: "vpn", Log: silenzio()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(altro.Close)
	return altro
}

func TestStopFinishesWhatWasTaken(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	proprio := testkitBus(t, b)
	dentro, avanti := make(chan struct{}), make(chan struct{})
	var fatti atomic.Int32
	bus.NewConsumers(proprio, b.pools, b.registro).Start(bus.Consumption{Durable: "vpn-targa", Batch: 1,
		Handle: func(ctx context.Context, m bus.Message) error {
			if fatti.Add(1) == 1 {
				close(dentro)
				<-avanti
			}
			database, err := b.pools.Tenant(ctx)
			if err != nil {
				return err
			}
			return database.Transaction(ctx, func(tx *db.Tx) error { _, err := tx.Receive("vpn-targa", m.ID); return err })
		}})
	for _, id := range []string{"uno", "due", "tre"} {
		b.manda(t, "alfa", id, `{}`)
	}
	<-dentro
	chiuso := make(chan struct{})
	go func() { defer close(chiuso); proprio.Close() }()
	select {
	case <-chiuso:
		t.Error("it stopped in the middle of the work")
	case <-time.After(100 * time.Millisecond):
	}
	close(avanti)
	<-chiuso
	if fatti.Load() != 1 {
		t.Errorf("%d messages were taken while it stopped", fatti.Load())
	}
	testkit.Attendi(t, 5*time.Second, "the ack of the one that was worked", func() bool { return b.inCoda(t) == 2 })
	proprio.Close()
}

func TestManyMessagesAreWorkedOnceByTwoReplicas(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var effetti atomic.Int32
	consumo := bus.Consumption{Durable: "vpn-targa", Batch: 8, Handle: func(ctx context.Context, m bus.Message) error {
		database, err := b.pools.Tenant(ctx)
		if err != nil {
			return err
		}
		if m.Deliveries == 1 && m.ID[len(m.ID)-1] == '3' {
			return problem.NonDisponibile("ALTROVE", "una volta su dieci")
		}
		return database.Transaction(ctx, func(tx *db.Tx) error {
			nuovo, err := tx.Receive("vpn-targa", m.ID)
			if err == nil && nuovo {
				effetti.Add(1)
			}
			return err
		})
	}}
	b.consumatori.Start(consumo)
	bus.NewConsumers(testkitBus(t, b), b.pools, b.registro).Start(consumo)
	for i := range 200 {
		b.manda(t, "alfa", fmt.Sprintf("m%d", i%100), `{}`) // each twice
	}
	testkit.Attendi(t, 30*time.Second, "the work to end", func() bool { return b.inCoda(t) == 0 })
	if effetti.Load() != 100 {
		t.Errorf("%d effects of 100 messages", effetti.Load())
	}
}

func TestUnknownDurableIsToldAndWorksNothing(t *testing.T) {
	t.Parallel()
	log, detto := testkit.Log(t)
	b, err := bus.Open(bus.Options{URL: testkit.NATS(t).URL(), Module: "vpn", Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	bus.NewConsumers(b, nil, tenant.NewDirectory(nil, tempo.Adesso)).Start(bus.Consumption{Durable: "inventato"})
	if len(detto.Con("durevole sconosciuto")) != 1 {
		t.Error("nobody is told")
	}
}

func TestPreparationIsIdempotent(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.manda(t, "alfa", "uno", `{}`)
	for range 2 {
		if err := bus.Prepare(t.Context(), b.bus.JS, 1); err != nil {
			t.Fatal(err)
		}
	}
	if b.inCoda(t) != 1 {
		t.Error("work was lost")
	}
	for _, d := range bus.Durables() {
		c, err := b.bus.JS.Consumer(t.Context(), d.Stream, d.Name)
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		if cfg := c.CachedInfo().Config; cfg.MaxDeliver != -1 || cfg.AckPolicy != jetstream.AckExplicitPolicy || cfg.FilterSubject != d.Filter {
			t.Errorf("%s: %+v", d.Name, cfg)
		}
	}
	s, err := b.bus.JS.Stream(t.Context(), bus.StreamWork)
	if err != nil {
		t.Fatal(err)
	}
	if cfg := s.CachedInfo().Config; cfg.Duplicates < 15*time.Minute || !cfg.DiscardNewPerSubject || cfg.Retention != jetstream.WorkQueuePolicy {
		t.Errorf("%+v", cfg)
	}
}
