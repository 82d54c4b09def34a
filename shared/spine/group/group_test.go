package group_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/piattaforma-verbali/verbali/shared/spine/group"
)

func TestCallersThatComeTogetherAreWorkedTogether(t *testing.T) {
	t.Parallel()
	var g group.Group[int]
	var inside, groups atomic.Int32
	var all sync.WaitGroup
	results := make([]int, 500)
	for i := range results {
		all.Go(func() {
			item := -i
			g.Do("key", &item, func(items []*int, _ func()) {
				if inside.Add(1) != 1 {
					t.Error("two groups of a key at once")
				}
				groups.Add(1)
				if len(items) == 0 || len(items) > 128 {
					t.Errorf("a group of %d", len(items))
				}
				for _, x := range items {
					*x = -*x
				}
				inside.Add(-1)
			})
			results[i] = item
		})
	}
	all.Wait()
	for i, r := range results {
		if r != i {
			t.Fatalf("item %d came out as %d", i, r)
		}
	}
	if groups.Load() == int32(len(results)) {
		t.Log("on this machine no two callers met")
	}
}

func TestALeaderThatBreaksDownLeavesNobodyWaiting(t *testing.T) {
	t.Parallel()
	var g group.Group[bool]
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			defer func() { _ = recover() }()
			done := false
			g.Do("key", &done, func(items []*bool, next func()) {
				if i%2 == 0 {
					next()
				}
				if i%5 == 0 {
					panic("broken")
				}
				for _, d := range items {
					*d = true
				}
			})
		})
	}
	all.Wait()
	done := false
	g.Do("key", &done, func(items []*bool, _ func()) { *items[0] = true })
	if !done {
		t.Error("the queue is shut")
	}
}

// TestTheNextGroupStartsWhenItIsLet: one group ends while the next one works, and each caller has the result of its own.
func TestTheNextGroupStartsWhenItIsLet(t *testing.T) {
	t.Parallel()
	var g group.Group[int]
	started, second := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	results := make([]int, 2)
	do := func(i int, work func()) {
		all.Go(func() {
			item := 0
			g.Do("key", &item, func(items []*int, next func()) {
				if len(items) != 1 {
					t.Errorf("a group of %d", len(items))
				}
				next()
				next() // once only
				work()
				*items[0] = i + 1
			})
			results[i] = item
		})
	}
	do(0, func() { close(started); <-second })
	<-started
	do(1, func() { close(second) })
	all.Wait()
	if results[0] != 1 || results[1] != 2 {
		t.Errorf("results %v", results)
	}
}

// TestTwoGroupsOfAKeyAtMost: a third one waits until one of two that have let the next begin ends, and takes all that came meanwhile.
func TestTwoGroupsOfAKeyAtMost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, twoGroupsOfAKeyAtMost)
}

func twoGroupsOfAKeyAtMost(t *testing.T) {
	t.Helper()
	var g group.Group[int]
	var all sync.WaitGroup
	var inside, most atomic.Int32
	var mu sync.Mutex
	var sizes []int
	started, open := make(chan struct{}, 64), make(chan struct{})
	do := func() {
		all.Go(func() {
			item := 0
			g.Do("key", &item, func(items []*int, next func()) {
				if n := inside.Add(1); n > most.Load() {
					most.Store(n)
				}
				mu.Lock()
				sizes = append(sizes, len(items))
				mu.Unlock()
				next()
				started <- struct{}{}
				<-open
				inside.Add(-1)
			})
		})
	}
	do()
	<-started
	do()
	<-started
	for range 30 {
		do()
	}
	synctest.Wait() // all of them wait
	close(open)
	all.Wait()
	if most.Load() != 2 || len(sizes) != 3 {
		t.Errorf("%d groups at once, of %v", most.Load(), sizes)
	}
}
