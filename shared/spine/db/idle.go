package db

import (
	"context"
	"time"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	// inutilizzato is how long a database is kept open without being used.
	inutilizzato = 3 * time.Minute
	liberaOgni   = 30 * time.Second
)

// tracer adds to the traces the moment when a connection is given back.
type tracer struct {
	*otelpgx.Tracer
	quota *token
}

// TraceRelease tells who waits for a connection of this database.
func (t tracer) TraceRelease(*pgxpool.Pool, pgxpool.TraceReleaseData) { t.quota.restored() }

// openPool makes what serves a database; it connects to nothing.
func (p *Pools) openPool(di *Pool) (*liveConn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, Wrap("apertura di "+di.tenant.Nome, errClosed)
	}
	q := p.tokens.newToken()
	pool, err := pgxpool.NewWithConfig(context.Background(), p.configure(di, q))
	if err != nil {
		return nil, Wrap("apertura di "+di.tenant.Nome, err)
	}
	v := &liveConn{owner: di, pool: pool, quota: q, lastUse: time.Now(), closed: make(chan struct{})}
	v.sql = v.perSQL()
	p.opened[v] = struct{}{}
	p.closing.Add(1)
	return v, nil
}

// closePool closes a pool taken out of the map. It returns at once: connections in use are given back first.
func (p *Pools) closePool(v *liveConn) {
	go func() { // Close waits for it
		defer p.closing.Done()
		_ = v.sql.Close()
		v.pool.Close()
		p.mu.Lock()
		delete(p.opened, v)
		p.mu.Unlock()
		close(v.closed)
	}()
}

// pool lists the open pools, for a caller that looks for connections to close.
func (p *Pools) pool() []*pgxpool.Pool {
	p.mu.Lock()
	defer p.mu.Unlock()
	tutti := make([]*pgxpool.Pool, 0, len(p.opened))
	for v := range p.opened {
		tutti = append(tutti, v.pool)
	}
	return tutti
}

func (p *Pools) openPools() []*Pool {
	p.mu.Lock()
	defer p.mu.Unlock()
	tutti := make([]*Pool, 0, len(p.opened))
	for v := range p.opened {
		tutti = append(tutti, v.owner)
	}
	return tutti
}

func (p *Pools) releaseLoop(ctx context.Context) {
	t := time.NewTicker(liberaOgni)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			p.release(time.Now().Add(-inutilizzato))
		}
	}
}

// release frees the databases that nobody has used since; they open again at the next use.
func (p *Pools) release(da time.Time) {
	for _, pool := range p.openPools() {
		pool.retire(da)
	}
}

// Follow frees at once the databases of the tenants that are no longer served, or no longer there: work
// in progress ends in peace. The schema of a tenant that comes back is looked at again. It is for
// tenant.Directory.OnChange and returns at once.
func (p *Pools) Follow(tutti []tenant.Tenant) {
	serviti := make(map[address]bool, len(tutti))
	for _, t := range tutti {
		serviti[addressOf(t)] = t.Stato == tenant.Active
	}
	p.mu.Lock()
	for chi := range p.migrated {
		if chi.nome != tenant.Platform && !serviti[chi] {
			delete(p.migrated, chi)
		}
	}
	for chi := range p.databases {
		if chi.nome != tenant.Platform && !serviti[chi] {
			delete(p.databases, chi)
		}
	}
	p.mu.Unlock()
	for _, pool := range p.openPools() {
		if chi := addressOf(pool.tenant); chi.nome != tenant.Platform && !serviti[chi] {
			pool.retire(time.Time{})
		}
	}
}

// Visit runs f on one connection to a tenant's database, migrated first if this process has not done
// it, and leaves nothing open: for a caller that looks into all of them. A database in use lends its own, and closes no
// later for it.
func (p *Pools) Visit(ctx context.Context, t tenant.Tenant, f func(context.Context, *Pool) error) error {
	if t.Nome == tenant.Platform {
		b, err := p.Platform(ctx)
		if err != nil {
			return err
		}
		return f(ctx, b.Pool)
	}
	ctx = context.WithValue(ctx, visitKey{}, true)
	if b := p.inUse(t); b != nil {
		return f(ctx, b.Pool)
	}
	pool := &Pool{pools: p, tenant: t, schema: p.opz.Tenant, max: 1}
	err := p.migrate(ctx, pool)
	if err != nil {
		err = Wrap("visita di "+t.Nome, err)
	} else {
		err = f(ctx, pool)
	}
	if v := pool.retire(time.Time{}); v != nil {
		<-v.closed // two visits at once are two connections, never three
	}
	return err
}

// visitKey is on the context of a visit.
type visitKey struct{}

// InUse reports that the database of a tenant is open in this process.
func (p *Pools) InUse(t tenant.Tenant) bool { return p.inUse(t) != nil }

// inUse gives the database of a tenant if it is open.
func (p *Pools) inUse(t tenant.Tenant) *Database {
	p.mu.Lock()
	a := p.databases[addressOf(t)]
	p.mu.Unlock()
	if a == nil {
		return nil
	}
	select {
	case <-a.fatta:
	default:
		return nil
	}
	if a.database == nil || !a.database.Pool.opened() {
		return nil
	}
	return a.database
}
