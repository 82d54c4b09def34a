// Package misura bounds how often each client of a tenant may search: one bucket of tokens per key, in memory, with as
// many keys as it was told and the one unused longest given up first.
package misura

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Misura limits by key. Safe for concurrent use.
type Misura struct {
	chiavi int
	adesso func() time.Time

	mu    sync.Mutex
	voci  map[string]*list.Element
	usate *list.List // front: used last
}

type voce struct {
	chiave   string
	alMinuto int
	secchio  *rate.Limiter
}

// Nuova remembers at most so many keys; adesso is the clock.
func Nuova(chiavi int, adesso func() time.Time) *Misura {
	return &Misura{chiavi: chiavi, adesso: adesso, voci: map[string]*list.Element{}, usate: list.New()}
}

// Passa is nil when the key may go on, alMinuto times a minute and as many at once, else the 429 that says after how
// long.
func (m *Misura) Passa(chiave string, alMinuto int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	adesso := m.adesso()
	r := m.secchio(chiave, alMinuto).ReserveN(adesso, 1)
	if attesa := r.DelayFrom(adesso); attesa > 0 {
		r.CancelAt(adesso)
		return problem.Troppe(attesa)
	}
	return nil
}

func (m *Misura) secchio(chiave string, alMinuto int) *rate.Limiter {
	if e := m.voci[chiave]; e != nil {
		v := di(e)
		if m.usate.MoveToFront(e); v.alMinuto == alMinuto {
			return v.secchio
		}
		m.togli(e) // the setting has changed
	} else if m.usate.Len() >= m.chiavi {
		m.togli(m.usate.Back())
	}
	v := &voce{chiave: chiave, alMinuto: alMinuto, secchio: rate.NewLimiter(rate.Every(time.Minute/time.Duration(alMinuto)), alMinuto)}
	m.voci[chiave] = m.usate.PushFront(v)
	return v.secchio
}

func (m *Misura) togli(e *list.Element) {
	m.usate.Remove(e)
	delete(m.voci, di(e).chiave)
}

func di(e *list.Element) *voce { return e.Value.(*voce) } //nolint:forcetypeassert // nothing else enters the list
