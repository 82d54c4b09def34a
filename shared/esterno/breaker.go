package esterno

import (
	"math"
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// breaker is failsafe's circuit breaker on our clock: its own pause never ends, and ours half-opens it.
type breaker struct {
	mu     sync.Mutex
	cb     circuitbreaker.CircuitBreaker[any]
	now    func() time.Time
	pause  time.Duration
	opened time.Time // since when, meaningful while open
}

// probes is how many good answers in a row close the breaker again.
const probes = 2

func newBreaker(o Options) *breaker {
	b := &breaker{now: o.Now, pause: o.Pause}
	b.cb = circuitbreaker.NewBuilder[any]().
		WithFailureThresholdRatio(uint(o.Faults), uint(o.Window)).
		WithSuccessThreshold(probes).
		WithDelay(math.MaxInt64).
		OnOpen(func(circuitbreaker.StateChangedEvent) { b.opened = b.now() }). // always under mu
		Build()
	return b
}

// outcome of an attempt, as the breaker sees it.
type outcome int

const (
	succeeded outcome = iota
	failed
	abandoned // the caller left: says nothing about the system
)

// enter asks to make an attempt; the function returned must be called once with its outcome. It is nil
// when the breaker refuses.
func (b *breaker) enter() func(outcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cb.IsOpen() && b.now().Sub(b.opened) >= b.pause {
		b.cb.HalfOpen()
	}
	if !b.cb.TryAcquirePermit() {
		return nil
	}
	probe := b.cb.IsHalfOpen()
	return func(o outcome) { b.exit(probe, o) }
}

// refuses reports that the breaker is open and its pause is not over: nothing would get through.
func (b *breaker) refuses() bool {
	state, pause := b.state()
	return state == circuitbreaker.OpenState && pause > 0
}

// exit records an outcome. An attempt that began while the breaker was closed says nothing about a
// system being tried again, and a probe must give its permit back: abandoned, it counts as failed,
// since it proved nothing.
func (b *breaker) exit(probe bool, o outcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if probe != b.cb.IsHalfOpen() || (o == abandoned && !probe) {
		return
	}
	if o == succeeded {
		b.cb.RecordSuccess()
		return
	}
	b.cb.RecordFailure()
}

// state gives the state and, while open, how long the pause still lasts.
func (b *breaker) state() (circuitbreaker.State, time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.cb.IsOpen() {
		return b.cb.State(), 0
	}
	return circuitbreaker.OpenState, max(0, b.pause-b.now().Sub(b.opened))
}
