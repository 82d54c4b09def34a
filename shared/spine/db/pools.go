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

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// ozio is how long an unused connection stays open (performance, section 8).
const ozio = 60 * time.Second

// Options of the pools of one process.
type Options struct {
	DSN           string // platform database, with the role of the service
	Password      string // of the role, when the DSN has none
	OwnerDSN      string // the same database, with the role that owns the schemas and migrates them; "": DSN's role does that too
	OwnerPassword string // of that role, when its DSN has none
	Child         Child  // does what that role does, so that this process does not know its password; nil: this process does it
	Application   string // shown by pg_stat_activity
	PerDatabase   int32
	Total         int64
	Platform      Schema // the service's schema in the platform database; zero: it has none
	Tenant        Schema // the service's schema in each tenant's database; zero: it has none
	Log           *slog.Logger
}

// From gives the part of the options that the settings of a service say; application is its name in pg_stat_activity.
func From(c config.Settings, application string) Options {
	o := Options{DSN: c.PgDSN, Password: c.PgPassword, OwnerDSN: c.PgDSNProprietario,
		Application: application, PerDatabase: c.PgConnessioni, Total: c.PgConnessioniTotali}
	if c.PgPassProprietarioFile != "" {
		o.Child = InChild
	}
	return o
}

// Pools holds the pools of one process. Safe for concurrent use.
type Pools struct {
	opz    Options
	base   *pgxpool.Config
	owner  *pgxpool.Config // base, where one role does everything
	tokens *tokens
	wake   func(tenant string, rows []OutboxRow)

	gorm   *gorm.DB
	tracer *otelpgx.Tracer

	lifetime  context.Context //nolint:containedctx // of the openings that Close ends
	stop      context.CancelFunc
	opening   sync.WaitGroup // openings, and the goroutine that frees
	closing   sync.WaitGroup // pools not yet closed to the last connection
	mu        sync.Mutex
	closed    bool
	databases map[address]*opening
	migrated  map[address]bool // by this process: not to be checked again
	opened    map[*liveConn]struct{}
	children  chan struct{} // a place for each child at the same time
}

// Open reads the DSN; it connects to nothing yet, so that a service starts while PostgreSQL is away.
func Open(opz Options) (*Pools, error) {
	cfg, err := parse("VERBALI_PG_DSN", opz.DSN, opz.Password)
	if err != nil {
		return nil, err
	}
	owner := cfg
	if opz.OwnerDSN != "" {
		if owner, err = parse("VERBALI_PG_DSN_PROPRIETARIO", opz.OwnerDSN, opz.OwnerPassword); err != nil {
			return nil, err
		}
	} else if bootstrap.IsRuntimeRole(cfg.ConnConfig.User) {
		return nil, fmt.Errorf("db: VERBALI_PG_DSN_PROPRIETARIO: manca, e %s non può aggiornare gli schemi", cfg.ConnConfig.User)
	}
	p := &Pools{opz: opz, base: cfg, owner: owner, wake: func(string, []OutboxRow) {}, tracer: otelpgx.NewTracer(),
		databases: map[address]*opening{}, migrated: map[address]bool{}, opened: map[*liveConn]struct{}{}, children: make(chan struct{}, childrenAtOnce)}
	if p.gorm, err = nuovoGorm(); err != nil {
		return nil, err
	}
	p.tokens = newTokens(opz.Total, p.pool)
	p.lifetime, p.stop = context.WithCancel(context.Background())
	p.opening.Go(func() { p.releaseLoop(p.lifetime) })
	return p, nil
}

func parse(variable, dsn, password string) (*pgxpool.Config, error) {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("db: %s: %w", variable, err)
	}
	if password != "" {
		cfg.ConnConfig.Password = password
	}
	return cfg, nil
}

// OwnerAtWork reports that the role which works owns the tables: it could change append-only tables.
func (p *Pools) OwnerAtWork() bool { return p.owner.ConnConfig.User == p.base.ConnConfig.User }

// CreateDatabase makes the database of a tenant with the role that owns the schemas; the working role may not.
func (p *Pools) CreateDatabase(ctx context.Context, nome string) error {
	if p.opz.Child != nil && !p.OwnerAtWork() {
		_, err := p.child(ctx, OwnerTask{Create: nome})
		return err
	}
	pool := &Pool{pools: p, tenant: p.platform(), schema: p.opz.Platform, max: 1, owner: true}
	defer pool.retire(time.Time{})
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return Wrap("piattaforma, con il ruolo proprietario", err)
	}
	defer conn.Release()
	return bootstrap.CreateDatabase(ctx, conn.Conn(), nome)
}

func (p *Pools) platform() tenant.Tenant {
	return tenant.Tenant{Nome: tenant.Platform, Database: p.base.ConnConfig.Database}
}

// OnPublish sets the function called after a commit that wrote messages, with the tenant's name and all
// the rows that the commit wrote; with none, the outbox is to be read. Call it before the first transaction.
func (p *Pools) OnPublish(f func(tenant string, rows []OutboxRow)) { p.wake = f }

// Platform gives the platform database, migrated if the service has a schema there.
func (p *Pools) Platform(ctx context.Context) (*Database, error) {
	return p.database(ctx, p.platform(), p.opz.Platform)
}

// Tenant gives the database of the context's tenant; it is an error of the program to call it
// without one.
func (p *Pools) Tenant(ctx context.Context) (*Database, error) {
	t, ok := tenant.From(ctx)
	if !ok {
		return nil, errors.New("db: nessun tenant nel contesto")
	}
	return p.database(ctx, t, p.opz.Tenant)
}

// Of gives the database of a named tenant, for sweeps over all of them.
func (p *Pools) Of(ctx context.Context, t tenant.Tenant) (*Database, error) {
	if t.Nome == tenant.Platform {
		return p.Platform(ctx)
	}
	return p.database(ctx, t, p.opz.Tenant)
}

// configure makes the settings of the pool of one database.
func (p *Pools) configure(pool *Pool, q *token) *pgxpool.Config {
	t, s, cfg := pool.tenant, pool.schema, p.base.Copy()
	if pool.owner {
		cfg = p.owner.Copy()
	}
	cfg.ConnConfig.Database = t.Database
	if t.Host != "" {
		altroServer(cfg.ConnConfig, t.Host)
	}
	cfg.MaxConns = pool.max
	cfg.MinConns = 0
	cfg.MaxConnIdleTime = ozio
	cfg.HealthCheckPeriod = ozio / 4
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	cfg.ConnConfig.RuntimeParams["application_name"] = p.opz.Application
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	if s.Name != "" {
		cfg.ConnConfig.RuntimeParams["search_path"] = s.Name
	}
	cfg.ConnConfig.Tracer = tracer{p.tracer, q}
	cfg.BeforeConnect = q.beforeConnect
	cfg.PrepareConn = q.beforeAcquire
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

// Close closes every pool, waiting for the connections in use. Nothing can be opened afterwards.
func (p *Pools) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.stop()
	p.opening.Wait()
	for _, pool := range p.openPools() {
		pool.retire(time.Time{})
	}
	p.closing.Wait()
}
