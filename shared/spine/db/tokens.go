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
	// lifetimeKey is where a connection remembers when it was made and used.
	lifetimeKey = "verbali.vita"
)

// tokens bounds the connections of a process over all its databases: each holds a token from its
// first dial to its close. When there are none left, a database that has a connection waits for its own
// to be given back, and a database without any takes the place of an idle connection of another: first of
// a database that is at rest or has more than one, then of any that has been in use for a while. A tenant at
// full speed, or many tenants at rest, never keep another out.
type tokens struct {
	free *semaphore.Weighted
	pool func() []*pgxpool.Pool

	waiting      atomic.Int64 // callers that wait for a token
	waitingSince atomic.Int64 // nanoseconds of the clock: since when somebody has been waiting
	mu           sync.Mutex
	yielded      int64 // connections being closed for them
	round        time.Time
}

func newTokens(totali int64, pool func() []*pgxpool.Pool) *tokens {
	return &tokens{free: semaphore.NewWeighted(totali), pool: pool}
}

// token is the share of one database in the tokens.
type token struct {
	*tokens
	alive    atomic.Int64  // connections being opened, open or being closed
	returned chan struct{} // one of them has been given back
}

func (g *tokens) newToken() *token { return &token{tokens: g, returned: make(chan struct{}, 1)} }

// errAttendi says that the process has no place for one more connection to a database that has some.
var errAttendi = errors.New("db: le connessioni di questa banca dati sono occupate")

type (
	insistKey struct{} // on the context of a caller that has waited for its own long enough
	searchKey struct{} // on that of a caller that looks for a connection to close
)

// call opens a network connection, as net.Dialer does.
type call = func(ctx context.Context, rete, indirizzo string) (net.Conn, error)

// beforeConnect puts the tokens into the settings of one connection.
func (q *token) beforeConnect(_ context.Context, cfg *pgx.ConnConfig) error {
	chiama, mia := cfg.DialFunc, new(atomic.Bool)
	cfg.DialFunc = func(ctx context.Context, rete, indirizzo string) (net.Conn, error) {
		if mia.Load() { // to cancel a query of this very connection: it lives an instant and must not wait
			return chiama(ctx, rete, indirizzo)
		}
		return q.count(ctx, chiama, rete, indirizzo, mia)
	}
	return nil
}

func (q *token) count(ctx context.Context, chiama call, rete, indirizzo string, mia *atomic.Bool) (net.Conn, error) {
	if err := q.acquire(ctx); err != nil {
		return nil, fmt.Errorf("db: nessuna connessione libera: %w", err)
	}
	c, err := chiama(ctx, rete, indirizzo)
	if err != nil {
		q.release()
		return nil, err
	}
	mia.Store(true)
	return &counted{Conn: c, rendi: sync.OnceFunc(func() {
		mia.Store(false)
		q.release()
	})}, nil
}

// acquire takes a token for one more connection of this database.
func (q *token) acquire(ctx context.Context) error {
	altre := q.alive.Add(1) > 1
	if q.free.TryAcquire(1) {
		return nil
	}
	err := errAttendi
	if !altre || ctx.Value(insistKey{}) != nil {
		err = q.wait(ctx)
	}
	if err != nil {
		q.alive.Add(-1)
	}
	return err
}

func (q *token) release() {
	q.alive.Add(-1)
	q.free.Release(1)
}

// restored tells one of those who wait for a connection of this database.
func (q *token) restored() {
	select {
	case q.returned <- struct{}{}:
	default:
	}
}

// counted is a connection that holds a token.
type counted struct {
	net.Conn
	rendi func()
}

// Close waits a little for the server to end its side, so that it too never sees more connections than
// there are tokens, then gives the token back, once.
func (c *counted) Close() error {
	defer c.rendi()
	if meta, ok := c.Conn.(interface{ CloseWrite() error }); ok && meta.CloseWrite() == nil {
		_ = c.SetReadDeadline(time.Now().Add(congedo))
		_, _ = io.Copy(io.Discard, c.Conn)
	}
	return c.Conn.Close()
}

// wait waits for a token, making other databases give one up.
func (g *tokens) wait(ctx context.Context) error {
	if g.waiting.Add(1) == 1 {
		g.waitingSince.Store(time.Now().UnixNano())
	}
	defer g.served()
	preso := make(chan error, 1)
	go func() { preso <- g.free.Acquire(ctx, 1) }()
	t := time.NewTicker(cercaOgni)
	defer t.Stop()
	for {
		g.search(ctx)
		select {
		case err := <-preso:
			return err
		case <-t.C:
		}
	}
}

// served notes that one who waited does no more.
func (g *tokens) served() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting.Add(-1)
	g.yielded = max(0, g.yielded-1)
}

// search touches the idle connections of all databases: beforeAcquire closes those that are needed.
func (g *tokens) search(ctx context.Context) {
	g.mu.Lock()
	presto := time.Since(g.round) < cercaOgni/2
	if !presto {
		g.round = time.Now()
	}
	g.mu.Unlock()
	if presto {
		return
	}
	ctx = context.WithValue(ctx, searchKey{}, true)
	for _, p := range g.pool() {
		if p.Stat().IdleConns() == 0 {
			continue
		}
		for _, c := range p.AcquireAllIdle(ctx) {
			c.Release()
		}
	}
}

// lifetime is what a connection remembers of itself.
type lifetime struct{ born, used time.Time }

// beforeAcquire gives up a connection that has had its time when somebody waits for a token. The only
// one of a database at work is given up last: its owner would soon be the one who waits.
func (q *token) beforeAcquire(ctx context.Context, c *pgx.Conn) (bool, error) {
	dati, adesso := c.PgConn().CustomData(), time.Now()
	v, nota := dati[lifetimeKey].(*lifetime)
	if !nota {
		dati[lifetimeKey] = &lifetime{born: adesso, used: adesso}
		return true, nil
	}
	riposa := adesso.Sub(v.used)
	if q.waiting.Load() == 0 || ctx.Value(searchKey{}) == nil {
		v.used = adesso
	}
	if q.waiting.Load() == 0 || adesso.Sub(v.born) < tempoPieno {
		return true, nil
	}
	lavora := q.alive.Load() <= 1 && riposa < tempoPieno
	if lavora && adesso.UnixNano()-q.waitingSince.Load() < int64(tempoPieno) {
		return true, nil
	}
	return !q.yield(), nil
}

func (g *tokens) yield() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.yielded >= g.waiting.Load() {
		return false
	}
	g.yielded++
	return true
}
