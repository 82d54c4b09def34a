package tabella

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// stradariAlPiu is how many tenants' streets are kept: a large city has some thousands.
const stradariAlPiu = 8

// Strade gives the streets of a tenant in the version that Versione says; none if it has loaded none or
// the copy does not hold them. Those used lately are in memory, the others are read: two calls may give
// two tables of equal rows.
func (c *Copy) Strade(ctx context.Context, tenant string) (*strada.Tabella, error) {
	if err := c.Ready(ctx); err != nil {
		return nil, err
	}
	v := c.dati.Get().viste[chiave{Strade, tenant}]
	if v.Versione == 0 {
		return strada.Nuova(nil)
	}
	if t := c.strade.trova(v); t != nil {
		return t, nil
	}
	c.strade.legge.Lock()
	defer c.strade.legge.Unlock()
	if t := c.strade.trova(v); t != nil { // read by a caller who had the turn before
		return t, nil
	}
	t, err := c.leggiStrade(ctx, v)
	if err != nil {
		return nil, err
	}
	c.strade.ricorda(v, t)
	return t, nil
}

// leggiStrade reads the rows of that version, also when core has gone on to another meanwhile.
func (c *Copy) leggiStrade(ctx context.Context, v Versione) (*strada.Tabella, error) {
	database, err := c.pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	t, err := leggiTabella(ctx, database.Pool, v, strada.Nuova)
	if g, guasta := errors.AsType[*guasto](err); guasta {
		return nil, problem.NonDisponibile("DATI_NON_PRONTI", "Lo stradario del comando non si può leggere.").With(g)
	}
	return t, db.Wrap("stradario", err)
}

// recenti are the streets used lately, the last used first.
type recenti struct {
	legge  sync.Mutex // one reading at a time
	mu     sync.Mutex
	ultimi []stradario
}

type stradario struct {
	versione Versione
	tabella  *strada.Tabella
}

func (r *recenti) trova(v Versione) *strada.Tabella {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.ultimi, func(s stradario) bool { return s.versione == v })
	if i < 0 {
		return nil
	}
	s := r.ultimi[i]
	copy(r.ultimi[1:i+1], r.ultimi[:i])
	r.ultimi[0] = s
	return s.tabella
}

// ricorda puts a table first; another version of the same tenant, or the one longest unused, goes.
func (r *recenti) ricorda(v Versione, t *strada.Tabella) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ultimi = slices.DeleteFunc(r.ultimi, func(s stradario) bool { return s.versione.Tenant == v.Tenant })
	r.ultimi = slices.Insert(r.ultimi, 0, stradario{v, t})
	if len(r.ultimi) > stradariAlPiu {
		r.ultimi = slices.Delete(r.ultimi, stradariAlPiu, len(r.ultimi))
	}
}
