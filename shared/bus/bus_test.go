package bus_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
	"github.com/piattaforma-verbali/verbali/shared/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	ambiente    *testkit.Ambiente
	bus         *bus.Bus
	piscine     *db.Piscine
	registro    *tenant.Registro
	consumatori *bus.Consumatori
	staffetta   *bus.Staffetta
	ctx         context.Context //nolint:containedctx // of the test
}

// apparecchia makes a replica of vpn with these tenants (default: alfa and beta); tests act as the first.
func apparecchia(t *testing.T, nomi ...string) *banco {
	t.Helper()
	b := &banco{ambiente: testkit.NuovoAmbiente(t, nomi...)}
	b.piscine = b.ambiente.Piscine(t, "vpn")
	b.bus = testkit.Bus(t, testkit.NATS(t), "vpn")
	b.registro = tenant.NuovoRegistro(tenant.FontePiattaforma{Piscine: b.piscine}, time.Now)
	if err := b.registro.Aggiorna(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.consumatori = bus.NuoviConsumatori(b.bus, b.piscine, b.registro)
	b.staffetta = bus.NuovaStaffetta(b.bus, b.piscine, bus.Percorso{Tenant: "vpn"}, b.registro.Attivi)
	nomi = append(nomi, "alfa")
	b.ctx = tenant.Con(t.Context(), b.ambiente.Tenant(nomi[0]))
	return b
}

func silenzio() *slog.Logger { return slog.New(slog.DiscardHandler) }

func (b *banco) pubblica(t *testing.T, id string) {
	t.Helper()
	banca, err := b.piscine.Tenant(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := banca.Transazione(b.ctx, func(tx *db.Tx) error {
		return tx.Pubblica(evento.LavoroTarga{IDVerbale: id})
	}); err != nil {
		t.Fatal(err)
	}
}

func (b *banco) restano(t *testing.T) (n int) {
	t.Helper()
	banca, err := b.piscine.Tenant(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := banca.Pool.QueryRow(b.ctx, `SELECT count(*) FROM uscita`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCommittedMessageReachesConsumerOnce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	arrivati := make(chan bus.Messaggio, 10)
	b.consumatori.Avvia(bus.Consumo{Durevole: "vpn-targa", Gestisci: func(ctx context.Context, m bus.Messaggio) error {
		if tt, _ := tenant.Da(ctx); tt.Nome != "alfa" {
			t.Errorf("tenant of the consumer = %q", tt.Nome)
		}
		banca, err := b.piscine.Tenant(ctx)
		if err != nil {
			return err
		}
		return banca.Transazione(ctx, func(tx *db.Tx) error {
			nuovo, err := tx.Ricevi("vpn-targa", m.ID)
			if err == nil && nuovo {
				arrivati <- m
			}
			return err
		})
	}})
	b.pubblica(t, "v1")
	select {
	case m := <-arrivati:
		var corpo evento.LavoroTarga
		if err := m.Leggi(&corpo); err != nil || corpo.IDVerbale != "v1" || m.Oggetto != "v1" {
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
	banca, err := b.piscine.Tenant(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	guasto := errors.New("guasto")
	err = banca.Transazione(b.ctx, func(tx *db.Tx) error {
		if err := tx.Pubblica(evento.LavoroTarga{IDVerbale: "v"}); err != nil {
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
	b.staffetta.Avvia()
	testkit.Attendi(t, 5*time.Second, "an empty outbox", func() bool { return b.restano(t) == 0 })
}

func TestFullSubjectWaitsAndOthersPass(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO uscita (id, soggetto, corpo)
		SELECT gen_random_uuid(), 'lavori.vpn.targa.alfa', '{}' FROM generate_series(1, 510)`)
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO uscita (id, soggetto, corpo) VALUES (gen_random_uuid(), 'lavori.vpn.altro.alfa', '{}')`)
	b.staffetta.Sveglia("alfa")
	testkit.Attendi(t, 10*time.Second, "ten rows kept back, the other subject gone", func() bool { return b.restano(t) == 10 })
	s, err := b.bus.JS.Stream(t.Context(), bus.StreamLavori)
	if err != nil {
		t.Fatal(err)
	}
	if s.CachedInfo().State.Msgs != bus.MessaggiPerSoggetto+1 {
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
		b.consumatori.Avvia(bus.Consumo{Durevole: "vpn-targa", Gestisci: func(context.Context, bus.Messaggio) error {
			return bus.Definitivo(errors.New("targa impossibile"))
		}})
		b.pubblica(t, "v9")
		m, err := morti.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		var morto evento.Morto
		if err := json.Unmarshal(m.Data, &morto); err != nil || morto.Motivo != "targa impossibile" || morto.SoggettoOrigine != "lavori.vpn.targa.alfa" {
			t.Errorf("dead letter %+v, %v", morto, err)
		}
	})
	t.Run("a part that is away is waited for, however often", func(t *testing.T) {
		t.Parallel()
		b := apparecchia(t)
		var volte atomic.Int32
		fatto := make(chan struct{})
		b.consumatori.Avvia(bus.Consumo{Durevole: "vpn-targa", Tentativi: 2, Gestisci: func(context.Context, bus.Messaggio) error {
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
	err := b.bus.Rispondi("prova", time.Second, func(_ context.Context, dati []byte) (any, error) {
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
	if err := b.bus.Chiedi(ctx, "vpn.prova", "si", &r); err != nil || r["eco"] != `"si"` {
		t.Errorf("answer %v, %v", r, err)
	}
	if err := b.bus.Chiedi(ctx, "vpn.prova", "no", &r); !problem.E(err, "REGOLA") || problem.Come(err).Kind != problem.InConflitto {
		t.Errorf("refusal = %v", err)
	}
	if err := b.bus.Chiedi(ctx, "vpn.nessuno", "x", &r); !problem.E(err, "MODULO_NON_DISPONIBILE") {
		t.Errorf("nobody there = %v", err)
	}
}
