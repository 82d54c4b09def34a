package esterno

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// shared is a table of limits in a database of its own.
func shared(tb testing.TB) PostgreSQL {
	tb.Helper()
	pool, err := pgxpool.New(tb.Context(), testkit.Postgres(tb).DSNAmministratore(testkit.Database(tb, "")))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(pool.Close)
	if _, err := pool.Exec(tb.Context(), Table+QuotaTable); err != nil {
		tb.Fatal(err)
	}
	return PostgreSQL{Pool: func(context.Context) (Querier, error) { return pool, nil }}
}

// TestReplicasShareTheTurns: two processes at 20 a second make 20 a second together.
func TestReplicasShareTheTurns(t *testing.T) {
	t.Parallel()
	limits := shared(t)
	var clients []*Client
	var arrivals []func() []time.Time
	for range 2 {
		c, a := good(t, Options{Limits: Limits{PerSecond: 20}, Replicas: limits, SlotWait: time.Minute, Deadline: time.Minute})
		clients, arrivals = append(clients, c), append(arrivals, a)
	}
	var group sync.WaitGroup
	for i := range 21 {
		group.Go(func() {
			if err := ask(t.Context(), clients[i%2], "A1"); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	all := slices.SortedFunc(slices.Values(append(arrivals[0](), arrivals[1]()...)), time.Time.Compare)
	if took := all[len(all)-1].Sub(all[0]); len(all) != 21 || took < 900*time.Millisecond {
		t.Errorf("%d questions in %v, at 20 a second", len(all), took)
	}
}

func TestATurnTooLateIsNotBooked(t *testing.T) {
	t.Parallel()
	limits := shared(t)
	for range 3 { // the first is taken; the others would come after a minute, and book nothing
		_, _, err := limits.Turn(t.Context(), "prova", time.Minute, time.Second)
		if err != nil {
			t.Fatal(err)
		}
	}
	wait, ok, err := limits.Turn(t.Context(), "prova", time.Minute, 2*time.Minute)
	if err != nil || !ok || wait > time.Minute || wait < 50*time.Second {
		t.Errorf("%v %t %v", wait, ok, err)
	}
	c, arrivals := good(t, Options{Limits: Limits{PerSecond: 1}, Replicas: limits, SlotWait: 10 * time.Millisecond})
	if err := ask(t.Context(), c, "A1"); !errors.Is(err, ErrSaturated) || len(arrivals()) != 0 {
		t.Errorf("%v, %d questions", err, len(arrivals()))
	}
}

func TestReplicasShareThePlaces(t *testing.T) {
	t.Parallel()
	limits := shared(t)
	s := &barrier{goAhead: make(chan struct{}), behind: newSystem()}
	var group sync.WaitGroup
	for range 2 {
		c := clientOn(t, stopped(), s, func(o *Options) { o.Limits.Together, o.Replicas, o.SlotWait = 3, limits, time.Minute })
		for range 4 {
			group.Go(func() {
				if err := ask(t.Context(), c, "A1"); err != nil {
					t.Error(err)
				}
			})
		}
	}
	wait(t, func() bool { return s.inside.Load() == 3 })
	close(s.goAhead)
	group.Wait()
	if m := s.most.Load(); m != 3 {
		t.Errorf("%d at once, the limit of both is 3", m)
	}
}

// A place is given back once, and one that a dead replica kept is free again after its time.
func TestPlacesComeBack(t *testing.T) {
	t.Parallel()
	limits := shared(t)
	take := func(ttl time.Duration) func() {
		leave, ok, err := limits.Place(t.Context(), "prova", 1, ttl)
		if err != nil || ok != (leave != nil) {
			t.Fatal(err)
		}
		return leave
	}
	dead := take(100 * time.Millisecond)
	if take(time.Minute) != nil {
		t.Error("a place taken was given")
	}
	var leave func()
	wait(t, func() bool { leave = take(time.Minute); return leave != nil })
	dead() // it has somebody else's place no more
	if take(time.Minute) != nil {
		t.Error("the dead gave away the place of the living")
	}
	leave()
	if take(time.Minute) == nil {
		t.Error("a place given back is not free")
	}
}

// Without the table nobody knows whose turn it is: no question leaves.
func TestWithoutTheTableNoQuestionLeaves(t *testing.T) {
	t.Parallel()
	away := errors.New("via")
	limits := PostgreSQL{Pool: func(context.Context) (Querier, error) { return nil, away }}
	c, arrivals := good(t, Options{Limits: Limits{PerSecond: 20}, Replicas: limits})
	err := ask(t.Context(), c, "A1")
	if is(t, err, ErrUnavailable); !errors.Is(err, away) || len(arrivals()) != 0 || c.State().Faults != 0 {
		t.Errorf("%v, %d questions", err, len(arrivals()))
	}
	if _, _, err := limits.Turn(t.Context(), "prova", time.Second, time.Second); !errors.Is(err, away) {
		t.Error(err)
	}
}
