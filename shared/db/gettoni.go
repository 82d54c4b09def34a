package db

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/semaphore"
)

const (
	// tempoPieno is how long a connection is used before it may be taken for another database: making
	// one costs a few milliseconds, so that sharing costs a few in a hundred.
	tempoPieno = 100 * time.Millisecond
	// cercaOgni is how often those who wait look for idle connections of other databases.
	cercaOgni = 10 * time.Millisecond
	// congedo is how long a server may take to end a connection.
	congedo = 500 * time.Millisecond
	// chiaveNata is where a connection remembers when it was made.
	chiaveNata = "verbali.nata"
)

// gettoni bounds the connections of a process over all its databases: each holds a token from its
// first dial to its close. When there are none left, whoever needs one takes the place of an idle
// connection of another database, or of one that has been in use for a while: a tenant at full speed,
// or many tenants at rest, never keep another out.
type gettoni struct {
	liberi *semaphore.Weighted
	pool   func() []*pgxpool.Pool

	attesa atomic.Int64 // who waits for a token
	mu     sync.Mutex
	ceduti int64 // connections being closed for them
	giro   time.Time
}

func nuoviGettoni(totali int64, pool func() []*pgxpool.Pool) *gettoni {
	return &gettoni{liberi: semaphore.NewWeighted(totali), pool: pool}
}

// chiamata opens a network connection, as net.Dialer does.
type chiamata = func(ctx context.Context, rete, indirizzo string) (net.Conn, error)

// primaDiCollegare puts the tokens into the settings of one connection.
func (g *gettoni) primaDiCollegare(_ context.Context, cfg *pgx.ConnConfig) error {
	chiama, mia := cfg.DialFunc, new(atomic.Bool)
	cfg.DialFunc = func(ctx context.Context, rete, indirizzo string) (net.Conn, error) {
		if mia.Load() { // to cancel a query of this very connection: it lives an instant and must not wait
			return chiama(ctx, rete, indirizzo)
		}
		return g.conta(ctx, chiama, rete, indirizzo, mia)
	}
	return nil
}

func (g *gettoni) conta(ctx context.Context, chiama chiamata, rete, indirizzo string, mia *atomic.Bool) (net.Conn, error) {
	if err := g.prendi(ctx); err != nil {
		return nil, fmt.Errorf("db: nessuna connessione libera: %w", err)
	}
	c, err := chiama(ctx, rete, indirizzo)
	if err != nil {
		g.liberi.Release(1)
		return nil, err
	}
	mia.Store(true)
	return &contata{Conn: c, rendi: sync.OnceFunc(func() {
		mia.Store(false)
		g.liberi.Release(1)
	})}, nil
}

// contata is a connection that holds a token.
type contata struct {
	net.Conn
	rendi func()
}

// Close waits a little for the server to end its side, so that it too never sees more connections than
// there are tokens, then gives the token back, once.
func (c *contata) Close() error {
	defer c.rendi()
	if meta, ok := c.Conn.(interface{ CloseWrite() error }); ok && meta.CloseWrite() == nil {
		_ = c.SetReadDeadline(time.Now().Add(congedo))
		_, _ = io.Copy(io.Discard, c.Conn)
	}
	return c.Conn.Close() //nolint:wrapcheck // a decorator
}

// prendi waits for a token, making other databases give one up.
func (g *gettoni) prendi(ctx context.Context) error {
	if g.liberi.TryAcquire(1) {
		return nil
	}
	g.attesa.Add(1)
	defer g.servito()
	preso := make(chan error, 1)
	go func() { preso <- g.liberi.Acquire(ctx, 1) }()
	t := time.NewTicker(cercaOgni)
	defer t.Stop()
	for {
		g.cerca(ctx)
		select {
		case err := <-preso:
			return err //nolint:wrapcheck // wrapped by the caller
		case <-t.C:
		}
	}
}

// servito notes that one who waited does no more.
func (g *gettoni) servito() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.attesa.Add(-1)
	g.ceduti = max(0, g.ceduti-1)
}

// cerca touches the idle connections of all databases: primaDiUsare closes those that are needed.
func (g *gettoni) cerca(ctx context.Context) {
	g.mu.Lock()
	presto := time.Since(g.giro) < cercaOgni/2
	if !presto {
		g.giro = time.Now()
	}
	g.mu.Unlock()
	if presto {
		return
	}
	for _, p := range g.pool() {
		if p.Stat().IdleConns() == 0 {
			continue
		}
		for _, c := range p.AcquireAllIdle(ctx) {
			c.Release()
		}
	}
}

// primaDiUsare gives up a connection that has had its time when somebody waits for a token.
func (g *gettoni) primaDiUsare(_ context.Context, c *pgx.Conn) (bool, error) {
	dati := c.PgConn().CustomData()
	nata, nota := dati[chiaveNata].(time.Time)
	if !nota {
		dati[chiaveNata] = time.Now()
		return true, nil
	}
	if g.attesa.Load() == 0 || time.Since(nata) < tempoPieno {
		return true, nil
	}
	return !g.cedi(), nil
}

func (g *gettoni) cedi() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ceduti >= g.attesa.Load() {
		return false
	}
	g.ceduti++
	return true
}
