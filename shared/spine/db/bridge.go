package db

import (
	"context"
	"database/sql"
	"fmt"

	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// bridge gives GORM the connections of a Pool, opening it when it was freed. The zero value has none.
type bridge struct{ pool *Pool }

// nuovoGorm is one for all the databases of the process: which one is chosen at each use, and what it
// has learnt of a type serves all.
func nuovoGorm() (*gorm.DB, error) {
	g, err := gorm.Open(postgres.New(postgres.Config{Conn: bridge{}}), &gorm.Config{
		SkipDefaultTransaction: true, DisableAutomaticPing: true, Logger: logger.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("db: gorm: %w", err)
	}
	return g, nil
}

func (p bridge) con(f func(*sql.DB) error) error {
	if p.pool == nil {
		return errClosed
	}
	v, err := p.pool.acquire()
	if err != nil {
		return err
	}
	defer p.pool.leave(v, true)
	return f(v.sql)
}

// PrepareContext is not used: statements are prepared and kept by pgx.
func (p bridge) PrepareContext(context.Context, string) (*sql.Stmt, error) {
	return nil, fmt.Errorf("db: istruzioni preparate a mano: %w", sql.ErrConnDone)
}

// ExecContext runs one statement.
func (p bridge) ExecContext(ctx context.Context, query string, args ...any) (esito sql.Result, err error) {
	err = p.con(func(d *sql.DB) (err error) {
		esito, err = d.ExecContext(ctx, query, args...)
		return err
	})
	return esito, err
}

// QueryContext runs one query.
func (p bridge) QueryContext(ctx context.Context, query string, args ...any) (righe *sql.Rows, err error) {
	err = p.con(func(d *sql.DB) (err error) {
		righe, err = d.QueryContext(ctx, query, args...) //nolint:rowserrcheck,sqlclosecheck // GORM reads and closes them
		return err
	})
	return righe, err
}

// QueryRowContext runs one query that gives a row. A row can tell its error only if database/sql made
// it: when nothing can be opened it is asked of a database that is closed.
func (p bridge) QueryRowContext(ctx context.Context, query string, args ...any) (una *sql.Row) {
	err := p.con(func(d *sql.DB) error {
		una = d.QueryRowContext(ctx, query, args...)
		return nil
	})
	if err != nil {
		spento := sql.OpenDB(connector{})
		spento.Close()
		una = spento.QueryRowContext(ctx, query, args...)
	}
	return una
}

// BeginTx opens a transaction.
func (p bridge) BeginTx(ctx context.Context, opzioni *sql.TxOptions) (tx *sql.Tx, err error) {
	err = p.con(func(d *sql.DB) (err error) {
		tx, err = d.BeginTx(ctx, opzioni)
		return err
	})
	return tx, err
}
