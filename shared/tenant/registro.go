package tenant

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// assenteA is how long a negative answer is kept (design, section 3).
const assenteA = 5 * time.Second

// Fonte reads all tenants from the platform database.
type Fonte interface {
	Tenant(ctx context.Context) ([]Tenant, error)
}

// Registro is the copy in memory of the tenants. It is read afresh at start, on each fact of the
// platform and, for an unknown name, once every five seconds.
type Registro struct {
	fonte  Fonte
	adesso func() time.Time

	mu      sync.RWMutex
	tenant  map[string]Tenant
	letto   bool
	assente map[string]time.Time
	cambi   []func([]Tenant)
}

// NuovoRegistro makes an empty copy; adesso is the clock.
func NuovoRegistro(fonte Fonte, adesso func() time.Time) *Registro {
	return &Registro{fonte: fonte, adesso: adesso, assente: map[string]time.Time{}}
}

// Aggiorna reads all tenants again and tells who asked with AlCambio.
func (r *Registro) Aggiorna(ctx context.Context) error {
	tutti, err := r.fonte.Tenant(ctx)
	if err != nil {
		return fmt.Errorf("tenant: lettura: %w", err)
	}
	nuovi := make(map[string]Tenant, len(tutti))
	for _, t := range tutti {
		nuovi[t.Nome] = t
	}
	r.mu.Lock()
	r.tenant, r.letto = nuovi, true
	clear(r.assente)
	cambi := slices.Clone(r.cambi)
	r.mu.Unlock()
	for _, f := range cambi {
		f(tutti)
	}
	return nil
}

// AlCambio registers a function called with all tenants after each reading.
func (r *Registro) AlCambio(f func([]Tenant)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cambi = append(r.cambi, f)
}

// Cerca gives an active tenant by name, case ignored. A name not in the copy asks the platform once;
// errors are Sconosciuto, InSospeso, or that of the reading.
func (r *Registro) Cerca(ctx context.Context, nome string) (Tenant, error) {
	nome, ok := Normalizza(nome)
	if !ok {
		return Tenant{}, Sconosciuto()
	}
	t, noto, riprova := r.guarda(nome)
	if !noto && riprova {
		if err := r.Aggiorna(ctx); err != nil {
			return Tenant{}, err
		}
		if t, noto, _ = r.guarda(nome); !noto {
			r.segnaAssente(nome)
		}
	}
	switch {
	case !noto:
		return Tenant{}, Sconosciuto()
	case t.Stato != Attivo:
		return Tenant{}, InSospeso()
	}
	return t, nil
}

func (r *Registro) guarda(nome string) (t Tenant, noto, riprova bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	t, noto = r.tenant[nome]
	return t, noto, r.adesso().Sub(r.assente[nome]) >= assenteA
}

// segnaAssente keeps the negative answer; the map is bounded because names come from strangers.
func (r *Registro) segnaAssente(nome string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.assente) > 10_000 {
		clear(r.assente)
	}
	r.assente[nome] = r.adesso()
}

// Attivi gives the active tenants in order of name; empty before the first reading.
func (r *Registro) Attivi() []Tenant {
	r.mu.RLock()
	defer r.mu.RUnlock()
	attivi := make([]Tenant, 0, len(r.tenant))
	for _, t := range r.tenant {
		if t.Stato == Attivo {
			attivi = append(attivi, t)
		}
	}
	slices.SortFunc(attivi, func(a, b Tenant) int { return strings.Compare(a.Nome, b.Nome) })
	return attivi
}

// Pronto reports whether the tenants have been read at least once.
func (r *Registro) Pronto() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.letto
}
