package archivio

import (
	"context"
	"errors"
	"sync"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/decisione"
)

// insiemeAlPiu is how many fines may share a transaction.
const insiemeAlPiu = 128

// richiesta is a fine that waits to be recorded, and what came out of it.
type richiesta struct {
	ctx      context.Context //nolint:containedctx // of who waits: his trace goes with his messages
	n        decisione.Nuovo
	presente bool // the key was seen in the database
	fatto    Registrato
	err      error
	turno    chan bool // true: lead the next group; false: done
}

// ErrInterrotta is what is left to those who waited when the one who worked for them broke down.
var ErrInterrotta = errors.New("verbale: registrazione interrotta")

// code are the queues of the tenants.
type code struct {
	mu  sync.Mutex
	per map[string]*coda
}

func (c *code) di(tenant string) *coda {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.per[tenant] == nil {
		c.per[tenant] = &coda{}
	}
	return c.per[tenant]
}

// coda lets the insertions of a tenant that come at the same time share a transaction: the first to
// come works for all who wait when he starts, then hands the lead to one who came meanwhile. A commit
// is what an insertion costs, and a lock on the series held by one is held for all.
type coda struct {
	mu      sync.Mutex
	attesa  []*richiesta
	guidata bool
}

// entra waits until the request is worked, by the caller or by another one who leads.
func (c *coda) entra(r *richiesta, lavora func([]*richiesta)) {
	r.turno, r.err = make(chan bool, 1), ErrInterrotta
	c.mu.Lock()
	c.attesa = append(c.attesa, r)
	guida := !c.guidata
	c.guidata = true
	c.mu.Unlock()
	if guida || <-r.turno {
		c.guida(lavora)
	}
}

// guida works the group that waits, of which the caller is part, and hands over the lead.
func (c *coda) guida(lavora func([]*richiesta)) {
	insieme := c.prendi()
	defer c.cedi(insieme)
	diversi, altri := distingui(insieme)
	lavora(diversi)
	for _, r := range altri {
		lavora([]*richiesta{r})
	}
}

func (c *coda) prendi() []*richiesta {
	c.mu.Lock()
	defer c.mu.Unlock()
	quanti := min(len(c.attesa), insiemeAlPiu)
	insieme := c.attesa[:quanti:quanti]
	c.attesa = c.attesa[quanti:]
	return insieme
}

// cedi lets go those who were worked, and makes one who waits the next to lead. The one who leads has
// nobody waiting on his channel, so what is sent there is simply not read.
func (c *coda) cedi(insieme []*richiesta) {
	for _, r := range insieme {
		r.turno <- false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.guidata = len(c.attesa) > 0; c.guidata {
		c.attesa[0].turno <- true
	}
}

// distingui sets aside the requests that cannot share a transaction with another one of the group:
// those with the same key or that may be its double.
func distingui(insieme []*richiesta) (diversi, altri []*richiesta) {
	chiavi := map[string]bool{}
	minuti := map[int64]bool{}
	for _, r := range insieme {
		chiave, minuto := r.n.Integratore.String()+r.n.IDEsterno, chiaveDoppione(r.n)
		if chiavi[chiave] || minuti[minuto] {
			altri = append(altri, r)
			continue
		}
		chiavi[chiave], minuti[minuto] = true, true
		diversi = append(diversi, r)
	}
	return diversi, altri
}
