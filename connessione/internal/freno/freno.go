// Package freno slows who asks too often: one bucket of tokens per key, in memory, with as many keys
// as it was told and the one unused longest given up first.
package freno

import (
	"container/list"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Freno limits by key. Safe for concurrent use.
type Freno struct {
	ogni   rate.Limit
	scorta int
	chiavi int
	adesso func() time.Time

	mu    sync.Mutex
	voci  map[string]*list.Element
	usate *list.List // front: used last
}

type voce struct {
	chiave string
	secchi *rate.Limiter
}

// Nuovo lets each key pass alMinuto times a minute, and as many at once; it remembers at most so many
// keys. adesso is the clock.
func Nuovo(alMinuto, chiavi int, adesso func() time.Time) *Freno {
	return &Freno{ogni: rate.Every(time.Minute / time.Duration(alMinuto)), scorta: alMinuto, chiavi: chiavi,
		adesso: adesso, voci: map[string]*list.Element{}, usate: list.New()}
}

// Passa is nil when the key may go on, else the 429 that says after how long.
func (f *Freno) Passa(chiave string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	adesso := f.adesso()
	r := f.secchio(chiave).ReserveN(adesso, 1)
	if attesa := r.DelayFrom(adesso); attesa > 0 {
		r.CancelAt(adesso)
		return problem.Troppe(attesa)
	}
	return nil
}

func (f *Freno) secchio(chiave string) *rate.Limiter {
	if e := f.voci[chiave]; e != nil {
		f.usate.MoveToFront(e)
		return e.Value.(*voce).secchi //nolint:forcetypeassert // nothing else enters the list
	}
	if f.usate.Len() >= f.chiavi {
		vecchia := f.usate.Back()
		delete(f.voci, f.usate.Remove(vecchia).(*voce).chiave) //nolint:forcetypeassert // as above
	}
	v := &voce{chiave: chiave, secchi: rate.NewLimiter(f.ogni, f.scorta)}
	f.voci[chiave] = f.usate.PushFront(v)
	return v.secchi
}

// Rete is the key of an address: an IPv4 address itself, and the /64 of an IPv6 one, which is what a
// single subscriber has.
func Rete(indirizzo string) string {
	a, err := netip.ParseAddr(indirizzo)
	if err != nil {
		return indirizzo
	}
	if a = a.Unmap().WithZone(""); a.Is4() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return a.String()
	}
	return p.String()
}
