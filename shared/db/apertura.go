package db

import (
	"context"
	"errors"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

// aperturaAlPiu is the time of one opening, migrations included.
const aperturaAlPiu = 10 * time.Minute

// apertura is one database being opened or open: who comes second waits for the first.
type apertura struct {
	fatta chan struct{} // closed when banca or err are known
	banca *Banca
	err   error
}

// banca gives an open database, opening it at the first call. The opening is nobody's in particular:
// it goes on when the caller who began it leaves, so that a long migration ends even if every request
// that needs it has less time.
func (p *Piscine) banca(ctx context.Context, t tenant.Tenant, s Schema) (*Banca, error) {
	a, err := p.prenota(ctx, t, s)
	if err != nil {
		return nil, err
	}
	select {
	case <-a.fatta:
		return a.banca, a.err
	case <-ctx.Done():
		return nil, Errore("apertura di "+t.Nome, ctx.Err())
	}
}

// indirizzo is where a database is. A tenant that moves has another one: its requests that are going on
// end at the old, and the next go to the new.
type indirizzo struct{ nome, host, database string }

func indirizzoDi(t tenant.Tenant) indirizzo { return indirizzo{t.Nome, t.Host, t.Database} }

func (p *Piscine) prenota(ctx context.Context, t tenant.Tenant, s Schema) (*apertura, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.banche[indirizzoDi(t)]; a != nil {
		return a, nil
	}
	if p.chiuse {
		return nil, Errore("apertura di "+t.Nome, errChiuse)
	}
	a := &apertura{fatta: make(chan struct{})}
	p.banche[indirizzoDi(t)] = a
	p.aprono.Go(func() {
		vita, fine := context.WithTimeout(context.WithoutCancel(ctx), aperturaAlPiu)
		defer fine()
		defer context.AfterFunc(p.vita, fine)()
		p.completa(vita, a, t, s)
	})
	return a, nil
}

// completa opens; what failed is forgotten, so that the next caller tries again.
func (p *Piscine) completa(ctx context.Context, a *apertura, t tenant.Tenant, s Schema) {
	defer close(a.fatta)
	a.banca, a.err = p.apri(ctx, t, s)
	if a.err == nil {
		return
	}
	a.err = Errore("apertura di "+t.Nome, a.err)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.banche[indirizzoDi(t)] == a {
		delete(p.banche, indirizzoDi(t))
	}
}

// apri migrates the database, unless this process has done it before, and gives it.
func (p *Piscine) apri(ctx context.Context, t tenant.Tenant, s Schema) (*Banca, error) {
	pool := &Pool{piscine: p, tenant: t, schema: s, alPiu: p.opz.PerBanca}
	if err := p.migra(ctx, pool); err != nil {
		pool.ritira(time.Time{})
		return nil, err
	}
	return &Banca{Pool: pool, nome: t.Nome, piscine: p}, nil
}

func (p *Piscine) migra(ctx context.Context, pool *Pool) error {
	chi := indirizzoDi(pool.tenant)
	p.mu.Lock()
	fatta := p.migrati[chi]
	p.mu.Unlock()
	if fatta || pool.schema.Nome == "" {
		return nil
	}
	v, err := pool.prendi()
	if err != nil {
		return err
	}
	defer pool.lascia(v)
	if err := pool.schema.migra(ctx, v.sql); err != nil {
		return err
	}
	p.mu.Lock()
	p.migrati[chi] = true
	p.mu.Unlock()
	return nil
}

// errChiuse is what is got after Chiudi: the service is stopping, and another replica will do it.
var errChiuse = errors.New("db: le banche dati sono state chiuse")
