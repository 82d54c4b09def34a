package turno

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// ErrOccupato says that another caller held the turn for the whole wait.
var ErrOccupato = errors.New("turno occupato")

// Segnali wake those of a process who wait for a turn, as soon as another of the same process gives it back. They remember when old
// turns were last looked for.
type Segnali struct {
	mu     sync.Mutex
	attese map[string]*attesa
	pulito map[string]time.Time
}

// pulisceOgni is how often a process looks for old turns of a kind in a command's database.
const pulisceOgni = time.Minute

// pulisce reports that it is time to look for old turns.
func (s *Segnali) pulisce(ctx context.Context, ambito string) bool {
	if s == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	k, adesso := chiave(ctx, ambito, ""), time.Now()
	if da, gia := s.pulito[k]; gia && adesso.Sub(da) < pulisceOgni {
		return false
	}
	if s.pulito == nil {
		s.pulito = map[string]time.Time{}
	}
	s.pulito[k] = adesso
	return true
}

type attesa struct {
	sveglia chan struct{}
	quanti  int
}

func chiave(ctx context.Context, ambito, quale string) string {
	return tenant.Name(ctx) + "\n" + ambito + "\n" + quale
}

// suona wakes who waits for a turn.
func (s *Segnali) suona(ctx context.Context, ambito, quale string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.attese[chiave(ctx, ambito, quale)]; a != nil {
		close(a.sveglia)
		a.sveglia = make(chan struct{})
	}
}

// entra counts one who waits.
func (s *Segnali) entra(k string) (esci func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.attese == nil {
		s.attese = map[string]*attesa{}
	}
	if s.attese[k] == nil {
		s.attese[k] = &attesa{sveglia: make(chan struct{})}
	}
	s.attese[k].quanti++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.attese[k].quanti--; s.attese[k].quanti == 0 {
			delete(s.attese, k)
		}
	}
}

func (s *Segnali) prossimo(k string) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.attese[k].sveglia
}

// Aspetta calls prova until it reports that it is done: at once, when the turn is given back in this process, and every so often,
// since another replica may have had it. ErrOccupato after so long; the error of a context that ends.
func (t Turni) Aspetta(ctx context.Context, quale string, entro, ogni time.Duration, prova func() (fatto bool, err error)) error {
	segnali := t.Segnali
	if segnali == nil {
		segnali = &Segnali{}
	}
	k := chiave(ctx, t.Ambito, quale)
	esci := segnali.entra(k)
	defer esci()
	fine := time.NewTimer(entro)
	defer fine.Stop()
	for {
		sveglia := segnali.prossimo(k) // before prova: a turn given back meanwhile is not missed
		if fatto, err := prova(); err != nil || fatto {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-fine.C:
			return ErrOccupato
		case <-sveglia:
		case <-time.After(ogni):
		}
	}
}
