package tenant

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	assenteA = 5 * time.Second  // how long a negative answer is kept (design, section 3)
	raffica  = 10               // readings that unknown names may cause in that time, whoever asks
	lettura  = 10 * time.Second // for the platform to answer
	assenti  = 10_000           // negative answers kept: names come from strangers
)

// Source reads all tenants from the platform database.
type Source interface {
	Tenant(ctx context.Context) ([]Tenant, error)
}

// Directory is the copy in memory of the tenants. It is read afresh at start, on each fact of the
// platform and, for an unknown name, once every five seconds.
type Directory struct {
	fonte  Source
	adesso func() time.Time
	turno  chan struct{} // one reading at a time: a slow one never overwrites a newer

	mu      sync.RWMutex
	tenant  map[string]Tenant
	attivi  []Tenant // in order of name
	letto   bool
	assente map[string]time.Time
	letture []time.Time // for unknown names, in the last five seconds
	cambi   []func([]Tenant)
}

// NewDirectory makes an empty copy; adesso is the clock.
func NewDirectory(fonte Source, adesso func() time.Time) *Directory {
	return &Directory{fonte: fonte, adesso: adesso, turno: make(chan struct{}, 1), assente: map[string]time.Time{}}
}

// Refresh reads all tenants again and tells who asked with OnChange.
func (r *Directory) Refresh(ctx context.Context) error {
	if err := r.prendiTurno(ctx); err != nil {
		return err
	}
	defer func() { <-r.turno }()
	return r.leggi(ctx)
}

func (r *Directory) prendiTurno(ctx context.Context) error {
	select {
	case r.turno <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("tenant: attesa della lettura: %w", ctx.Err())
	}
}

// leggi reads; the caller has the turn.
func (r *Directory) leggi(ctx context.Context) error {
	ctx, fine := context.WithTimeout(ctx, lettura)
	defer fine()
	tutti, err := r.fonte.Tenant(ctx)
	if err != nil {
		return fmt.Errorf("tenant: lettura: %w", err)
	}
	nuovi, attivi := make(map[string]Tenant, len(tutti)), make([]Tenant, 0, len(tutti))
	for _, t := range tutti {
		nuovi[t.Nome] = t
		if t.Stato == Active {
			attivi = append(attivi, t)
		}
	}
	slices.SortFunc(attivi, func(a, b Tenant) int { return strings.Compare(a.Nome, b.Nome) })
	r.mu.Lock()
	r.tenant, r.attivi, r.letto = nuovi, attivi, true
	cambi := slices.Clone(r.cambi)
	r.mu.Unlock()
	for _, f := range cambi {
		f(tutti)
	}
	return nil
}

// OnChange registers a function called with all tenants after each reading, in the order of the
// readings. It must return soon and not ask this copy to read.
func (r *Directory) OnChange(f func([]Tenant)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cambi = append(r.cambi, f)
}

// Find gives an active tenant by name, case ignored. A name not in the copy asks the platform once;
// errors are Sconosciuto, SuspendedError, or that of the reading.
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
	r.mu.RLock()
	defer r.mu.RUnlock()
	t, noto = r.tenant[nome]
	return t, noto, r.adesso().Sub(r.assente[nome]) >= assenteA
}

// chiedi reads the platform for a name that is not in the copy. Who waited while another did it for
// the same name does not repeat it, and names invented by the thousand cause few readings.
func (r *Directory) chiedi(ctx context.Context, nome string) error {
	if err := r.prendiTurno(ctx); err != nil {
		return err
	}
	defer func() { <-r.turno }()
	if _, noto, riprova := r.guarda(nome); noto || !riprova {
		return nil
	}
	ammessa, letto := r.conta()
	switch {
	case !ammessa && letto:
		return nil
	case !ammessa:
		return problem.NonDisponibile("DATI_NON_PRONTI", "I dati richiesti non sono ancora pronti.")
	}
	if err := r.leggi(ctx); err != nil {
		return err
	}
	if _, noto, _ := r.guarda(nome); !noto {
		r.segnaAssente(nome)
	}
	return nil
}

// conta notes a reading for an unknown name, unless there were too many of late.
func (r *Directory) conta() (ammessa, letto bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	adesso := r.adesso()
	r.letture = slices.DeleteFunc(r.letture, func(t time.Time) bool { return adesso.Sub(t) >= assenteA })
	if len(r.letture) >= raffica {
		return false, r.letto
	}
	r.letture = append(r.letture, adesso)
	return true, r.letto
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
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clip(r.attivi)
}

// Ready reports whether the tenants have been read at least once.
func (r *Directory) Ready() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.letto
}
