package tenant

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/snapshot"
)

const (
	assenteA = 5 * time.Second  // how long a negative answer is kept (design, section 3)
	raffica  = 10               // readings that unknown names may cause in that time, over all callers
	lettura  = 10 * time.Second // for the platform to answer
	assenti  = 10_000           // negative answers kept: names come from strangers
)

// Source reads all tenants from the platform database.
type Source interface {
	Tenant(ctx context.Context) ([]Tenant, error)
}

// tutti are the tenants as they were read at one time.
type tutti struct {
	nomi   map[string]Tenant
	attivi []Tenant // in order of name
}

// Directory is the copy in memory of the tenants. It is read afresh at start, on each fact of the
// platform and, for an unknown name, once every five seconds.
type Directory struct {
	fonte  Source
	adesso func() time.Time
	letti  *snapshot.Copy[tutti]

	mu      sync.RWMutex
	assente map[string]time.Time
	letture []time.Time // for unknown names, in the last five seconds
	cambi   []func([]Tenant)
}

// NewDirectory makes an empty copy; adesso is the clock.
func NewDirectory(fonte Source, adesso func() time.Time) *Directory {
	r := &Directory{fonte: fonte, adesso: adesso, assente: map[string]time.Time{}}
	r.letti = snapshot.New(nil, r.leggi)
	return r
}

// Refresh reads all tenants again and tells those that registered with OnChange.
func (r *Directory) Refresh(ctx context.Context) error { return r.letti.Refresh(ctx) }

func (r *Directory) leggi(ctx context.Context, _ *tutti) (*tutti, error) {
	ctx, fine := context.WithTimeout(ctx, lettura)
	defer fine()
	elenco, err := r.fonte.Tenant(ctx)
	if err != nil {
		return nil, fmt.Errorf("tenant: lettura: %w", err)
	}
	nuovi := &tutti{nomi: make(map[string]Tenant, len(elenco)), attivi: make([]Tenant, 0, len(elenco))}
	for _, t := range elenco {
		nuovi.nomi[t.Nome] = t
		if t.Stato == Active {
			nuovi.attivi = append(nuovi.attivi, t)
		}
	}
	slices.SortFunc(nuovi.attivi, func(a, b Tenant) int { return strings.Compare(a.Nome, b.Nome) })
	r.letti.Set(nuovi) // the callbacks read here
	r.mu.RLock()
	cambi := slices.Clone(r.cambi)
	r.mu.RUnlock()
	for _, f := range cambi {
		f(elenco)
	}
	return nuovi, nil
}

// OnChange registers a function called with all tenants after each reading, in the order of the
// readings. It must return soon and not ask this copy to read.
func (r *Directory) OnChange(f func([]Tenant)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cambi = append(r.cambi, f)
}

// Find gives an active tenant by name, case ignored. A name not in the copy asks the platform once;
// errors are Unknown, SuspendedError, or that of the reading.
func (r *Directory) Find(ctx context.Context, nome string) (Tenant, error) {
	nome, ok := Normalize(nome)
	if !ok {
		return Tenant{}, Unknown()
	}
	t, noto, riprova := r.guarda(nome)
	if !noto && riprova {
		if err := r.chiedi(ctx, nome); err != nil {
			return Tenant{}, err
		}
		t, noto, _ = r.guarda(nome)
	}
	switch {
	case !noto:
		return Tenant{}, Unknown()
	case t.Stato != Active:
		return Tenant{}, SuspendedError()
	}
	return t, nil
}

// Suspended reports whether the copy has a tenant as suspended. It reads nothing.
func (r *Directory) Suspended(nome string) bool {
	t, noto, _ := r.guarda(nome)
	return noto && t.Stato != Active
}

func (r *Directory) guarda(nome string) (t Tenant, noto, riprova bool) {
	if letti := r.letti.Get(); letti != nil {
		t, noto = letti.nomi[nome]
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	return t, noto, r.adesso().Sub(r.assente[nome]) >= assenteA
}

// chiedi reads the platform for a name that is not in the copy. A caller that waited while another asked for the same
// name does not repeat the question, and names invented by the thousand cause few readings.
func (r *Directory) chiedi(ctx context.Context, nome string) error {
	var rinuncia error
	chiesto := false
	err := r.letti.RefreshIf(ctx, func() bool {
		if _, noto, riprova := r.guarda(nome); noto || !riprova {
			return false
		}
		chiesto = r.conta()
		if !chiesto && !r.Ready() {
			rinuncia = problem.NonDisponibile("DATI_NON_PRONTI", "I dati richiesti non sono ancora pronti.")
		}
		return chiesto
	})
	if err != nil || rinuncia != nil {
		return cmp.Or(err, rinuncia)
	}
	if _, noto, _ := r.guarda(nome); chiesto && !noto {
		r.segnaAssente(nome)
	}
	return nil
}

// conta notes a reading for an unknown name, unless there were too many of late.
func (r *Directory) conta() (ammessa bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	adesso := r.adesso()
	r.letture = slices.DeleteFunc(r.letture, func(t time.Time) bool { return adesso.Sub(t) >= assenteA })
	if len(r.letture) >= raffica {
		return false
	}
	r.letture = append(r.letture, adesso)
	return true
}

// segnaAssente keeps the negative answer.
func (r *Directory) segnaAssente(nome string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.assente) >= assenti {
		clear(r.assente)
	}
	r.assente[nome] = r.adesso()
}

// Active gives the active tenants in order of name; empty before the first reading. It is asked after
// every commit: the list is the copy's own, not to be changed.
func (r *Directory) Active() []Tenant {
	letti := r.letti.Get()
	if letti == nil {
		return nil
	}
	return slices.Clip(letti.attivi)
}

// Ready reports whether the tenants have been read at least once.
func (r *Directory) Ready() bool { return r.letti.Get() != nil }
