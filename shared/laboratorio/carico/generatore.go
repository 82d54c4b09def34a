package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"
)

// lavoro is one call of the generator; n is a number that no other call of the generator has.
type lavoro func(ctx context.Context, n int64) error

// misurazione is what a run of the generator saw.
type misurazione struct {
	latenze []time.Duration
	durata  time.Duration
}

// alSecondo is how many calls ended in a second.
func (m misurazione) alSecondo() float64 {
	if m.durata <= 0 {
		return 0
	}
	return float64(len(m.latenze)) / m.durata.Seconds()
}

// generatore numbers its calls from one counter, over all its runs.
type generatore struct{ ultimo atomic.Int64 }

// limiti bound a run: so long, so many calls, so many at once.
type limiti struct {
	durata  time.Duration
	massimo int64
	insieme int
}

// chiuso runs callers who ask again as soon as they are answered: what they reach is the most that so
// many callers get. The first failure ends the run.
func (g *generatore) chiuso(ctx context.Context, l limiti, f lavoro) (misurazione, error) {
	inizio := time.Now()
	perChiamante := make([][]time.Duration, l.insieme)
	var partite atomic.Int64
	gruppo, ctx := errgroup.WithContext(ctx)
	for i := range perChiamante {
		gruppo.Go(func() error {
			for time.Since(inizio) < l.durata && partite.Add(1) <= l.massimo && ctx.Err() == nil {
				da := time.Now()
				if err := f(ctx, g.ultimo.Add(1)); err != nil {
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

func unisci(parti [][]time.Duration, durata time.Duration) misurazione {
	m := misurazione{durata: durata}
	for _, p := range parti {
		m.latenze = append(m.latenze, p...)
	}
	return m
}

// aperto starts calls at a fixed rate whether or not the earlier ones are answered, as callers who do
// not know of each other do. A latency counts from the moment the call was due: who waits for a
// free place because the server is late is counted.
func (g *generatore) aperto(ctx context.Context, alSecondo float64, l limiti, f lavoro) (misurazione, error) {
	scorta := max(1, int(alSecondo)) // a generator held up for a moment makes up for it
	ritmo := rate.NewLimiter(rate.Limit(alSecondo), scorta)
	inizio := time.Now()
	ritmo.AllowN(inizio, scorta)
	var m misurazione
	var mu sync.Mutex
	gruppo, ctx := errgroup.WithContext(ctx)
	gruppo.SetLimit(l.insieme)
	for i := int64(0); i < l.massimo && time.Since(inizio) < l.durata; i++ {
		if err := ritmo.Wait(ctx); err != nil {
			break // the group knows why
		}
		prevista := inizio.Add(time.Duration(float64(i+1) / alSecondo * float64(time.Second)))
		gruppo.Go(func() error {
			if err := f(ctx, g.ultimo.Add(1)); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			m.latenze = append(m.latenze, time.Since(prevista))
			return nil
		})
	}
	err := gruppo.Wait()
	m.durata = time.Since(inizio)
	if err == nil && len(m.latenze) == 0 {
		err = fmt.Errorf("nessuna chiamata in %s: %w", l.durata, context.Cause(ctx))
	}
	return m, err
}
