package esterno

import (
	"context"
	"errors"
	"time"

	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/ratelimiter"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Limits bounds the attempts made of a system. Zero is no limit.
type Limits struct {
	Together  int // attempts at once
	PerSecond int // attempts a second, evenly spaced
	every     time.Duration
}

// work is what of the limits is for work that nobody waits for: three quarters, and of the places one
// less at least.
func (l Limits) work() Limits {
	w := Limits{Together: max(1, l.Together-max(1, l.Together/4))}
	if l.PerSecond > 0 {
		w.every = 4 * time.Second / time.Duration(3*l.PerSecond)
	}
	return w
}

// WorkSlots is how many questions at once work that nobody waits for may have within these limits.
func (l Limits) WorkSlots() int { return l.work().Together }

// interval is the time between two turns; 0: no limit.
func (l Limits) interval() time.Duration {
	if l.every > 0 || l.PerSecond <= 0 {
		return l.every
	}
	return time.Second / time.Duration(l.PerSecond)
}

// Replicas shares limits among the replicas of a service.
type Replicas interface {
	// Turn books the next turn of a key, one every interval, and tells how long to wait for it. It is
	// false, and nothing is booked, when the turn would come later than within.
	Turn(ctx context.Context, key string, every, within time.Duration) (wait time.Duration, ok bool, err error)
	// Place takes one of n places of a key until leave is called, for ttl at most: a replica that dies
	// keeps none for longer. It is false when all are taken.
	Place(ctx context.Context, key string, n int, ttl time.Duration) (leave func(), ok bool, err error)
}

// placeEvery is how often a place taken by another replica is asked for again.
const placeEvery = 25 * time.Millisecond

// gate is the places and the turns of a system, of its work, or of one tenant.
type gate struct {
	key      string
	limits   Limits
	places   bulkhead.Bulkhead[any]       // nil: no limit
	rate     ratelimiter.RateLimiter[any] // nil: no limit, or shared
	replicas Replicas
	ttl      time.Duration // of a place: as long as an attempt may take, its wait for a turn included
}

func newGate(key string, l Limits, o Options) *gate {
	g := &gate{key: key, limits: l, replicas: o.Replicas, ttl: o.SlotWait + o.AttemptDeadline + time.Second}
	if l.Together > 0 {
		g.places = bulkhead.New[any](uint(l.Together))
	}
	if every := l.interval(); every > 0 && o.Replicas == nil {
		g.rate = ratelimiter.NewSmoothWithMaxRate[any](every)
	}
	return g
}

// enter takes the places and the turns of an attempt; leave gives the places back.
func (c *Client) enter(ctx context.Context, call Call) (leave func(), e *Error) {
	var taken []func()
	leave = func() {
		for _, give := range taken {
			give()
		}
	}
	for _, g := range c.gates(ctx, call) {
		give, e := g.enter(ctx, c.o.SlotWait)
		if e != nil {
			leave()
			return nil, e
		}
		taken = append(taken, give)
	}
	return leave, nil
}

// gates are those that an attempt passes, in order: a tenant that is over its own limits takes no place
// of the system.
func (c *Client) gates(ctx context.Context, call Call) []*gate {
	var all []*gate
	if name := tenant.Name(ctx); name != "" && c.o.PerTenant != (Limits{}) {
		g, known := c.tenants.Load(name)
		if !known {
			g, _ = c.tenants.LoadOrStore(name, newGate(c.o.Name+"/tenant/"+name, c.o.PerTenant, c.o))
		}
		all = append(all, g.(*gate)) //nolint:forcetypeassert // nothing else enters the map
	}
	if call.Work {
		all = append(all, c.work.placesOnly())
	}
	return append(all, c.system)
}

// placesOnly is the gate without its turns: work takes its turn before its time begins to run.
func (g *gate) placesOnly() *gate {
	return &gate{key: g.key, limits: Limits{Together: g.limits.Together}, places: g.places, replicas: g.replicas, ttl: g.ttl}
}

// enter takes a place and then a turn, each within wait.
func (g *gate) enter(ctx context.Context, wait time.Duration) (leave func(), e *Error) {
	leave, err := g.place(ctx, wait)
	if err != nil {
		return nil, unavailable(err)
	}
	if e := g.turn(ctx, wait); e != nil {
		leave()
		return nil, e
	}
	return leave, nil
}

// place takes a place of this process, then one of all replicas.
func (g *gate) place(ctx context.Context, wait time.Duration) (leave func(), err error) {
	if g.places == nil {
		return func() {}, nil
	}
	until := time.Now().Add(wait)
	if err := g.places.AcquirePermitWithMaxWait(ctx, wait); err != nil {
		return nil, saturated(err, bulkhead.ErrFull)
	}
	if g.replicas == nil {
		return g.places.ReleasePermit, nil
	}
	for {
		give, ok, err := g.replicas.Place(ctx, g.key, g.limits.Together, g.ttl)
		switch {
		case ok:
			return func() { give(); g.places.ReleasePermit() }, nil
		case err == nil && !time.Now().Before(until):
			err = ErrSaturated
		case err == nil:
			err = pause(ctx, placeEvery)
		}
		if err != nil {
			g.places.ReleasePermit()
			return nil, err
		}
	}
}

// turn waits for the rate, within at most.
func (g *gate) turn(ctx context.Context, within time.Duration) *Error {
	every := g.limits.interval()
	var err error
	switch {
	case every == 0:
		return nil
	case g.replicas == nil:
		err = saturated(g.rate.AcquirePermitWithMaxWait(ctx, within), ratelimiter.ErrExceeded)
	default:
		var wait time.Duration
		var ok bool
		if wait, ok, err = g.replicas.Turn(ctx, g.key, every, within); err == nil && !ok {
			err = ErrSaturated
		} else if err == nil {
			err = pause(ctx, wait)
		}
	}
	if err != nil {
		return unavailable(err)
	}
	return nil
}

// saturated puts our word in the place of the library's.
func saturated(err, full error) error {
	if errors.Is(err, full) {
		return ErrSaturated
	}
	return err
}

// pause waits, unless the caller leaves.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
