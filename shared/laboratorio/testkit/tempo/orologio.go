package tempo

import (
	"sync"
	"time"
)

// Orologio is a clock that moves only when told to. It serves wherever code asks for
// interface{ Adesso() time.Time }, from any goroutine.
type Orologio struct {
	mu     sync.Mutex
	adesso time.Time
}

// Fisso returns a clock that stands at t.
func Fisso(t time.Time) *Orologio { return &Orologio{adesso: t} }

// Adesso is the clock's instant, in the time zone it was set with.
func (o *Orologio) Adesso() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.adesso
}

// Avanza moves the clock by d, backwards too, and returns the new instant.
func (o *Orologio) Avanza(d time.Duration) time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.adesso = o.adesso.Add(d)
	return o.adesso
}

// Imposta puts the clock at t.
func (o *Orologio) Imposta(t time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.adesso = t
}

// Corrente is the clock of the tests, for what asks for one as Orologio does.
type Corrente struct{}

// Adesso is the function of that name.
func (Corrente) Adesso() time.Time { return Adesso() }
