package snapshot_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/snapshot"
)

var errAway = errors.New("away")

func TestCopy(t *testing.T) {
	t.Parallel()
	answer, failure := new(int), error(nil)
	c := snapshot.New(nil, func(_ context.Context, before *int) (*int, error) {
		if answer == before {
			return nil, failure
		}
		return answer, failure
	})
	if c.Get() != nil {
		t.Fatal("something is held before the first reading")
	}
	first := answer
	for _, step := range []struct {
		says   string
		answer *int
		err    error
		held   *int
	}{
		{"a first reading is held", first, nil, first},
		{"nothing new leaves what is held", first, nil, first},
		{"a reading that fails leaves what is held", nil, errAway, first},
		{"a reading that is whole but for a part is held, and the part is told", func() *int { n := 2; answer = &n; return answer }(), errAway, answer},
	} {
		answer, failure = step.answer, step.err
		if err := c.Refresh(t.Context()); !errors.Is(err, step.err) || c.Get() != step.held {
			t.Errorf("%s: %v, %v", step.says, err, c.Get())
		}
	}
}

func TestReadersWaitForOneAnother(t *testing.T) {
	t.Parallel()
	readings, inside := 0, 0
	c := snapshot.New(nil, func(context.Context, *int) (*int, error) {
		if inside++; inside > 1 {
			t.Error("two readings at once")
		}
		readings++
		n := readings
		inside--
		return &n, nil
	})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := c.RefreshIf(t.Context(), func() bool { return c.Get() == nil }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if readings != 1 {
		t.Errorf("%d readings where the first was enough for all", readings)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := c.RefreshIf(ended, func() bool { return false }); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
