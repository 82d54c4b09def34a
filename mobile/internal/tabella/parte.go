package tabella

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	fisse "github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

type impronta [sha256.Size]byte

// parte is one table in a document: `,"comuni":[…]`, and its hash. A nil text is not in memory.
type parte struct {
	impronta impronta
	testo    []byte
}

func nuovaParte[R any](nome string, righe []R) (parte, error) {
	if righe == nil {
		righe = []R{} // an empty list, not null
	}
	dati, err := json.Marshal(righe)
	if err != nil {
		return parte{}, fmt.Errorf("tabella: %s: %w", nome, err)
	}
	testo := append([]byte(`,"`+nome+`":`), dati...)
	return parte{sha256.Sum256(testo), testo}, nil
}

// scritte are the tables of the platform as text, written again only when there is another version.
type scritte struct {
	mu                                               sync.Mutex
	comuni                                           *comune.Tabella // of which the text is
	violazioni                                       *sanzione.Tabella
	comuniScritti, violazioniScritte, tariffeScritte parte
}

func (s *scritte) parte(t *fisse.Copy, nome string) (parte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if nome == comuni {
		err := s.scriviComuni(t.Comuni())
		return s.comuniScritti, err
	}
	err := s.scriviViolazioni(t.Violazioni())
	if nome == tariffe {
		return s.tariffeScritte, err
	}
	return s.violazioniScritte, err
}

func (s *scritte) scriviComuni(t *comune.Tabella) error {
	if s.comuni == t {
		return nil
	}
	p, err := nuovaParte(comuni, t.Tutte())
	if err != nil {
		return err
	}
	s.comuniScritti, s.comuni = p, t
	return nil
}

func (s *scritte) scriviViolazioni(t *sanzione.Tabella) error {
	if s.violazioni == t {
		return nil
	}
	righe, importi := dividi(t.Tutte())
	prima, err := nuovaParte(violazioni, righe)
	if err != nil {
		return err
	}
	seconda, err := nuovaParte(tariffe, importi)
	if err != nil {
		return err
	}
	s.violazioniScritte, s.tariffeScritte, s.violazioni = prima, seconda, t
	return nil
}

// note are the hashes of the streets of each tenant, so that who has them already is told so without
// reading them.
type note struct {
	mu    sync.Mutex
	prese map[string]nota
}

type nota struct {
	versione int
	impronta impronta
}

func (n *note) cerca(tenant string, versione int) (impronta, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	x, ok := n.prese[tenant]
	return x.impronta, ok && x.versione == versione
}

func (n *note) prendi(tenant string, x nota) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.prese == nil {
		n.prese = map[string]nota{}
	}
	n.prese[tenant] = x
}

// stradario gives the streets of a tenant, without their text where the hash is known.
func (s *Service) stradario(ctx context.Context, tenant string) (parte, error) {
	versione := s.tabelle.Versione(fisse.Strade, tenant)
	if i, ok := s.note.cerca(tenant, versione); ok {
		return parte{impronta: i}, nil
	}
	p, err := s.scriviStradario(ctx, tenant)
	if err == nil {
		s.note.prendi(tenant, nota{versione, p.impronta})
	}
	return p, err
}

func (s *Service) scriviStradario(ctx context.Context, tenant string) (parte, error) {
	t, err := s.tabelle.Strade(ctx, tenant)
	if err != nil {
		return parte{}, err
	}
	return nuovaParte(strade, t.Tutte())
}
