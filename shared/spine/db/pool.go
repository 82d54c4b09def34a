package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	// riprovaOgni is how often who waits for a connection of its own database looks again, when no
	// release told it.
	riprovaOgni = time.Millisecond
	// insisteDopo is how long it waits before it makes another database give one up: those in use may be
	// waiting for this very one.
	insisteDopo = 5 * time.Second
)

// Pool is the connections of one database. They are opened at need and freed, with all that serves
// them, when nobody has used them for some minutes: who holds a Pool for hours never finds it closed.
type Pool struct {
	pools  *Pools
	tenant tenant.Tenant
	schema Schema
	max    int32
	owner  bool // connects with the role that owns the schema

	mu   sync.Mutex
	live *liveConn // nil: nothing is open
}

// liveConn is the open half of a Pool.
type liveConn struct {
	owner  *Pool
	pool   *pgxpool.Pool
	sql    *sql.DB // for GORM
	quota  *token
	closed chan struct{}

	// Under the Pool's lock.
	uses    int // calls that are asking it for a connection
	lastUse time.Time
	retired bool
}

// acquire returns the open database, opening it if needed; no connection is made yet. lascia follows.
func (p *Pool) acquire() (*liveConn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live == nil {
		v, err := p.pools.openPool(p)
		if err != nil {
			return nil, err
		}
		p.live = v
	}
	p.live.uses++
	return p.live, nil
}

// leave ends a call; the last of a pool that was freed meanwhile has it closed. A visit is no use.
func (p *Pool) leave(v *liveConn, uso bool) {
	p.mu.Lock()
	v.uses--
	if uso {
		v.lastUse = time.Now()
	}
	ultima := v.retired && v.uses == 0
	p.mu.Unlock()
	if ultima {
		p.pools.closePool(v)
	}
}

// retire frees the open database, if da is the zero time or nobody has used it since. Statements under way
// end in peace, and the next use opens again. It gives the connections being closed, nil if none are.
func (p *Pool) retire(da time.Time) *liveConn {
	p.mu.Lock()
	v := p.live
	if v == nil || !da.IsZero() && (v.uses > 0 || v.lastUse.After(da) || v.pool.Stat().AcquiredConns() > 0) {
		p.mu.Unlock()
		return nil
	}
	p.live, v.retired = nil, true
	subito := v.uses == 0
	p.mu.Unlock()
	if subito {
		p.pools.closePool(v)
	}
	return v
}

// opened says whether anything is open.
func (p *Pool) opened() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.live != nil
}

// with opens the database if needed and runs f on it.
func (p *Pool) with(ctx context.Context, f func(ctx context.Context, v *liveConn) error) error {
	v, err := p.acquire()
	if err != nil {
		return err
	}
	defer p.leave(v, ctx.Value(visitKey{}) == nil)
	return v.acquire(ctx, func(ctx context.Context) error { return f(ctx, v) })
}

// acquire repeats an attempt to get a connection as long as it ends with errAttendi: the process has no
// place for one more, and this database has its own, which will be given back.
func (v *liveConn) acquire(ctx context.Context, prova func(context.Context) error) error {
	err := prova(ctx)
	if !errors.Is(err, errAttendi) {
		return err
	}
	ogni, insiste := time.NewTicker(riprovaOgni), time.NewTimer(insisteDopo)
	defer ogni.Stop()
	defer insiste.Stop()
	con, insistente := ctx, false
	for {
		select {
		case <-ctx.Done():
			return fmt.Errorf("db: nessuna connessione libera: %w", ctx.Err())
		case <-insiste.C:
			con, insistente = context.WithValue(ctx, insistKey{}, true), true //nolint:fatcontext // once
		case <-v.quota.returned:
		case <-ogni.C:
			if !insistente && v.quota.alive.Load() > 0 && v.pool.Stat().IdleConns() == 0 {
				continue
			}
		}
		if err = prova(con); !errors.Is(err, errAttendi) {
			return err
		}
	}
}

// Acquire takes a connection; the caller releases it.
func (p *Pool) Acquire(ctx context.Context) (c *pgxpool.Conn, err error) {
	err = p.with(ctx, func(ctx context.Context, v *liveConn) (err error) {
		c, err = v.pool.Acquire(ctx)
		return err
	})
	return c, err
}

// Ping makes sure that the server answers.
func (p *Pool) Ping(ctx context.Context) error {
	return p.with(ctx, func(ctx context.Context, v *liveConn) error {
		return v.pool.Ping(ctx)
	})
}

// Exec runs one statement.
func (p *Pool) Exec(ctx context.Context, sql string, args ...any) (esito pgconn.CommandTag, err error) {
	err = p.with(ctx, func(ctx context.Context, v *liveConn) (err error) {
		esito, err = v.pool.Exec(ctx, sql, args...)
		return err
	})
	return esito, err
}

// Query runs one query; the caller closes the rows.
func (p *Pool) Query(ctx context.Context, sql string, args ...any) (righe pgx.Rows, err error) {
	err = p.with(ctx, func(ctx context.Context, v *liveConn) (err error) {
		righe, err = v.pool.Query(ctx, sql, args...) //nolint:sqlclosecheck // the caller closes them
		return err
	})
	return righe, err
}

// QueryRow runs one query that gives a row; its errors come from Scan.
func (p *Pool) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	righe, err := p.Query(ctx, sql, args...)
	return row{righe, err}
}

// row is the first of the rows, or why there are none.
type row struct {
	righe pgx.Rows
	err   error
}

// Scan reads the row and closes the query; pgx.ErrNoRows if there is none.
func (r row) Scan(dst ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.righe.Close()
	if !r.righe.Next() {
		if err := r.righe.Err(); err != nil {
			return err
		}
		return pgx.ErrNoRows
	}
	if err := r.righe.Scan(dst...); err != nil {
		return err
	}
	r.righe.Close()
	return r.righe.Err()
}

// Begin opens a transaction.
func (p *Pool) Begin(ctx context.Context) (pgx.Tx, error) { return p.BeginTx(ctx, pgx.TxOptions{}) }

// BeginTx opens a transaction of a certain kind.
func (p *Pool) BeginTx(ctx context.Context, opzioni pgx.TxOptions) (tx pgx.Tx, err error) {
	err = p.with(ctx, func(ctx context.Context, v *liveConn) (err error) {
		tx, err = v.pool.BeginTx(ctx, opzioni)
		return err
	})
	return tx, err
}

// CopyFrom loads rows by COPY.
func (p *Pool) CopyFrom(ctx context.Context, tabella pgx.Identifier, colonne []string, righe pgx.CopyFromSource) (n int64, err error) {
	err = p.with(ctx, func(ctx context.Context, v *liveConn) (err error) {
		n, err = v.pool.CopyFrom(ctx, tabella, colonne, righe)
		return err
	})
	return n, err
}

// Reset closes the connections: those in use when they are given back.
func (p *Pool) Reset() {
	if v, err := p.acquire(); err == nil {
		defer p.leave(v, true)
		v.pool.Reset()
	}
}

// connector opens database/sql's connections as Acquire does: it waits for one of its own database.
type connector struct {
	viva *liveConn
	driver.Connector
}

// perSQL gives database/sql the open database.
func (v *liveConn) perSQL() *sql.DB {
	s := sql.OpenDB(connector{v, stdlib.GetPoolConnector(v.pool)})
	s.SetMaxIdleConns(0) // the pool keeps them
	return s
}

// Connect takes a connection from the pool.
func (c connector) Connect(ctx context.Context) (conn driver.Conn, err error) {
	err = c.viva.acquire(ctx, func(ctx context.Context) (err error) {
		conn, err = c.Connector.Connect(ctx)
		return err
	})
	return conn, err
}
