package misura

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Giornata counts by key the pages given within a day of Rome, for a bounded number of keys; the key unused longest is
// dropped first. Safe for concurrent use.
type Giornata struct {
	adesso func() time.Time

	mu    sync.Mutex
	conti *simplelru.LRU[string, conto]
}

type conto struct {
	giorno calendario.Giorno
	dati   int
}

// NuovaGiornata remembers at most so many keys; adesso is the clock.
func NuovaGiornata(chiavi int, adesso func() time.Time) *Giornata {
	conti, err := simplelru.NewLRU[string, conto](chiavi, nil)
	if err != nil {
		panic(err) // a number of keys that is not positive is a mistake of the program
	}
	return &Giornata{adesso: adesso, conti: conti}
}

// Passa counts one more of the key, and reports whether it is within alPiu of today; past that it is not counted.
func (g *Giornata) Passa(chiave string, alPiu int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.oggi(chiave)
	if c.dati >= alPiu {
		return false
	}
	c.dati++
	g.conti.Add(chiave, c)
	return true
}

// Rendi takes one of today back, which was not given after all.
func (g *Giornata) Rendi(chiave string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c := g.oggi(chiave); c.dati > 0 {
		c.dati--
		g.conti.Add(chiave, c)
	}
}

func (g *Giornata) oggi(chiave string) conto {
	giorno := calendario.Da(g.adesso())
	if c, noto := g.conti.Get(chiave); noto && c.giorno == giorno {
		return c
	}
	return conto{giorno: giorno}
}
