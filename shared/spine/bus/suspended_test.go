package bus_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// segui composes what a service does with the facts of the platform.
func (b *banco) segui(t *testing.T) {
	t.Helper()
	b.registro.OnChange(b.pools.Follow)
	b.registro.OnChange(b.relay.Follow)
	if err := b.bus.FollowPlatform(b.registro.Refresh); err != nil {
		t.Fatal(err)
	}
	b.relay.Start()
}

// stato changes a tenant as core does, row first and fact after, and gives the moment.
func (b *banco) stato(t *testing.T, nome, stato, fatto string) time.Time {
	t.Helper()
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = $2 WHERE nome = $1`, nome, stato)
	adesso := tempo.Macchina()
	if err := b.bus.Conn.Publish("fatti.piattaforma.tenant."+fatto, []byte(`{}`)); err != nil {
		t.Fatal(err)
	}
	return adesso
}

// TestSuspensionIsObeyedThroughTheBus suspends a tenant and takes it up again while its work and its
// messages wait: nothing is lost, and what waits moves as soon as the fact arrives, long before the
// server would offer it again.
func TestSuspensionIsObeyedThroughTheBus(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.segui(t)
	var fatti atomic.Int32
	b.consumatori.Start(bus.Consumption{Durable: "vpn-targa", Attempts: 1, Handle: func(context.Context, bus.Message) error {
		fatti.Add(1)
		return nil
	}})
	servito := func(nome string) bool { _, err := b.registro.Find(t.Context(), nome); return err == nil }

	da := b.stato(t, "beta", "SOSPESO", "sospeso")
	testkit.Attendi(t, 10*time.Second, "the suspension", func() bool {
		_, err := b.registro.Find(t.Context(), "beta")
		return problem.Is(err, "TENANT_SOSPESO")
	})
	t.Logf("suspended after %s", time.Since(da))
	b.righe(t, "beta", "fatti.beta.prova.numero", 3, 3)
	b.relay.Wake("beta")
	for range 20 {
		b.manda(t, "beta", "", `{}`)
	}
	b.manda(t, "alfa", "", `{}`)
	cons, err := b.bus.JS.Consumer(t.Context(), bus.StreamWork, "vpn-targa")
	if err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "all to be put aside", func() bool {
		info, err := cons.Info(t.Context())
		return err == nil && fatti.Load() == 1 && info.NumPending == 0 && info.NumAckPending == 20
	})
	consegnati := func() uint64 {
		info, err := cons.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return info.Delivered.Consumer
	}
	prima := consegnati()
	if n := len(b.sulBus(t, "fatti.beta.prova.numero")); n != 0 {
		t.Errorf("the relay of a suspended tenant sent %d messages", n)
	}

	da = b.stato(t, "beta", "ATTIVO", "riattivato")
	testkit.Attendi(t, 20*time.Second, "the return", func() bool { return servito("beta") })
	t.Logf("served again after %s", time.Since(da))
	testkit.Attendi(t, 20*time.Second, "its work", func() bool { return fatti.Load() == 21 && b.inCoda(t) == 0 })
	t.Logf("its work done after %s", time.Since(da))
	testkit.Attendi(t, 20*time.Second, "its messages", func() bool { return len(b.sulBus(t, "fatti.beta.prova.numero")) == 3 })
	if n := consegnati() - prima; n != 20 {
		t.Errorf("%d deliveries for 20 messages that waited", n)
	}
}

// TestNewTenantIsServedThroughTheBus makes a tenant while the service runs.
func TestNewTenantIsServedThroughTheBus(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, "alfa", "nuovo")
	nuovo := b.ambiente.Tenant("nuovo")
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET banca_pronta = false WHERE nome = 'nuovo'`)
	if err := b.registro.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.registro.Find(t.Context(), "nuovo"); !problem.Is(err, "TENANT_SCONOSCIUTO") {
		t.Fatalf("not made yet: %v", err)
	}
	b.segui(t)
	b.righe(t, "nuovo", "fatti.nuovo.prova.numero", 2, 2)
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET banca_pronta = true WHERE nome = 'nuovo'`)
	da := b.stato(t, "nuovo", "ATTIVO", "creato")
	testkit.Attendi(t, 10*time.Second, "the new tenant", func() bool {
		x, err := b.registro.Find(t.Context(), "nuovo")
		return err == nil && x == nuovo
	})
	if database, err := b.pools.Of(t.Context(), nuovo); err != nil || database.Pool.Ping(t.Context()) != nil {
		t.Fatalf("its database: %v", err)
	}
	t.Logf("usable after %s", time.Since(da))
	testkit.Attendi(t, 10*time.Second, "its outbox to be looked at", func() bool { return len(b.sulBus(t, "fatti.nuovo.prova.numero")) == 2 })
}
