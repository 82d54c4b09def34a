package misura

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
	var g Generatore
	var mu sync.Mutex
	visti := map[int64]bool{}
	m, err := g.Chiuso(t.Context(), Limiti{Durata: time.Minute, Massimo: 50, Insieme: 4}, func(_ context.Context, n int64) error {
		mu.Lock()
		defer mu.Unlock()
		visti[n] = true
		return nil
	})
	if err != nil || len(m.Latenze) != 50 || len(visti) != 50 {
		t.Errorf("%d latencies, %d numbers, %v", len(m.Latenze), len(visti), err)
	}
	if _, err := g.Chiuso(t.Context(), Limiti{Durata: time.Minute, Massimo: 1, Insieme: 1}, func(_ context.Context, n int64) error {
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
	for nome, genera := range map[string]func(g *Generatore, f Lavoro) error{
		"closed": func(g *Generatore, f Lavoro) error {
			_, err := g.Chiuso(t.Context(), Limiti{Durata: time.Minute, Massimo: 1_000_000_000, Insieme: 4}, f)
			return err
		},
		"open": func(g *Generatore, f Lavoro) error {
			_, err := g.Aperto(t.Context(), 10_000, Limiti{Durata: time.Minute, Massimo: 1_000_000_000, Insieme: 4}, f)
			return err
		},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			err := genera(&Generatore{}, func(_ context.Context, n int64) error {
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
	var g Generatore
	_, err := g.Chiuso(ctx, Limiti{Durata: time.Minute, Massimo: 1_000_000_000, Insieme: 2}, func(_ context.Context, n int64) error {
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
	var g Generatore
	var ferma atomic.Bool
	ferma.Store(true)
	const sosta = 200 * time.Millisecond
	m, err := g.Aperto(t.Context(), 1000, Limiti{Durata: time.Minute, Massimo: 100, Insieme: 1}, func(context.Context, int64) error {
		if ferma.Swap(false) {
			time.Sleep(sosta)
		}
		return nil
	})
	if err != nil || len(m.Latenze) != 100 {
		t.Fatalf("%d calls, %v", len(m.Latenze), err)
	}
	// All hundred were due within the first 100 ms, while the only place was taken for 200.
	if p := Percentile(m.Latenze, 50); p < sosta/2 {
		t.Errorf("p50 = %s: the wait of the later calls was not counted", p)
	}
}
