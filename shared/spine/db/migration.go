package db

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"hash/fnv"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed spina/spina.sql
var stopper string

// Schema is what a service owns in a database: a schema of this name and the migrations that fill
// it. Migration 1 is the spine (outbox, inbox, audit) and is added here; the service's start at 2. A line
// "-- spina: x.sql" in one of them stands for that file of the spine.
type Schema struct {
	Name       string
	Migrations fs.FS
}

// Migrate brings the schema to its newest version, under an advisory lock of its own so that replicas
// wait for each other, and grants what its diritti.sql says. The pool must connect with the schema's owner and search path.
func (s Schema) Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	database := stdlib.OpenDBFromPool(pool)
	defer database.Close()
	_, err := s.migrate(ctx, database)
	return err
}

// migrate reports whether nothing is left to do, now and at the next opening.
func (s Schema) migrate(ctx context.Context, database *sql.DB) (complete bool, err error) {
	if err := s.advance(ctx, database); err != nil {
		return false, err
	}
	return s.grant(ctx, database)
}

// upToDate reports whether migrate has nothing to do, also to a role that could not do it.
func (s Schema) upToDate(ctx context.Context, database *sql.DB) bool {
	if !s.current(ctx, database) {
		return false
	}
	granted, _, err := s.granted(ctx, database)
	return err == nil && granted
}

// advance runs the migrations that are missing.
func (s Schema) advance(ctx context.Context, database *sql.DB) error {
	if s.current(ctx, database) {
		return nil
	}
	serratura, err := lock.NewPostgresSessionLocker(lock.WithLockID(s.number()), lock.WithLockTimeout(1, 60))
	if err != nil {
		return fmt.Errorf("db: migrazione %s: %w", s.Name, err)
	}
	var migrations fs.FS
	if s.Migrations != nil {
		migrations = withPieces{s.Migrations}
	}
	p, err := goose.NewProvider(goose.DialectPostgres, database, migrations,
		goose.WithTableName(s.Name+".versione"),
		goose.WithSessionLocker(serratura),
		goose.WithDisableGlobalRegistry(true),
		goose.WithGoMigrations(goose.NewGoMigration(1, &goose.GoFunc{RunTx: newStopper}, nil)))
	if err != nil {
		return fmt.Errorf("db: migrazione %s: %w", s.Name, err)
	}
	resta, err := p.HasPending(ctx)
	if err == nil && !resta {
		return nil
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("db: migrazione %s: %w", s.Name, err)
	}
	return nil
}

// current asks in one statement what goose asks in five: whether the migrations noted are as many as
// ours and end with our last. In every other case, errors included, goose decides.
func (s Schema) current(ctx context.Context, database *sql.DB) bool {
	quante, ultima, err := s.ours()
	if err != nil {
		return false
	}
	fatte, massima, err := s.applied(ctx, database)
	return err == nil && fatte == quante && massima == ultima
}

// ours says how many migrations this program has, the spine's included, and the last.
func (s Schema) ours() (n int, last int64, err error) {
	n, last = 1, 1
	if s.Migrations == nil {
		return n, last, nil
	}
	nomi, err := fs.Glob(s.Migrations, "0*.sql")
	if err != nil {
		return 0, 0, fmt.Errorf("db: migrazioni di %s: %w", s.Name, err)
	}
	for _, nome := range nomi {
		numero, err := goose.NumericComponent(nome)
		if err != nil {
			return 0, 0, fmt.Errorf("db: migrazioni di %s: %w", s.Name, err)
		}
		n, last = n+1, max(last, numero)
	}
	return n, last, nil
}

// applied says how many migrations are noted, and the last.
func (s Schema) applied(ctx context.Context, q querier) (n int, last int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT count(*), coalesce(max(version_id), 0) FROM `+
		pgx.Identifier{s.Name, "versione"}.Sanitize()+` WHERE is_applied AND version_id > 0`).Scan(&n, &last)
	if err != nil {
		return 0, 0, fmt.Errorf("db: versione di %s: %w", s.Name, err)
	}
	return n, last, nil
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func newStopper(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, stopper)
	return err
}

// number gives each schema its own advisory lock.
func (s Schema) number() int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte("verbali.migrazione." + s.Name))
	return int64(h.Sum64() >> 1) // shifted: it fits
}
