package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// corsa is what a run found: the way of each message, and how many commits a second were kept.
type corsa struct {
	latenze   []time.Duration
	alSecondo float64
}

// svuotaEntro is how long the last messages of a run may take to arrive.
const svuotaEntro = time.Minute

// giro runs the two loads with one way of waking the relay.
func (d *dorsale) giro(ctx context.Context, modo sveglia) (offerto, pieno corsa, err error) {
	offerto, err = d.corri(ctx, modo, func(ctx context.Context, l misura.Limiti, f misura.Lavoro) (misura.Misurazione, error) {
		return d.gen.Aperto(ctx, offerti, l, f)
	}, d.limitiStaffetta(false))
	if err != nil {
		return offerto, pieno, err
	}
	pieno, err = d.pieno(ctx, modo)
	return offerto, pieno, err
}

func (d *dorsale) pieno(ctx context.Context, modo sveglia) (corsa, error) {
	return d.corri(ctx, modo, d.gen.Chiuso, d.limitiStaffetta(true))
}

// generazione is a generator at work: as fast as it can, or at a rhythm.
type generazione func(context.Context, misura.Limiti, misura.Lavoro) (misura.Misurazione, error)

// corri writes for a while and waits until all has arrived. Without a relay nothing arrives: the
// outbox is emptied by hand.
func (d *dorsale) corri(ctx context.Context, modo sveglia, genera generazione, l misura.Limiti) (corsa, error) {
	if err := d.banco.Esegui(ctx, "postgres", "CHECKPOINT"); err != nil {
		return corsa{}, err
	}
	r := nuovaRegistrazione(d.gen.Ultimo.Load()+1, int(l.Massimo)+l.Insieme)
	d.corrente.Store(r)
	d.scrive = modo
	ferma := d.orologio(ctx, modo)
	defer ferma()
	m, err := genera(ctx, l, d.scrivi)
	if err != nil {
		return corsa{}, err
	}
	if modo == mai {
		return corsa{alSecondo: m.AlSecondo()}, d.banco.Esegui(ctx, nomeDorsale, "TRUNCATE "+pgx.Identifier{nomeDorsale, "uscita"}.Sanitize())
	}
	if err := r.attendi(ctx, int64(len(m.Latenze))); err != nil {
		return corsa{}, err
	}
	return corsa{latenze: r.latenze(), alSecondo: m.AlSecondo()}, nil
}

// orologio wakes the relay every 100 ms when that is the way; the returned function stops it.
func (d *dorsale) orologio(ctx context.Context, modo sveglia) func() {
	if modo != ogniCento {
		return func() {}
	}
	ctx, smetti := context.WithCancel(ctx)
	fatto := make(chan struct{})
	go func() {
		defer close(fatto)
		for clock.Sleep(ctx, 100*time.Millisecond) == nil {
			d.relay.Wake(nomeDorsale)
		}
	}()
	return func() { smetti(); <-fatto }
}

// scrivi commits one message, as a service does, and notes the moment.
func (d *dorsale) scrivi(ctx context.Context, n int64) error {
	database, err := d.pools.Tenant(tenant.With(ctx, d.tenant))
	if err != nil {
		return err
	}
	r := d.corrente.Load()
	if err := database.Transaction(ctx, func(tx *db.Tx) error { return tx.Publish(misurato{N: n}) }); err != nil {
		return err
	}
	r.confermato(n)
	return nil
}

func nuovaRegistrazione(primo int64, quante int) *registrazione {
	return &registrazione{primo: primo, confermati: make([]atomic.Int64, quante), giunti: make([]atomic.Int64, quante), inizio: time.Now()}
}

func (r *registrazione) confermato(n int64) { r.segna(r.confermati, n) }

// giunto notes an arrival; a redelivery keeps the first.
func (r *registrazione) giunto(n int64) {
	if r.segna(r.giunti, n) {
		r.arrivi.Add(1)
	}
}

func (r *registrazione) segna(dove []atomic.Int64, n int64) bool {
	i := n - r.primo
	return i >= 0 && i < int64(len(dove)) && dove[i].CompareAndSwap(0, max(1, int64(time.Since(r.inizio))))
}

// attendi waits until so many messages have arrived.
func (r *registrazione) attendi(ctx context.Context, quanti int64) error {
	fine := time.Now().Add(svuotaEntro)
	for r.arrivi.Load() < quanti {
		if time.Now().After(fine) {
			return fmt.Errorf("arrivati %d messaggi su %d in %s", r.arrivi.Load(), quanti, svuotaEntro)
		}
		if err := clock.Sleep(ctx, 5*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// latenze are the ways from commit to arrival. A message seen before its writer knew of the commit
// took no time.
func (r *registrazione) latenze() []time.Duration {
	var l []time.Duration
	for i := range r.giunti {
		if c, g := r.confermati[i].Load(), r.giunti[i].Load(); c > 0 && g > 0 {
			l = append(l, time.Duration(max(0, g-c)))
		}
	}
	return l
}
