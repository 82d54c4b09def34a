package bus_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	ambiente    *testkit.Ambiente
	bus         *bus.Bus
	pools       *db.Pools
	registro    *tenant.Directory
	consumatori *bus.Consumers
	relay       *bus.Relay
	ctx         context.Context //nolint:containedctx // of the test
}

// apparecchia makes a replica of vpn with these tenants (default: alfa and beta); tests act as the first.
func apparecchia(t *testing.T, nomi ...string) *banco {
	t.Helper()
	b := &banco{ambiente: testkit.NuovoAmbiente(t, nomi...)}
	b.pools = b.ambiente.Pools(t, "vpn")
	b.bus = testkit.Bus(t, testkit.NATS(t), "vpn")
	b.registro = tenant.NewDirectory(tenant.PlatformSource{Pools: b.pools}, tempo.Adesso)
	if err := b.registro.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.consumatori = bus.NewConsumers(b.bus, b.pools, b.registro)
	b.relay = bus.NewRelay(b.bus, b.pools, bus.SearchPath{Tenant: "vpn"}, b.registro.Active)
	nomi = append(nomi, "alfa")
	b.ctx = tenant.With(t.Context(), b.ambiente.Tenant(nomi[0]))
	return b
}

func silenzio() *slog.Logger { return slog.New(slog.DiscardHandler) }

func (b *banco) pubblica(t *testing.T, id string) {
	t.Helper()
	database, err := b.pools.Tenant(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := database.Transaction(b.ctx, func(tx *db.Tx) error {
		return tx.Publish(event.LavoroTarga{IDVerbale: id})
	}); err != nil {
		t.Fatal(err)
	}
}

func (b *banco) restano(t *testing.T) (n int) {
	t.Helper()
	database, err := b.pools.Tenant(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := database.Pool.QueryRow(b.ctx, `SELECT count(*) FROM uscita`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCommittedMessageReachesConsumerOnce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	arrivati := make(chan bus.Message, 10)
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Handle: func(ctx context.Context, m bus.Message) error {
		if tt, _ := tenant.From(ctx); tt.Nome != "alfa" {
			t.Errorf("tenant of the consumer = %q", tt.Nome)
		}
		database, err := b.pools.Tenant(ctx)
		if err != nil {
			return err
		}
		return database.Transaction(ctx, func(tx *db.Tx) error {
			nuovo, err := tx.Receive("vpn-targa", m.ID)
			if err == nil && nuovo {
				arrivati <- m
			}
			return err
		})
	}})
	b.pubblica(t, "v1")
	select {
	case m := <-arrivati:
		var corpo event.LavoroTarga
		if err := m.Decode(&corpo); err != nil || corpo.IDVerbale != "v1" || m.Object != "v1" {
			t.Errorf("message %+v, %v", m, err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the message never came")
	}
	testkit.Attendi(t, 5*time.Second, "an empty outbox", func() bool { return b.restano(t) == 0 })
}

func TestRolledBackMessageNeverLeaves(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	database, err := b.pools.Tenant(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	guasto := errors.New("guasto")
	err = database.Transaction(b.ctx, func(tx *db.Tx) error {
		if err := tx.Publish(event.LavoroTarga{IDVerbale: "v"}); err != nil {
			return err
		}
		return guasto
	})
	if !errors.Is(err, guasto) || b.restano(t) != 0 {
		t.Errorf("error %v, rows left %d", err, b.restano(t))
	}
}

func TestSweepSendsWhatADeadProcessLeft(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO uscita (id, soggetto, corpo) VALUES (gen_random_uuid(), 'lavori.vpn.targa.alfa', '{}')`)
	b.relay.Start()
	testkit.Attendi(t, 5*time.Second, "an empty outbox", func() bool { return b.restano(t) == 0 })
}

func TestFullSubjectWaitsAndOthersPass(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO uscita (id, soggetto, corpo)
		SELECT gen_random_uuid(), 'lavori.vpn.targa.alfa', '{}' FROM generate_series(1, 510)`)
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO uscita (id, soggetto, corpo) VALUES (gen_random_uuid(), 'lavori.vpn.altro.alfa', '{}')`)
	b.relay.Wake("alfa")
	testkit.Attendi(t, 10*time.Second, "ten rows kept back, the other subject gone", func() bool { return b.restano(t) == 10 })
	s, err := b.bus.JS.Stream(t.Context(), bus.StreamWork)
	if err != nil {
		t.Fatal(err)
	}
	if s.CachedInfo().State.Msgs != bus.MessagesPerSubject+1 {
		t.Errorf("messages on the bus: %d", s.CachedInfo().State.Msgs)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	t.Run("a definitive failure becomes a dead letter with its reason", func(t *testing.T) {
		t.Parallel()
		b := apparecchia(t)
		morti, err := b.bus.Conn.SubscribeSync("morti.vpn.targa.alfa")
		if err != nil {
			t.Fatal(err)
		}
		b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Handle: func(context.Context, bus.Message) error {
			return bus.Permanent(errors.New("targa impossibile"))
		}})
		b.pubblica(t, "v9")
		m, err := morti.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		var morto event.Morto
		if err := json.Unmarshal(m.Data, &morto); err != nil || morto.Motivo != "targa impossibile" || morto.SoggettoOrigine != "lavori.vpn.targa.alfa" {
			t.Errorf("dead letter %+v, %v", morto, err)
		}
	})
	t.Run("a part that is away is waited for, however often", func(t *testing.T) {
		t.Parallel()
		b := apparecchia(t)
		var volte atomic.Int32
		fatto := make(chan struct{})
		b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Attempts: 2, Handle: func(context.Context, bus.Message) error {
			if volte.Add(1) < 4 {
				return problem.NonDisponibile("ALTROVE", "assente")
			}
			close(fatto)
			return nil
		}})
		b.pubblica(t, "v2")
		select {
		case <-fatto:
		case <-time.After(20 * time.Second):
			t.Fatalf("given up after %d deliveries", volte.Load())
		}
	})
}

func TestQuestions(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	err := b.bus.Reply("prova", time.Second, func(_ context.Context, dati []byte) (any, error) {
		if string(dati) == `"no"` {
			return nil, problem.Conflitto("REGOLA", "non si può")
		}
		return map[string]string{"eco": string(dati)}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, fine := context.WithTimeout(t.Context(), 5*time.Second)
	defer fine()
	var r map[string]string
	if err := b.bus.Ask(ctx, "vpn.prova", "si", &r); err != nil || r["eco"] != `"si"` {
		t.Errorf("answer %v, %v", r, err)
	}
	if err := b.bus.Ask(ctx, "vpn.prova", "no", &r); !problem.Is(err, "REGOLA") || problem.As(err).Kind != problem.Conflicting {
		t.Errorf("refusal = %v", err)
	}
	if err := b.bus.Ask(ctx, "vpn.nessuno", "x", &r); !problem.Is(err, "MODULO_NON_DISPONIBILE") {
		t.Errorf("nobody there = %v", err)
	}
}
