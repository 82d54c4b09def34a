package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// sveglia is what makes the relay look at the outbox.
type sveglia int

const (
	alCommit  sveglia = iota // the process that commits, as the services do
	ogniCento                // a clock, every 100 ms
	mai                      // nobody: what the database does without a relay
)

// nomeDorsale names the database, the schema and the tenant of the measurement.
const nomeDorsale = "carico"

// misurato is the message that travels: its number leads to the moment of its commit, which is kept
// here, in the process that writes and receives.
type misurato struct {
	N int64 `json:"n"`
}

// Soggetto is a fact that no service consumes.
func (misurato) Soggetto(tenant string) string { return "fatti." + tenant + ".carico.misurato" }

// Oggetto is empty: the message speaks of nothing.
func (misurato) Oggetto() string { return "" }

// dorsale is the spine of the services (pools, outbox, relay, bus) on a database of its own, with a
// JetStream consumer at the other end.
type dorsale struct {
	opz     banco.Opzioni
	banco   *banco.Banco
	tenant  tenant.Tenant
	pools   *db.Pools
	bus     *bus.Bus
	relay   *bus.Relay
	consumo jetstream.ConsumeContext
	gen     misura.Generatore
	scrive  sveglia

	corrente atomic.Pointer[registrazione]
}

// registrazione collects a run: when each message was committed and when it arrived. A message has a
// place of its own, so that writers and consumer need no lock.
type registrazione struct {
	primo              int64
	confermati, giunti []atomic.Int64 // nanoseconds from inizio; 0: not yet
	inizio             time.Time
	arrivi             atomic.Int64
}

func nuovaDorsale(ctx context.Context, b *banco.Banco) (*dorsale, error) {
	d := &dorsale{opz: b.Opz, banco: b, tenant: tenant.Tenant{Nome: nomeDorsale, Database: nomeDorsale, Stato: tenant.Active}}
	err := errors.Join(
		b.Esegui(ctx, "postgres", "DROP DATABASE IF EXISTS "+nomeDorsale+" WITH (FORCE)"),
		b.Esegui(ctx, "postgres", "CREATE DATABASE "+nomeDorsale),
		b.Esegui(ctx, nomeDorsale, "CREATE SCHEMA "+nomeDorsale))
	if err != nil {
		return nil, err
	}
	if err := d.apri(ctx); err != nil {
		return nil, errors.Join(err, d.chiudi(ctx))
	}
	return d, nil
}

// apri opens what a service opens, as many connections as a service has.
func (d *dorsale) apri(ctx context.Context) (err error) {
	registro := slog.New(slog.NewTextHandler(d.banco.Diario, &slog.HandlerOptions{Level: slog.LevelWarn}))
	d.pools, err = db.Open(db.Options{
		DSN: d.banco.Dsn("postgres"), Application: "carico", PerDatabase: 4, Total: 64,
		Tenant: db.Schema{Name: nomeDorsale}, Log: registro,
	})
	if err != nil {
		return err
	}
	d.bus, err = bus.Open(bus.Options{URL: d.banco.Nats, Module: "carico", Log: registro})
	if err != nil {
		return err
	}
	d.relay = bus.NewRelay(d.bus, d.pools, bus.SearchPath{Tenant: nomeDorsale}, func() []tenant.Tenant { return []tenant.Tenant{d.tenant} })
	d.pools.OnPublish(func(nome string) {
		if d.scrive == alCommit {
			d.relay.Wake(nome)
		}
	})
	return d.ascolta(ctx)
}

// ascolta consumes what the relay publishes, acknowledging each message as the services do.
func (d *dorsale) ascolta(ctx context.Context) error {
	cons, err := d.bus.JS.CreateOrUpdateConsumer(ctx, bus.StreamFacts, jetstream.ConsumerConfig{
		FilterSubject: misurato{}.Soggetto(nomeDorsale), AckPolicy: jetstream.AckExplicitPolicy,
		DeliverPolicy: jetstream.DeliverNewPolicy, MaxAckPending: 10_000, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return fmt.Errorf("consumatore: %w", err)
	}
	d.consumo, err = cons.Consume(func(m jetstream.Msg) {
		var corpo misurato
		if err := json.Unmarshal(m.Data(), &corpo); err == nil {
			d.corrente.Load().giunto(corpo.N)
		}
		_ = m.Ack()
	})
	if err != nil {
		return fmt.Errorf("consumatore: %w", err)
	}
	return nil
}

// chiudi stops consumer, relay and pools and drops the database.
func (d *dorsale) chiudi(ctx context.Context) error {
	if d.consumo != nil {
		d.consumo.Stop()
		<-d.consumo.Closed()
	}
	if d.bus != nil {
		d.bus.Close()
	}
	if d.pools != nil {
		d.pools.Close()
	}
	return d.banco.Esegui(context.WithoutCancel(ctx), "postgres", "DROP DATABASE IF EXISTS "+nomeDorsale+" WITH (FORCE)")
}
