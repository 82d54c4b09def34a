// Package group lets callers that come at the same time share the work that one of them does for all (ADR 0009).
package group

import "sync"

// Group lets callers that come at the same time share the work that one of them does for all: the first to come works for
// those that wait when it starts, then hands the lead to a caller that came meanwhile. Nobody waits for company (ADR 0009). Of a
// key two groups are at work at most: while one waits for the database the other one makes it work.
// The zero value is ready; safe for concurrent use.
type Group[T any] struct {
	mu     sync.Mutex
	queues map[string]*queue[T]
}

const (
	groupMax      = 128 // items worked together at most
	groupsAtATime = 2
)

// queue are the items of a key that wait.
type queue[T any] struct {
	waiting []*waiter[T]
	led     bool // somebody works who has not called next, or is about to
	working int  // groups
	due     bool // the lead is to be handed over when a group ends
}

type waiter[T any] struct {
	item *T
	turn chan bool // true: lead the next group; false: done
}

// Do returns when item has been worked, by the caller or by another that leads. Groups of one key start one after the
// other: the next one when work returns, or earlier when it calls next, after which it must need no order among groups. Results
// are left in the items: a leader that panics leaves those of the others as they were.
func (g *Group[T]) Do(key string, item *T, work func(items []*T, next func())) {
	w := &waiter[T]{item, make(chan bool, 1)}
	if g.enter(key, w) || <-w.turn {
		g.lead(key, work)
	}
}

// enter queues an item; true when nobody is about to work, and then it is for the caller.
func (g *Group[T]) enter(key string, w *waiter[T]) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[key]
	if q == nil {
		if g.queues == nil {
			g.queues = map[string]*queue[T]{}
		}
		q = &queue[T]{}
		g.queues[key] = q
	}
	q.waiting = append(q.waiting, w)
	if q.led {
		return false
	}
	q.led = true
	return true
}

// lead works the group that waits, of which the caller is the first, and hands over.
func (g *Group[T]) lead(key string, work func([]*T, func())) {
	group := g.take(key)
	defer release(group)
	defer g.end(key)
	next := sync.OnceFunc(func() { g.next(key) })
	defer next()
	items := make([]*T, len(group))
	for i, w := range group {
		items[i] = w.item
	}
	work(items, next)
}

func (g *Group[T]) take(key string) []*waiter[T] {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[key]
	q.working++
	n := min(len(q.waiting), groupMax)
	group := q.waiting[:n:n]
	q.waiting = q.waiting[n:]
	return group
}

// release lets the served callers go. Nobody waits on the channel of the old leader, so a value sent there is not read.
func release[T any](group []*waiter[T]) {
	for _, w := range group {
		w.turn <- false
	}
}

// next lets the next group begin: at once, or when one of those at work ends.
func (g *Group[T]) next(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if q := g.queues[key]; q.working == groupsAtATime {
		q.due = true
	} else {
		q.handOver()
	}
}

// end is the end of a group.
func (g *Group[T]) end(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	q := g.queues[key]
	q.working--
	if q.due {
		q.due = false
		q.handOver()
	}
	if q.working == 0 && !q.led {
		delete(g.queues, key)
	}
}

// handOver makes a waiting caller the next leader.
func (q *queue[T]) handOver() {
	q.led = len(q.waiting) > 0
	if q.led {
		q.waiting[0].turn <- true
	}
}
