package db_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

func TestCallersThatComeTogetherAreWorkedTogether(t *testing.T) {
	t.Parallel()
	var g db.Group[int]
	var inside, groups atomic.Int32
	var all sync.WaitGroup
	results := make([]int, 500)
	for i := range results {
		all.Go(func() {
			item := -i
			g.Do("key", &item, func(items []*int) {
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
	var g db.Group[bool]
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			defer func() { _ = recover() }()
			done := false
			g.Do("key", &done, func(items []*bool) {
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
	g.Do("key", &done, func(items []*bool) { *items[0] = true })
	if !done {
		t.Error("the queue is shut")
	}
}
