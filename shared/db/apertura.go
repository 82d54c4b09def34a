package db

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

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

func (p *Piscine) prenota(ctx context.Context, t tenant.Tenant, s Schema) (*apertura, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.banche[t.Nome]; a != nil {
		return a, nil
	}
	if p.chiuse {
		return nil, Errore("apertura di "+t.Nome, errChiuse)
	}
	a := &apertura{fatta: make(chan struct{})}
	p.banche[t.Nome] = a
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
	delete(p.banche, t.Nome)
}

// errChiuse is what is got after Chiudi: the service is stopping, and another replica will do it.
var errChiuse = errors.New("db: le banche dati sono state chiuse")

// aperte lists the open databases.
func (p *Piscine) aperte() []*Banca {
	p.mu.Lock()
	defer p.mu.Unlock()
	var tutte []*Banca
	for _, a := range p.banche {
		select {
		case <-a.fatta:
			if a.banca != nil {
				tutte = append(tutte, a.banca)
			}
		default:
		}
	}
	return tutte
}

// pool lists the open pools.
func (p *Piscine) pool() []*pgxpool.Pool {
	var tutti []*pgxpool.Pool
	for _, b := range p.aperte() {
		tutti = append(tutti, b.Pool)
	}
	return tutti
}
