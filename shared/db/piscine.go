// Package db opens PostgreSQL: the platform database and one database per tenant, each through a
// small pgx pool under GORM, with as many connections in all as the process may hold. It also owns
// the transaction in which an effect, its messages and its audit are written together.
package db

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
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
	gettoni *gettoni
	sveglia func(tenant string)

	vita   context.Context //nolint:containedctx // of the openings that Chiudi ends
	smette context.CancelFunc
	aprono sync.WaitGroup
	mu     sync.Mutex
	chiuse bool
	banche map[string]*apertura
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
	p := &Piscine{opz: opz, base: cfg, banche: map[string]*apertura{}, sveglia: func(string) {}}
	p.gettoni = nuoviGettoni(opz.Totali, p.pool)
	p.vita, p.smette = context.WithCancel(context.Background())
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
		return nil, errors.New("db: nessun tenant nel contesto")
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

// configura makes the settings of the pool of one database.
func (p *Piscine) configura(t tenant.Tenant, s Schema) *pgxpool.Config {
	cfg := p.base.Copy()
	cfg.ConnConfig.Database = t.Database
	if t.Host != "" {
		altroServer(cfg.ConnConfig, t.Host)
	}
	cfg.MaxConns = p.opz.PerBanca
	cfg.MinConns = 0
	cfg.MaxConnIdleTime = ozio
	cfg.HealthCheckPeriod = ozio / 4
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	cfg.ConnConfig.RuntimeParams["application_name"] = p.opz.Applicazione
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	if s.Nome != "" {
		cfg.ConnConfig.RuntimeParams["search_path"] = s.Nome
	}
	cfg.ConnConfig.Tracer = otelpgx.NewTracer()
	cfg.BeforeConnect = p.gettoni.primaDiCollegare
	cfg.PrepareConn = p.gettoni.primaDiUsare
	return cfg
}

// altroServer points the settings of the platform's server at a tenant's own: same port, same
// credentials, same way of encrypting, and a certificate for that name.
func altroServer(cfg *pgx.ConnConfig, host string) {
	prima := cfg.Host
	cfg.Host = host
	cfg.TLSConfig = perServer(cfg.TLSConfig, host)
	var altri []*pgconn.FallbackConfig
	for _, f := range cfg.Fallbacks { // sslmode=prefer and allow try the same server in another way
		if f.Host == prima {
			altri = append(altri, &pgconn.FallbackConfig{Host: host, Port: f.Port, TLSConfig: perServer(f.TLSConfig, host)})
		}
	}
	cfg.Fallbacks = altri
}

func perServer(c *tls.Config, host string) *tls.Config {
	if c == nil || c.ServerName == "" {
		return c
	}
	c = c.Clone()
	c.ServerName = host
	return c
}

// Chiudi closes every pool, waiting for the connections in use. Nothing can be opened afterwards.
func (p *Piscine) Chiudi() {
	p.mu.Lock()
	p.chiuse = true
	p.mu.Unlock()
	p.smette()
	p.aprono.Wait()
	for _, b := range p.aperte() {
		b.chiudi()
	}
}
