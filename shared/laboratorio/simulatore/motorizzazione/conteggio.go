package motorizzazione

import (
	"maps"
	"sync"
)

// tettoChiavi bounds the memory of the counters; beyond it only totals grow.
const tettoChiavi = 200_000

// conteggio counts requests in all, per resource and per key.
type conteggio struct {
	mu      sync.Mutex
	totale  int
	risorse map[string]int
	chiavi  map[string]int
}

func (c *conteggio) aggiungi(risorsa, chiave string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.risorse == nil {
		c.risorse, c.chiavi = map[string]int{}, map[string]int{}
	}
	c.totale++
	c.risorse[risorsa]++
	if _, nota := c.chiavi[chiave]; nota || len(c.chiavi) < tettoChiavi {
		c.chiavi[chiave]++
	}
}

func (c *conteggio) richieste(chiave string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.chiavi[chiave]
}

func (c *conteggio) azzera() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.totale, c.risorse, c.chiavi = 0, nil, nil
}

// Richieste is what has been asked so far, failures included.
type Richieste struct {
	Totale  int            `json:"totale"`
	Veicoli int            `json:"veicoli"`
	Patenti int            `json:"patenti"`
	Chiavi  map[string]int `json:"chiavi"` // per plate and licence number
}

// leggi copies the counters; chiave narrows the map to one key.
func (c *conteggio) leggi(chiave string) Richieste {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := Richieste{Totale: c.totale, Veicoli: c.risorse["veicoli"], Patenti: c.risorse["patenti"]}
	if chiave != "" {
		r.Chiavi = map[string]int{chiave: c.chiavi[chiave]}
		return r
	}
	r.Chiavi = make(map[string]int, len(c.chiavi))
	maps.Copy(r.Chiavi, c.chiavi)
	return r
}
