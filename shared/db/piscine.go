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
	"gorm.io/gorm"

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

	gorm        *gorm.DB
	tracciatore *otelpgx.Tracer

	vita     context.Context //nolint:containedctx // of the openings that Chiudi ends
	smette   context.CancelFunc
	aprono   sync.WaitGroup // openings, and the goroutine that frees
	chiudono sync.WaitGroup // pools not yet closed to the last connection
	mu       sync.Mutex
	chiuse   bool
	banche   map[indirizzo]*apertura
	migrati  map[indirizzo]bool // by this process: not to be checked again
	aperti   map[*viva]struct{}
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
	p := &Piscine{opz: opz, base: cfg, sveglia: func(string) {}, tracciatore: otelpgx.NewTracer(),
		banche: map[indirizzo]*apertura{}, migrati: map[indirizzo]bool{}, aperti: map[*viva]struct{}{}}
	if p.gorm, err = nuovoGorm(); err != nil {
		return nil, err
	}
	p.gettoni = nuoviGettoni(opz.Totali, p.pool)
	p.vita, p.smette = context.WithCancel(context.Background())
	p.aprono.Go(func() { p.liberaOgniTanto(p.vita) })
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

// configura makes the settings of the pool of one database.
func (p *Piscine) configura(pool *Pool, q *quota) *pgxpool.Config {
	t, s, cfg := pool.tenant, pool.schema, p.base.Copy()
	cfg.ConnConfig.Database = t.Database
	if t.Host != "" {
		altroServer(cfg.ConnConfig, t.Host)
	}
	cfg.MaxConns = pool.alPiu
	cfg.MinConns = 0
	cfg.MaxConnIdleTime = ozio
	cfg.HealthCheckPeriod = ozio / 4
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	cfg.ConnConfig.RuntimeParams["application_name"] = p.opz.Applicazione
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	if s.Nome != "" {
		cfg.ConnConfig.RuntimeParams["search_path"] = s.Nome
	}
	cfg.ConnConfig.Tracer = tracciatore{p.tracciatore, q}
	cfg.BeforeConnect = q.primaDiCollegare
	cfg.PrepareConn = q.primaDiUsare
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
	for _, pool := range p.poolAperti() {
		pool.ritira(time.Time{})
	}
	p.chiudono.Wait()
}
