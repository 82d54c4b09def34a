// Package db opens PostgreSQL: the platform database and one database per tenant, each through a
// small pgx pool under GORM, with as many connections in all as the process may hold. It also owns
// the transaction in which an effect, its messages and its audit are written together.
package db

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"golang.org/x/sync/semaphore"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

// ozio is how long an unused connection stays open (performance, section 8).
const ozio = 60 * time.Second

// Opzioni of the pools of one process.
type Opzioni struct {
	DSN          string // platform database, with the role of the service
	Password     string // of the role, when the DSN has none
	Applicazione string // shown by pg_stat_activity
	PerBanca     int32
	Totali       int64
	Piattaforma  Schema // the service's schema in the platform database; zero: it has none
	Tenant       Schema // the service's schema in each tenant's database; zero: it has none
	Log          *slog.Logger
}

// Piscine holds the pools of one process. Safe for concurrent use.
type Piscine struct {
	opz     Opzioni
	base    *pgxpool.Config
	gettoni *semaphore.Weighted
	sveglia func(tenant string)
	mu      sync.Mutex
	banche  map[string]*apertura
}

// apertura is one database being opened or open: who comes second waits for the first.
type apertura struct {
	mu    sync.Mutex
	banca *Banca
}

// Apri reads the DSN; it connects to nothing yet, so that a service starts while PostgreSQL is away.
func Apri(opz Opzioni) (*Piscine, error) {
	cfg, err := pgxpool.ParseConfig(opz.DSN)
	if err != nil {
		return nil, fmt.Errorf("db: VERBALI_PG_DSN: %w", err)
	}
	if opz.Password != "" {
		cfg.ConnConfig.Password = opz.Password
	}
	p := &Piscine{opz: opz, base: cfg, gettoni: semaphore.NewWeighted(opz.Totali), banche: map[string]*apertura{}, sveglia: func(string) {}}
	return p, nil
}

// AllaPubblicazione sets the function called after a commit that wrote messages, with the tenant's
// name: the relay's alarm clock. Call it before the first transaction.
func (p *Piscine) AllaPubblicazione(f func(tenant string)) { p.sveglia = f }

// Piattaforma gives the platform database, migrated if the service has a schema there.
func (p *Piscine) Piattaforma(ctx context.Context) (*Banca, error) {
	return p.banca(ctx, tenant.Tenant{Nome: tenant.Piattaforma, Database: p.base.ConnConfig.Database}, p.opz.Piattaforma)
}

// Tenant gives the database of the context's tenant; it is an error of the program to call it
// without one.
func (p *Piscine) Tenant(ctx context.Context) (*Banca, error) {
	t, ok := tenant.Da(ctx)
	if !ok {
		return nil, fmt.Errorf("db: nessun tenant nel contesto")
	}
	return p.banca(ctx, t, p.opz.Tenant)
}

// Di gives the database of a named tenant, for sweeps over all of them.
func (p *Piscine) Di(ctx context.Context, t tenant.Tenant) (*Banca, error) {
	if t.Nome == tenant.Piattaforma {
		return p.Piattaforma(ctx)
	}
	return p.banca(ctx, t, p.opz.Tenant)
}

func (p *Piscine) banca(ctx context.Context, t tenant.Tenant, s Schema) (*Banca, error) {
	p.mu.Lock()
	a := p.banche[t.Nome]
	if a == nil {
		a = &apertura{}
		p.banche[t.Nome] = a
	}
	p.mu.Unlock()

	a.mu.Lock()
	defer a.mu.Unlock()
	if a.banca != nil {
		return a.banca, nil
	}
	b, err := p.apri(ctx, t, s)
	if err != nil {
		return nil, Errore("apertura di "+t.Nome, err)
	}
	a.banca = b
	return b, nil
}

func (p *Piscine) apri(ctx context.Context, t tenant.Tenant, s Schema) (*Banca, error) {
	pool, err := pgxpool.NewWithConfig(ctx, p.configura(t, s))
	if err != nil {
		return nil, err //nolint:wrapcheck // wrapped by the caller
	}
	if s.Nome != "" {
		if err := s.Migra(ctx, pool); err != nil {
			pool.Close()
			return nil, err
		}
	}
	sqlDB := stdlib.OpenDBFromPool(pool)
	chiudi := func() {
		_ = sqlDB.Close()
		pool.Close()
	}
	g, err := gorm.Open(postgres.New(postgres.Config{Conn: sqlDB}), &gorm.Config{
		SkipDefaultTransaction: true, DisableAutomaticPing: true, Logger: logger.Discard,
	})
	if err != nil {
		chiudi()
		return nil, err //nolint:wrapcheck // wrapped by the caller
	}
	return &Banca{Pool: pool, gorm: g, nome: t.Nome, piscine: p, chiudi: chiudi}, nil
}

func (p *Piscine) configura(t tenant.Tenant, s Schema) *pgxpool.Config {
	cfg := p.base.Copy()
	cfg.ConnConfig.Database = t.Database
	if t.Host != "" {
		cfg.ConnConfig.Host = t.Host
		cfg.ConnConfig.Fallbacks = nil
	}
	cfg.MaxConns = p.opz.PerBanca
	cfg.MinConns = 0
	cfg.MaxConnIdleTime = ozio
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	cfg.ConnConfig.RuntimeParams["application_name"] = p.opz.Applicazione
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	if s.Nome != "" {
		cfg.ConnConfig.RuntimeParams["search_path"] = s.Nome
	}
	cfg.ConnConfig.Tracer = otelpgx.NewTracer(otelpgx.WithTrimSQLInSpanName())
	cfg.ConnConfig.DialFunc = p.conta(cfg.ConnConfig.DialFunc)
	return cfg
}

// conta makes every connection hold one of the process's tokens from dial to close.
func (p *Piscine) conta(chiama func(context.Context, string, string) (net.Conn, error)) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, rete, indirizzo string) (net.Conn, error) {
		if err := p.gettoni.Acquire(ctx, 1); err != nil {
			return nil, fmt.Errorf("db: nessuna connessione libera: %w", err)
		}
		c, err := chiama(ctx, rete, indirizzo)
		if err != nil {
			p.gettoni.Release(1)
			return nil, err
		}
		return &contata{Conn: c, rendi: sync.OnceFunc(func() { p.gettoni.Release(1) })}, nil
	}
}

type contata struct {
	net.Conn
	rendi func()
}

// Close gives the token back, once.
func (c *contata) Close() error {
	defer c.rendi()
	return c.Conn.Close() //nolint:wrapcheck // a decorator
}

// Chiudi closes every pool, waiting for the connections in use.
func (p *Piscine) Chiudi() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, a := range p.banche {
		a.mu.Lock()
		if a.banca != nil {
			a.banca.chiudi()
		}
		a.mu.Unlock()
	}
}
