package motorizzazione

import (
	"math"
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// interruttore is failsafe's circuit breaker on our clock: its own pause never
// ends, and ours half-opens it.
type interruttore struct {
	mu       sync.Mutex
	cb       circuitbreaker.CircuitBreaker[any]
	orologio Orologio
	pausa    time.Duration
	aperto   time.Time // since when, meaningful while open
}

// proveRiapertura is how many good answers in a row close the breaker again.
const proveRiapertura = 2

func nuovoInterruttore(o Opzioni) *interruttore {
	i := &interruttore{orologio: o.Orologio, pausa: o.Pausa}
	i.cb = circuitbreaker.NewBuilder[any]().
		WithFailureThresholdRatio(uint(o.Guasti), uint(o.Finestra)).
		WithSuccessThreshold(proveRiapertura).
		WithDelay(math.MaxInt64).
		OnOpen(func(circuitbreaker.StateChangedEvent) { i.aperto = i.orologio.Adesso() }). // always under mu
		Build()
	return i
}

// esito of an attempt, as the breaker sees it.
type esito int

const (
	riuscito esito = iota
	fallito
	abbandonato // the caller left: says nothing about the register
)

// entra asks to make an attempt; the function returned must be called once with
// its outcome. It is nil when the breaker refuses.
func (i *interruttore) entra() func(esito) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.cb.IsOpen() && i.orologio.Adesso().Sub(i.aperto) >= i.pausa {
		i.cb.HalfOpen()
	}
	if !i.cb.TryAcquirePermit() {
		return nil
	}
	daProva := i.cb.IsHalfOpen()
	return func(e esito) { i.esci(daProva, e) }
}

// rifiuta reports that the breaker is open and its pause is not over: nothing would get through.
func (i *interruttore) rifiuta() bool {
	stato, pausa := i.stato()
	return stato == circuitbreaker.OpenState && pausa > 0
}

// esci records an outcome. An attempt that began while the breaker was closed
// says nothing about a register being tried again, and a probe must give its
// permit back: abandoned, it counts as failed, since it proved nothing.
func (i *interruttore) esci(daProva bool, e esito) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if daProva != i.cb.IsHalfOpen() || (e == abbandonato && !daProva) {
		return
	}
	if e == riuscito {
		i.cb.RecordSuccess()
		return
	}
	i.cb.RecordFailure()
}

// stato gives the state and, while open, how long the pause still lasts.
func (i *interruttore) stato() (circuitbreaker.State, time.Duration) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.cb.IsOpen() {
		return i.cb.State(), 0
	}
	return circuitbreaker.OpenState, max(0, i.pausa-i.orologio.Adesso().Sub(i.aperto))
}
