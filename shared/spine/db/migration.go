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

// MigrationFiles is the pattern of a migration's name. It begins with an instant (YYYYMMDDHHMMSS, UTC), so that two branches do not
// choose the same; the first migrations begin with a number of five digits.
const MigrationFiles = "[0-9]*.sql"

// Schema is what a service owns in a database: a schema of this name and the migrations that fill
// it. Migration 1 is the spine (outbox, inbox, audit) and is added here; the service's come after it, in the order of their
// numbers and instants. One that is merged with an earlier instant than the last of a database is run there too. A line
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
		goose.WithAllowOutofOrder(true),
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

// current asks in one statement what goose asks in five: whether all of our migrations are noted. In every other case, errors
// included, goose decides.
func (s Schema) current(ctx context.Context, database *sql.DB) bool {
	missing, _, err := s.compare(ctx, database)
	return err == nil && missing == 0
}

// ours gives the versions of this program's migrations, the spine's included.
func (s Schema) ours() ([]int64, error) {
	versions := []int64{1}
	if s.Migrations == nil {
		return versions, nil
	}
	names, err := fs.Glob(s.Migrations, MigrationFiles)
	if err != nil {
		return nil, fmt.Errorf("db: migrazioni di %s: %w", s.Name, err)
	}
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return nil, fmt.Errorf("db: migrazioni di %s: %w", s.Name, err)
		}
		versions = append(versions, version)
	}
	return versions, nil
}

// compare counts this program's migrations that the database does not note, and those it notes that this program does not have:
// a later release has run them.
func (s Schema) compare(ctx context.Context, q querier) (missing, unknown int, err error) {
	ours, err := s.ours()
	if err != nil {
		return 0, 0, err
	}
	noted := pgx.Identifier{s.Name, "versione"}.Sanitize() + ` WHERE is_applied AND version_id > 0`
	err = q.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM unnest($1::bigint[]) v WHERE v NOT IN (SELECT version_id FROM `+noted+`)),
		(SELECT count(*) FROM `+noted+` AND version_id <> ALL ($1))`, ours).Scan(&missing, &unknown)
	if err != nil {
		return 0, 0, fmt.Errorf("db: versione di %s: %w", s.Name, err)
	}
	return missing, unknown, nil
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
