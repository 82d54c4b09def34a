package simulatore

import (
	"maps"
	"sync"
)

// tettoChiavi bounds the memory of the counters; beyond it only totals grow.
const tettoChiavi = 200_000

// Richieste is what has been asked so far, failures included.
type Richieste struct {
	Totale  int            `json:"totale"`
	Risorse map[string]int `json:"risorse"` // per resource of the system
	Chiavi  map[string]int `json:"chiavi"`  // per key: a plate, a licence number
}

// conteggio counts requests in all, per resource and per key.
type conteggio struct {
	mu sync.Mutex
	r  Richieste
}

// aggiungi counts one request and tells how many its key has had.
func (c *conteggio) aggiungi(risorsa, chiave string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.r.Risorse == nil {
		c.r.Risorse, c.r.Chiavi = map[string]int{}, map[string]int{}
	}
	c.r.Totale++
	c.r.Risorse[risorsa]++
	if _, nota := c.r.Chiavi[chiave]; nota || len(c.r.Chiavi) < tettoChiavi {
		c.r.Chiavi[chiave]++
	}
	return c.r.Chiavi[chiave]
}

func (c *conteggio) azzera() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.r = Richieste{}
}

// leggi copies the counters; chiave narrows the map to one key.
func (c *conteggio) leggi(chiave string) Richieste {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := Richieste{Totale: c.r.Totale, Risorse: map[string]int{}, Chiavi: map[string]int{}}
	maps.Copy(r.Risorse, c.r.Risorse)
	if chiave != "" {
		r.Chiavi[chiave] = c.r.Chiavi[chiave]
		return r
	}
	maps.Copy(r.Chiavi, c.r.Chiavi)
	return r
}
