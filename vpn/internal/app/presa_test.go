package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/vpn/internal/indagine"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// lento is a register that answers after a while, and counts who asks; caduto says that its caller went away meanwhile.
type lento struct {
	chieste, caduto atomic.Int32
	dopo            time.Duration
}

func (l *lento) Veicolo(ctx context.Context, _ registro.Domanda) (registro.Veicolo, error) {
	l.chieste.Add(1)
	select {
	case <-time.After(l.dopo):
		return registro.Veicolo{}, &esterno.Error{System: "prova", Kind: esterno.ErrNotFound, Code: "NON_PRESENTE", Attempts: 1}
	case <-ctx.Done():
		l.caduto.Add(1)
		return registro.Veicolo{}, &esterno.Error{System: "prova", Kind: esterno.ErrUnavailable, Attempts: 1, Cause: ctx.Err()}
	}
}

// lavora works one message alone.
func lavora(ctx context.Context, s *indagine.Service, m bus.Message) error {
	esiti, err := s.Lavora(ctx, []bus.Message{m})
	if err != nil {
		return err
	}
	return esiti[0]
}

// TestASlowQuestionIsAskedOnce: a question that lasts much longer than the lease is one replica's to its end; where that replica can no
// longer say so it lets go before another may ask, and what the first answered holds.
func TestASlowQuestionIsAskedOnce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	ctx := tenant.With(t.Context(), b.ambiente.Tenant("alfa"))
	tabelle := tabella.New(b.Pools, tabella.Comuni)
	if err := tabelle.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	const presa = 2 * time.Second
	nuovo := func(r indagine.Registro) *indagine.Service {
		return &indagine.Service{Store: indagine.Store{Pools: b.Pools, Presa: presa}, Registro: r, Tabelle: tabelle, Adesso: tempo.Adesso, Consegne: 40}
	}
	messaggio := func(id string) bus.Message {
		corpo, err := json.Marshal(event.LavoroTarga{IDVerbale: b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva), Motivo: "prova"})
		if err != nil {
			t.Fatal(err)
		}
		return bus.Message{ID: id, Body: corpo, Deliveries: 1}
	}
	r := &lento{dopo: 2*presa + presa/2}
	m := messaggio("lenta")
	prima := make(chan error, 1)
	go func() { prima <- lavora(ctx, nuovo(r), m) }()
	testkit.Attendi(t, 5*time.Second, "the first replica to ask", func() bool { return r.chieste.Load() == 1 })
	altra, tentativi := nuovo(r), 0
	testkit.Attendi(t, 30*time.Second, "the second replica to find the outcome", func() bool {
		tentativi++
		return lavora(ctx, altra, m) == nil
	})
	if err := <-prima; err != nil || r.chieste.Load() != 1 || tentativi < 3 {
		t.Errorf("asked %d times, %d attempts of the second: %v", r.chieste.Load(), tentativi, err)
	}

	rubata, mia, err := indagine.Store{Pools: b.Pools, Presa: presa}.Turni().Prendi(ctx, "rubata", uuid.NullUUID{})
	if err != nil || !mia {
		t.Fatal(mia, err)
	}
	tenuta, smetti := rubata.Reggi(ctx)
	defer smetti()
	b.ambiente.Esegui(t, "vpn", "alfa", `UPDATE turno SET chi = gen_random_uuid(), fino = clock_timestamp() + interval '1 hour' WHERE chiave = 'rubata'`)
	select {
	case <-tenuta.Done():
		if errors.Is(context.Cause(tenuta), context.Canceled) {
			t.Errorf("%v", context.Cause(tenuta))
		}
	case <-time.After(10 * time.Second):
		t.Error("a replica goes on asking for what is another's")
	}
	if err := rubata.Lascia(ctx); err != nil {
		t.Fatal(err)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM turno WHERE chiave = 'rubata' AND fino > clock_timestamp() + interval '30 minutes'`); n != 1 {
		t.Error("a replica gives back what is another's")
	}
}
