package db

import (
	"context"
	"time"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

const (
	// inutilizzato is how long a database is kept open without being used.
	inutilizzato = 3 * time.Minute
	liberaOgni   = 30 * time.Second
)

// tracciatore adds to the traces the moment when a connection is given back.
type tracciatore struct {
	*otelpgx.Tracer
	quota *quota
}

// TraceRelease tells who waits for a connection of this database.
func (t tracciatore) TraceRelease(*pgxpool.Pool, pgxpool.TraceReleaseData) { t.quota.restituita() }

// apriPool makes what serves a database; it connects to nothing.
func (p *Piscine) apriPool(di *Pool) (*viva, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.chiuse {
		return nil, Errore("apertura di "+di.tenant.Nome, errChiuse)
	}
	q := p.gettoni.nuovaQuota()
	pool, err := pgxpool.NewWithConfig(context.Background(), p.configura(di, q))
	if err != nil {
		return nil, Errore("apertura di "+di.tenant.Nome, err)
	}
	v := &viva{di: di, pool: pool, quota: q, ultimo: time.Now(), chiusa: make(chan struct{})}
	v.sql = v.perSQL()
	p.aperti[v] = struct{}{}
	p.chiudono.Add(1)
	return v, nil
}

// chiudiPool closes what nobody can ask any more. It returns at once: what is in use is given back first.
func (p *Piscine) chiudiPool(v *viva) {
	go func() { // Chiudi waits for it
		defer p.chiudono.Done()
		_ = v.sql.Close()
		v.pool.Close()
		p.mu.Lock()
		delete(p.aperti, v)
		p.mu.Unlock()
		close(v.chiusa)
	}()
}

// pool lists what is open, for who looks for connections to close.
func (p *Piscine) pool() []*pgxpool.Pool {
	p.mu.Lock()
	defer p.mu.Unlock()
	tutti := make([]*pgxpool.Pool, 0, len(p.aperti))
	for v := range p.aperti {
		tutti = append(tutti, v.pool)
	}
	return tutti
}

func (p *Piscine) poolAperti() []*Pool {
	p.mu.Lock()
	defer p.mu.Unlock()
	tutti := make([]*Pool, 0, len(p.aperti))
	for v := range p.aperti {
		tutti = append(tutti, v.di)
	}
	return tutti
}

func (p *Piscine) liberaOgniTanto(ctx context.Context) {
	t := time.NewTicker(liberaOgni)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			p.libera(time.Now().Add(-inutilizzato))
		}
	}
}

// libera frees the databases that nobody has used since; they open again at the next use.
func (p *Piscine) libera(da time.Time) {
	for _, pool := range p.poolAperti() {
		pool.ritira(da)
	}
}

// Segui frees at once the databases of the tenants that are no longer served, or no longer there: what
// is going on ends in peace. The schema of one that comes back is looked at again. It is for
// tenant.Registro.AlCambio and returns at once.
func (p *Piscine) Segui(tutti []tenant.Tenant) {
	serviti := make(map[indirizzo]bool, len(tutti))
	for _, t := range tutti {
		serviti[indirizzoDi(t)] = t.Stato == tenant.Attivo
	}
	p.mu.Lock()
	for chi := range p.migrati {
		if chi.nome != tenant.Piattaforma && !serviti[chi] {
			delete(p.migrati, chi)
		}
	}
	for chi := range p.banche {
		if chi.nome != tenant.Piattaforma && !serviti[chi] {
			delete(p.banche, chi)
		}
	}
	p.mu.Unlock()
	for _, pool := range p.poolAperti() {
		if chi := indirizzoDi(pool.tenant); chi.nome != tenant.Piattaforma && !serviti[chi] {
			pool.ritira(time.Time{})
		}
	}
}

// Visita runs f on one connection to a tenant's database, migrated first if this process has not done
// it, and leaves nothing open: for who looks into all of them. A database in use lends its own.
func (p *Piscine) Visita(ctx context.Context, t tenant.Tenant, f func(context.Context, *Pool) error) error {
	if t.Nome == tenant.Piattaforma {
		b, err := p.Piattaforma(ctx)
		if err != nil {
			return err
		}
		return f(ctx, b.Pool)
	}
	if b := p.inUso(t); b != nil {
		return f(ctx, b.Pool)
	}
	pool := &Pool{piscine: p, tenant: t, schema: p.opz.Tenant, alPiu: 1}
	err := p.migra(ctx, pool)
	if err != nil {
		err = Errore("visita di "+t.Nome, err)
	} else {
		err = f(ctx, pool)
	}
	if v := pool.ritira(time.Time{}); v != nil {
		<-v.chiusa // two visits at once are two connections, never three
	}
	return err
}

// inUso gives the database of a tenant if it is open.
func (p *Piscine) inUso(t tenant.Tenant) *Banca {
	p.mu.Lock()
	a := p.banche[indirizzoDi(t)]
	p.mu.Unlock()
	if a == nil {
		return nil
	}
	select {
	case <-a.fatta:
	default:
		return nil
	}
	if a.banca == nil || !a.banca.Pool.aperto() {
		return nil
	}
	return a.banca
}
