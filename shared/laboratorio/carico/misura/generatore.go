// Package misura makes load and counts: callers in a closed or an open loop, percentiles and medians, figures with what they
// are owed.
package misura

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"
)

// Lavoro is one call of the generator; n is a number that no other call of the generator has.
type Lavoro func(ctx context.Context, n int64) error

// Misurazione is what a run of the generator saw.
type Misurazione struct {
	Latenze []time.Duration
	Durata  time.Duration
}

// AlSecondo is how many calls ended in a second.
func (m Misurazione) AlSecondo() float64 {
	if m.Durata <= 0 {
		return 0
	}
	return float64(len(m.Latenze)) / m.Durata.Seconds()
}

// Generatore numbers its calls from one counter, over all its runs.
type Generatore struct{ Ultimo atomic.Int64 }

// Limiti bound a run: so long, so many calls, so many at once.
type Limiti struct {
	Durata  time.Duration
	Massimo int64
	Insieme int
}

// Chiuso runs callers who ask again as soon as they are answered: what they reach is the most that so
// many callers get. The first failure ends the run.
func (g *Generatore) Chiuso(ctx context.Context, l Limiti, f Lavoro) (Misurazione, error) {
	inizio := time.Now()
	perChiamante := make([][]time.Duration, l.Insieme)
	var partite atomic.Int64
	gruppo, ctx := errgroup.WithContext(ctx)
	for i := range perChiamante {
		gruppo.Go(func() error {
			for time.Since(inizio) < l.Durata && partite.Add(1) <= l.Massimo && ctx.Err() == nil {
				da := time.Now()
				if err := f(ctx, g.Ultimo.Add(1)); err != nil {
					return err
				}
				perChiamante[i] = append(perChiamante[i], time.Since(da))
			}
			return ctx.Err()
		})
	}
	err := gruppo.Wait()
	return unisci(perChiamante, time.Since(inizio)), err
}

func unisci(parti [][]time.Duration, durata time.Duration) Misurazione {
	m := Misurazione{Durata: durata}
	for _, p := range parti {
		m.Latenze = append(m.Latenze, p...)
	}
	return m
}

// Aperto starts calls at a fixed rate whether or not the earlier ones are answered, as callers who do
// not know of each other do. A latency counts from the moment the call was due: who waits for a
// free place because the server is late is counted.
func (g *Generatore) Aperto(ctx context.Context, alSecondo float64, l Limiti, f Lavoro) (Misurazione, error) {
	scorta := max(1, int(alSecondo)) // a generator held up for a moment makes up for it
	ritmo := rate.NewLimiter(rate.Limit(alSecondo), scorta)
	inizio := time.Now()
	ritmo.AllowN(inizio, scorta)
	var m Misurazione
	var mu sync.Mutex
	gruppo, ctx := errgroup.WithContext(ctx)
	gruppo.SetLimit(l.Insieme)
	for i := int64(0); i < l.Massimo && time.Since(inizio) < l.Durata; i++ {
		if err := ritmo.Wait(ctx); err != nil {
			break // the group knows why
		}
		prevista := inizio.Add(time.Duration(float64(i+1) / alSecondo * float64(time.Second)))
		gruppo.Go(func() error {
			if err := f(ctx, g.Ultimo.Add(1)); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			m.Latenze = append(m.Latenze, time.Since(prevista))
			return nil
		})
	}
	err := gruppo.Wait()
	m.Durata = time.Since(inizio)
	if err == nil && len(m.Latenze) == 0 {
		err = fmt.Errorf("nessuna chiamata in %s: %w", l.Durata, context.Cause(ctx))
	}
	return m, err
}

// Chiamanti is how many insert at once (design section 10).
const Chiamanti = 16
