package bus

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	// pausaSospeso is how long the server keeps a message of a suspended tenant before it offers it again:
	// what finds out that the tenant is back when the process that put it aside is gone.
	pausaSospeso = time.Minute
	// sospesiAlPiu is how many messages a process remembers to have put aside; those beyond come back
	// after pausaSospeso.
	sospesiAlPiu = 10_000
)

// suspended are the messages of suspended tenants that this process has put aside: where to ask for each
// again, and until when. The messages themselves are on the server.
type suspended struct {
	mu    sync.Mutex
	mossi map[string]suspension // by the address of their acknowledgement
}

type suspension struct {
	tenant string
	scade  time.Time
}

// sospendi puts a message aside until its tenant is taken up again.
func (c *Consumers) sospendi(ctx context.Context, jm jetstream.Msg, nome string) {
	if err := jm.NakWithDelay(pausaSospeso); err != nil {
		c.bus.log.WarnContext(ctx, "messaggio di un comando sospeso non rimandato: tornerà", "errore", err)
		return
	}
	c.sospesi.aggiungi(jm.Reply(), suspension{nome, time.Now().Add(pausaSospeso)})
	if _, err := c.tenant.Find(ctx, nome); err == nil { // taken up again meanwhile: nobody else would tell
		c.richiedi(map[string]bool{nome: true})
	}
}

func (s *suspended) aggiungi(dove string, quale suspension) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.mossi == nil {
		s.mossi = map[string]suspension{}
	}
	if len(s.mossi) >= sospesiAlPiu {
		s.scarta(time.Now())
	}
	if len(s.mossi) < sospesiAlPiu {
		s.mossi[dove] = quale
	}
}

// scarta forgets those that the server has offered again by now.
func (s *suspended) scarta(adesso time.Time) {
	for dove, x := range s.mossi {
		if !x.scade.After(adesso) {
			delete(s.mossi, dove)
		}
	}
}

// prendi gives and forgets where to ask for the messages of these tenants.
func (s *suspended) prendi(attivi map[string]bool) (dove []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scarta(time.Now())
	for d, x := range s.mossi {
		if attivi[x.tenant] {
			dove = append(dove, d)
			delete(s.mossi, d)
		}
	}
	return dove
}

// riprendi asks again for the messages of the tenants that are served.
func (c *Consumers) riprendi(tutti []tenant.Tenant) {
	attivi := make(map[string]bool, len(tutti))
	for _, t := range tutti {
		if t.Stato == tenant.Active {
			attivi[t.Nome] = true
		}
	}
	c.richiedi(attivi)
}

// richiedi has the server offer messages at once that it was keeping for later: a second refusal,
// without a delay, ends the delay of the first.
func (c *Consumers) richiedi(attivi map[string]bool) {
	for _, dove := range c.sospesi.prendi(attivi) {
		if err := c.bus.Conn.Publish(dove, []byte("-NAK")); err != nil {
			c.bus.log.Warn("messaggio di un comando ripreso non richiesto: tornerà", "errore", err)
		}
	}
}
