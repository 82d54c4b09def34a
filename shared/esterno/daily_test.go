package esterno

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestReplicasShareTheQuestionsOfADay: two processes with five questions a day make five together; the others do not leave,
// and tomorrow there are five again.
func TestReplicasShareTheQuestionsOfADay(t *testing.T) {
	t.Parallel()
	limits := shared(t)
	five := Daily{Most: func(context.Context) int { return 5 }, Count: limits}
	a, fromA := good(t, Options{Daily: five, SlotWait: time.Minute, Deadline: time.Minute})
	b, fromB := good(t, Options{Daily: five, SlotWait: time.Minute, Deadline: time.Minute})
	var refused atomic.Int32
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			switch err := ask(t.Context(), []*Client{a, b}[i%2], "A1"); {
			case err == nil:
			case errors.Is(err, ErrQuota) && errors.Is(err, ErrUnavailable) && As(err).Attempts == 1:
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if n := len(fromA()) + len(fromB()); n != 5 || refused.Load() != 7 {
		t.Errorf("%d left, %d refused", n, refused.Load())
	}
	if n, err := limits.Taken(t.Context(), a.o.Name); n != 5 || err != nil {
		t.Errorf("%d counted: %v", n, err)
	}
	pool, err := limits.Pool(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE quota_esterna SET giorno = giorno - 1`); err != nil {
		t.Fatal(err)
	}
	if err := ask(t.Context(), a, "A1"); err != nil {
		t.Errorf("the day after: %v", err)
	}
}

// TestWithoutTheCountNoQuestionLeaves: a table that cannot be read is no leave to ask.
func TestWithoutTheCountNoQuestionLeaves(t *testing.T) {
	t.Parallel()
	limits := shared(t)
	pool, err := limits.Pool(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `DROP TABLE quota_esterna`); err != nil {
		t.Fatal(err)
	}
	c, arrived := good(t, Options{Daily: Daily{Most: func(context.Context) int { return 5 }, Count: limits}})
	if err := ask(t.Context(), c, "A1"); !errors.Is(err, ErrUnavailable) || len(arrived()) != 0 {
		t.Errorf("%v, %d left", err, len(arrived()))
	}
}
