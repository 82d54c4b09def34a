// Package misura bounds how often each client of a tenant may search, and how much it is given in a day: a bucket of tokens
// and a count per key, in memory, with as many keys as they were told and the one unused longest given up first.
package misura

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Misura limits by key. Safe for concurrent use.
type Misura struct {
	adesso func() time.Time

	mu   sync.Mutex
	voci *simplelru.LRU[string, voce]
}

type voce struct {
	alMinuto int
	secchio  *rate.Limiter
}

// Nuova remembers at most so many keys; adesso is the clock.
func Nuova(chiavi int, adesso func() time.Time) *Misura {
	voci, err := simplelru.NewLRU[string, voce](chiavi, nil)
	if err != nil {
		panic(err) // a number of keys that is not positive is a mistake of the program
	}
	return &Misura{adesso: adesso, voci: voci}
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
	if v, c := m.voci.Get(chiave); c && v.alMinuto == alMinuto {
		return v.secchio
	} // else the key is new, or the setting has changed
	v := voce{alMinuto: alMinuto, secchio: rate.NewLimiter(rate.Every(time.Minute/time.Duration(alMinuto)), alMinuto)}
	m.voci.Add(chiave, v)
	return v.secchio
}
