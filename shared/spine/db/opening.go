package db

import (
	"context"
	"errors"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// maxOpening is the time of one opening, migrations included.
const maxOpening = 10 * time.Minute

// opening is one database being opened or open: who comes second waits for the first.
type opening struct {
	fatta    chan struct{} // closed when database or err are known
	database *Database
	err      error
}

// database gives an open database, opening it at the first call. The opening belongs to no single caller:
// it goes on when the caller who began it leaves, so that a long migration ends even if every request
// that needs it has less time.
func (p *Pools) database(ctx context.Context, t tenant.Tenant, s Schema) (*Database, error) {
	a, err := p.reserve(ctx, t, s)
	if err != nil {
		return nil, err
	}
	select {
	case <-a.fatta:
		return a.database, a.err
	case <-ctx.Done():
		return nil, Wrap("apertura di "+t.Nome, ctx.Err())
	}
}

// address is where a database is. A tenant that moves has another one: its requests that are going on
// end at the old, and the next go to the new.
type address struct{ nome, host, database string }

func addressOf(t tenant.Tenant) address { return address{t.Nome, t.Host, t.Database} }

func (p *Pools) reserve(ctx context.Context, t tenant.Tenant, s Schema) (*opening, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.databases[addressOf(t)]; a != nil {
		return a, nil
	}
	if p.closed {
		return nil, Wrap("apertura di "+t.Nome, errClosed)
	}
	a := &opening{fatta: make(chan struct{})}
	p.databases[addressOf(t)] = a
	p.opening.Go(func() {
		vita, fine := context.WithTimeout(context.WithoutCancel(ctx), maxOpening)
		defer fine()
		defer context.AfterFunc(p.lifetime, fine)()
		p.complete(vita, a, t, s)
	})
	return a, nil
}

// complete opens; what failed is forgotten, so that the next caller tries again.
func (p *Pools) complete(ctx context.Context, a *opening, t tenant.Tenant, s Schema) {
	defer close(a.fatta)
	a.database, a.err = p.open(ctx, t, s)
	if a.err == nil {
		return
	}
	a.err = Wrap("apertura di "+t.Nome, a.err)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.databases[addressOf(t)] == a {
		delete(p.databases, addressOf(t))
	}
}

// open migrates the database, unless this process has done it before, and gives it.
func (p *Pools) open(ctx context.Context, t tenant.Tenant, s Schema) (*Database, error) {
	pool := &Pool{pools: p, tenant: t, schema: s, max: p.opz.PerDatabase}
	if err := p.migrate(ctx, pool); err != nil {
		pool.retire(time.Time{})
		return nil, err
	}
	return &Database{Pool: pool, name: t.Nome, pools: p}, nil
}

func (p *Pools) migrate(ctx context.Context, pool *Pool) error {
	chi := addressOf(pool.tenant)
	p.mu.Lock()
	fatta := p.migrated[chi]
	p.mu.Unlock()
	if fatta || pool.schema.Name == "" {
		return nil
	}
	done, err := p.upToDate(ctx, pool)
	if err == nil && !done {
		done, err = p.migrateAsOwner(ctx, pool)
	}
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.migrated[chi] = done
	return nil
}

// upToDate looks with the role that works, so that a start which finds all in order opens no other connection.
func (p *Pools) upToDate(ctx context.Context, pool *Pool) (bool, error) {
	if p.OwnerAtWork() {
		return false, nil
	}
	v, err := pool.acquire()
	if err != nil {
		return false, err
	}
	defer pool.leave(v, true)
	return pool.schema.upToDate(ctx, v.sql), nil
}

// migrateAsOwner migrates a database with the role that owns the schema: a connection of its own, closed at the end. What
// cannot be granted yet, for want of roles, is tried again at the next opening.
func (p *Pools) migrateAsOwner(ctx context.Context, pool *Pool) (complete bool, err error) {
	if !p.OwnerAtWork() {
		if p.opz.Child != nil {
			return p.child(ctx, OwnerTask{Tenant: pool.tenant.Nome, Host: pool.tenant.Host, Database: pool.tenant.Database})
		}
		pool = &Pool{pools: p, tenant: pool.tenant, schema: pool.schema, max: 1, owner: true}
		defer pool.retire(time.Time{})
	}
	v, err := pool.acquire()
	if err != nil {
		return false, err
	}
	defer pool.leave(v, true)
	return pool.schema.migrate(ctx, v.sql)
}

// errClosed is the error after Close: the service is stopping, and another replica will do it.
var errClosed = errors.New("db: le banche dati sono state chiuse")
