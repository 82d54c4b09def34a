package db

import (
	"context"
	"errors"
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
	// chiaveVita is where a connection remembers when it was made and used.
	chiaveVita = "verbali.vita"
)

// gettoni bounds the connections of a process over all its databases: each holds a token from its
// first dial to its close. When there are none left, a database that has a connection waits for its own
// to be given back, and one that has none takes the place of an idle connection of another: first of
// who is at rest or has more than one, then of anybody that has been in use for a while. A tenant at
// full speed, or many tenants at rest, never keep another out.
type gettoni struct {
	liberi *semaphore.Weighted
	pool   func() []*pgxpool.Pool

	attesa   atomic.Int64 // who waits for a token
	attesaDa atomic.Int64 // nanoseconds of the clock: since when somebody has been waiting
	mu       sync.Mutex
	ceduti   int64 // connections being closed for them
	giro     time.Time
}

func nuoviGettoni(totali int64, pool func() []*pgxpool.Pool) *gettoni {
	return &gettoni{liberi: semaphore.NewWeighted(totali), pool: pool}
}

// quota is the share of one database in the tokens.
type quota struct {
	*gettoni
	vive atomic.Int64  // connections being opened, open or being closed
	resa chan struct{} // one of them has been given back
}

func (g *gettoni) nuovaQuota() *quota { return &quota{gettoni: g, resa: make(chan struct{}, 1)} }

// errAttendi says that the process has no place for one more connection to a database that has some.
var errAttendi = errors.New("db: le connessioni di questa banca dati sono occupate")

type (
	chiaveInsiste struct{} // on the context of who has waited for its own long enough
	chiaveCerca   struct{} // on that of who looks for a connection to close
)

// chiamata opens a network connection, as net.Dialer does.
type chiamata = func(ctx context.Context, rete, indirizzo string) (net.Conn, error)

// primaDiCollegare puts the tokens into the settings of one connection.
func (q *quota) primaDiCollegare(_ context.Context, cfg *pgx.ConnConfig) error {
	chiama, mia := cfg.DialFunc, new(atomic.Bool)
	cfg.DialFunc = func(ctx context.Context, rete, indirizzo string) (net.Conn, error) {
		if mia.Load() { // to cancel a query of this very connection: it lives an instant and must not wait
			return chiama(ctx, rete, indirizzo)
		}
		return q.conta(ctx, chiama, rete, indirizzo, mia)
	}
	return nil
}

func (q *quota) conta(ctx context.Context, chiama chiamata, rete, indirizzo string, mia *atomic.Bool) (net.Conn, error) {
	if err := q.prendi(ctx); err != nil {
		return nil, fmt.Errorf("db: nessuna connessione libera: %w", err)
	}
	c, err := chiama(ctx, rete, indirizzo)
	if err != nil {
		q.rendi()
		return nil, err
	}
	mia.Store(true)
	return &contata{Conn: c, rendi: sync.OnceFunc(func() {
		mia.Store(false)
		q.rendi()
	})}, nil
}

// prendi takes a token for one more connection of this database.
func (q *quota) prendi(ctx context.Context) error {
	altre := q.vive.Add(1) > 1
	if q.liberi.TryAcquire(1) {
		return nil
	}
	err := errAttendi
	if !altre || ctx.Value(chiaveInsiste{}) != nil {
		err = q.aspetta(ctx)
	}
	if err != nil {
		q.vive.Add(-1)
	}
	return err
}

func (q *quota) rendi() {
	q.vive.Add(-1)
	q.liberi.Release(1)
}

// restituita tells one of those who wait for a connection of this database.
func (q *quota) restituita() {
	select {
	case q.resa <- struct{}{}:
	default:
	}
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
	return c.Conn.Close()
}

// aspetta waits for a token, making other databases give one up.
func (g *gettoni) aspetta(ctx context.Context) error {
	if g.attesa.Add(1) == 1 {
		g.attesaDa.Store(time.Now().UnixNano())
	}
	defer g.servito()
	preso := make(chan error, 1)
	go func() { preso <- g.liberi.Acquire(ctx, 1) }()
	t := time.NewTicker(cercaOgni)
	defer t.Stop()
	for {
		g.cerca(ctx)
		select {
		case err := <-preso:
			return err
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
	ctx = context.WithValue(ctx, chiaveCerca{}, true)
	for _, p := range g.pool() {
		if p.Stat().IdleConns() == 0 {
			continue
		}
		for _, c := range p.AcquireAllIdle(ctx) {
			c.Release()
		}
	}
}

// vita is what a connection remembers of itself.
type vita struct{ nata, usata time.Time }

// primaDiUsare gives up a connection that has had its time when somebody waits for a token. The only
// one of a database at work is given up last: its owner would soon be the one who waits.
func (q *quota) primaDiUsare(ctx context.Context, c *pgx.Conn) (bool, error) {
	dati, adesso := c.PgConn().CustomData(), time.Now()
	v, nota := dati[chiaveVita].(*vita)
	if !nota {
		dati[chiaveVita] = &vita{nata: adesso, usata: adesso}
		return true, nil
	}
	riposa := adesso.Sub(v.usata)
	if q.attesa.Load() == 0 || ctx.Value(chiaveCerca{}) == nil {
		v.usata = adesso
	}
	if q.attesa.Load() == 0 || adesso.Sub(v.nata) < tempoPieno {
		return true, nil
	}
	lavora := q.vive.Load() <= 1 && riposa < tempoPieno
	if lavora && adesso.UnixNano()-q.attesaDa.Load() < int64(tempoPieno) {
		return true, nil
	}
	return !q.cedi(), nil
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
