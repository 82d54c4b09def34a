package main

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestClosedLoopIsBoundedInNumber(t *testing.T) {
	t.Parallel()
	var g generatore
	var mu sync.Mutex
	visti := map[int64]bool{}
	m, err := g.chiuso(t.Context(), limiti{durata: time.Minute, massimo: 50, insieme: 4}, func(_ context.Context, n int64) error {
		mu.Lock()
		defer mu.Unlock()
		visti[n] = true
		return nil
	})
	if err != nil || len(m.latenze) != 50 || len(visti) != 50 {
		t.Errorf("%d latencies, %d numbers, %v", len(m.latenze), len(visti), err)
	}
	if _, err := g.chiuso(t.Context(), limiti{durata: time.Minute, massimo: 1, insieme: 1}, func(_ context.Context, n int64) error {
		if visti[n] {
			t.Errorf("the number %d came twice", n)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

func TestFirstFailureEndsTheRun(t *testing.T) {
	t.Parallel()
	guasto := errors.New("guasto")
	for nome, genera := range map[string]func(g *generatore, f lavoro) error{
		"closed": func(g *generatore, f lavoro) error {
			_, err := g.chiuso(t.Context(), limiti{durata: time.Minute, massimo: 1_000_000_000, insieme: 4}, f)
			return err
		},
		"open": func(g *generatore, f lavoro) error {
			_, err := g.aperto(t.Context(), 10_000, limiti{durata: time.Minute, massimo: 1_000_000_000, insieme: 4}, f)
			return err
		},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			err := genera(&generatore{}, func(_ context.Context, n int64) error {
				if n == 20 {
					return guasto
				}
				return nil
			})
			if !errors.Is(err, guasto) {
				t.Errorf("error = %v", err)
			}
		})
	}
}

func TestInterruptionEndsTheRun(t *testing.T) {
	t.Parallel()
	ctx, smetti := context.WithCancel(t.Context())
	var g generatore
	_, err := g.chiuso(ctx, limiti{durata: time.Minute, massimo: 1_000_000_000, insieme: 2}, func(_ context.Context, n int64) error {
		if n == 10 {
			smetti()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v", err)
	}
}

// A server that stops for a while must be seen in the latencies of the calls that were due meanwhile.
func TestOpenModelCountsFromWhenACallWasDue(t *testing.T) {
	t.Parallel()
	var g generatore
	var ferma atomic.Bool
	ferma.Store(true)
	const sosta = 200 * time.Millisecond
	m, err := g.aperto(t.Context(), 1000, limiti{durata: time.Minute, massimo: 100, insieme: 1}, func(context.Context, int64) error {
		if ferma.Swap(false) {
			time.Sleep(sosta)
		}
		return nil
	})
	if err != nil || len(m.latenze) != 100 {
		t.Fatalf("%d calls, %v", len(m.latenze), err)
	}
	// All hundred were due within the first 100 ms, while the only place was taken for 200.
	if p := percentile(m.latenze, 50); p < sosta/2 {
		t.Errorf("p50 = %s: the wait of the later calls was not counted", p)
	}
}
