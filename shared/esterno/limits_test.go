package esterno

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// barrier is a system that lets answers go only when told to.
type barrier struct {
	goAhead chan struct{}
	inside  atomic.Int32
	most    atomic.Int32
	behind  http.Handler
}

func (s *barrier) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.inside.Add(1)
	defer s.inside.Add(-1)
	for m := s.most.Load(); n > m && !s.most.CompareAndSwap(m, n); m = s.most.Load() {
	}
	select {
	case <-s.goAhead:
	case <-r.Context().Done():
	}
	s.behind.ServeHTTP(w, r)
}

func TestPlacesAreLimited(t *testing.T) {
	t.Parallel()
	s := &barrier{goAhead: make(chan struct{}), behind: newSystem()}
	c := clientOn(t, stopped(), s, func(o *Options) { o.Limits.Together, o.SlotWait = 3, time.Minute })
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			if err := ask(t.Context(), c, "A1"); err != nil {
				t.Error(err)
			}
		})
	}
	wait(t, func() bool { return s.inside.Load() == 3 })
	if st := c.State(); st.Running != 3 || st.Limit != 3 {
		t.Errorf("%+v", st)
	}
	close(s.goAhead)
	group.Wait()
	if m := s.most.Load(); m != 3 {
		t.Errorf("%d at once, the limit is 3", m)
	}
}

func TestWithoutAPlaceItIsUnavailable(t *testing.T) {
	t.Parallel()
	s := &barrier{goAhead: make(chan struct{}), behind: newSystem()}
	c := clientOn(t, stopped(), s, func(o *Options) { o.Limits.Together, o.SlotWait = 1, 20*time.Millisecond })
	end := make(chan error, 1)
	go func() { end <- ask(t.Context(), c, "A1") }()
	wait(t, func() bool { return s.inside.Load() == 1 })
	err := ask(t.Context(), c, "A2")
	is(t, err, ErrUnavailable)
	if !errors.Is(err, ErrSaturated) || c.State().Attempts != 1 {
		t.Errorf("%v, %d attempts", err, c.State().Attempts)
	}
	close(s.goAhead)
	if err := <-end; err != nil {
		t.Error(err)
	}
}

func TestTurnsAreEvenlySpaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, arrivals := good(t, Options{Limits: Limits{PerSecond: 5}, SlotWait: time.Minute, Deadline: time.Hour})
		var group sync.WaitGroup
		for range 21 {
			group.Go(func() {
				if err := ask(t.Context(), c, "A1"); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		a := arrivals()
		if took := a[len(a)-1].Sub(a[0]); took < 3800*time.Millisecond || took > 4200*time.Millisecond {
			t.Errorf("21 questions in %v, at 5 a second", took)
		}
		for i := 5; i < len(a); i++ {
			if a[i].Sub(a[i-5]) < 900*time.Millisecond {
				t.Errorf("six questions within %v", a[i].Sub(a[i-5]))
			}
		}
		if s := c.State(); s.PerSecond != 5 {
			t.Errorf("the limit is not told: %+v", s)
		}
	})
}

func TestWithoutATurnItIsUnavailable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, arrivals := good(t, Options{Limits: Limits{PerSecond: 1}, SlotWait: 100 * time.Millisecond})
		if err := ask(t.Context(), c, "A1"); err != nil {
			t.Fatal(err)
		}
		err := ask(t.Context(), c, "A1")
		is(t, err, ErrUnavailable)
		if !errors.Is(err, ErrSaturated) || len(arrivals()) != 1 {
			t.Errorf("%v, %d questions", err, len(arrivals()))
		}
		if s := c.State(); s.Faults != 0 || s.Breaker != "CHIUSO" {
			t.Errorf("our own limit is no failure of the network: %+v", s)
		}
	})
}

// The queue leaves a quarter of the rate to people: whoever waits for an answer gets one
// while the queue is full.
func TestWorkLeavesTheWayToPeople(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, arrivals := good(t, Options{Limits: Limits{PerSecond: 4}, Deadline: 10 * time.Second})
		ctx, enough := context.WithCancel(t.Context())
		var group sync.WaitGroup
		for range 6 {
			group.Go(func() {
				for ctx.Err() == nil {
					q := call("A1")
					q.Work = true
					_ = c.Do(ctx, q) // the last ones are given up
				}
			})
		}
		time.Sleep(5 * time.Second)
		before := len(arrivals())
		if before < 14 || before > 18 {
			t.Errorf("the queue asked %d times in 5 seconds, want about 3 a second", before)
		}
		for range 3 {
			begin := tempo.Macchina()
			if err := ask(t.Context(), c, "B2"); err != nil || time.Since(begin) > time.Second {
				t.Errorf("a person waited %v: %v", time.Since(begin), err)
			}
			time.Sleep(time.Second)
		}
		enough()
		group.Wait()
	})
}

func of(ctx context.Context, name string) context.Context {
	return tenant.With(ctx, tenant.Tenant{Nome: name})
}

// A tenant that asks for more than its own limits waits alone.
func TestEachTenantHasItsOwnLimits(t *testing.T) {
	t.Parallel()
	s := &barrier{goAhead: make(chan struct{}), behind: newSystem()}
	c := clientOn(t, stopped(), s, func(o *Options) { o.PerTenant.Together, o.Limits.Together, o.SlotWait = 1, 4, 50*time.Millisecond })
	end := make(chan error, 2)
	go func() { end <- ask(of(t.Context(), "alfa"), c, "A1") }()
	wait(t, func() bool { return s.inside.Load() == 1 })
	err := ask(of(t.Context(), "alfa"), c, "A2")
	if is(t, err, ErrUnavailable); !errors.Is(err, ErrSaturated) || c.State().Attempts != 1 {
		t.Errorf("%v, %d attempts", err, c.State().Attempts)
	}
	go func() { end <- ask(of(t.Context(), "beta"), c, "A1") }()
	wait(t, func() bool { return s.inside.Load() == 2 })
	close(s.goAhead)
	for range 2 {
		if err := <-end; err != nil {
			t.Error(err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		c, arrivals := good(t, Options{PerTenant: Limits{PerSecond: 2}, Limits: Limits{PerSecond: 100}, SlotWait: time.Minute, Deadline: time.Hour})
		var group sync.WaitGroup
		for _, name := range []string{"alfa", "beta"} {
			for range 5 {
				group.Go(func() {
					if err := ask(of(t.Context(), name), c, "A1"); err != nil {
						t.Error(err)
					}
				})
			}
		}
		group.Wait()
		a := arrivals()
		if took := a[len(a)-1].Sub(a[0]); len(a) != 10 || took < 1900*time.Millisecond || took > 2100*time.Millisecond {
			t.Errorf("%d questions of two tenants in %v, at 2 a second each", len(a), took)
		}
	})
}

// Work never has all the places.
func TestWorkLeavesAPlaceToPeople(t *testing.T) {
	t.Parallel()
	s := &barrier{goAhead: make(chan struct{}), behind: newSystem()}
	c := clientOn(t, stopped(), s, func(o *Options) { o.Limits.Together, o.SlotWait = 4, 10*time.Second })
	if c.WorkSlots() != 3 {
		t.Errorf("%d places for work", c.WorkSlots())
	}
	end := make(chan error, 6)
	for range 5 {
		go func() {
			q := call("A1")
			q.Work = true
			end <- c.Do(t.Context(), q)
		}()
	}
	wait(t, func() bool { return s.inside.Load() == 3 })
	go func() { end <- ask(t.Context(), c, "A1") }()
	wait(t, func() bool { return s.inside.Load() == 4 })
	close(s.goAhead)
	for range 6 {
		if err := <-end; err != nil {
			t.Error(err)
		}
	}
	if m := s.most.Load(); m != 4 {
		t.Errorf("%d at once, the limit is 4", m)
	}
}
