package db

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"hash/fnv"
	"io/fs"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed spina/spina.sql
var spina string

// Schema is what a service owns in a database: a schema of this name and the migrations that fill
// it. Migration 1 is the spine (outbox, inbox, audit) and is added here; the service's start at 2.
type Schema struct {
	Nome       string
	Migrazioni fs.FS
}

// Migra brings the schema to its newest version, under an advisory lock of its own so that replicas
// wait for each other. The pool must connect with the schema's owner and search path.
func (s Schema) Migra(ctx context.Context, pool *pgxpool.Pool) error {
	banca := stdlib.OpenDBFromPool(pool)
	defer banca.Close()
	serratura, err := lock.NewPostgresSessionLocker(lock.WithLockID(s.numero()), lock.WithLockTimeout(1, 60))
	if err != nil {
		return fmt.Errorf("db: migrazione %s: %w", s.Nome, err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, banca, s.Migrazioni,
		goose.WithTableName(s.Nome+".versione"),
		goose.WithSessionLocker(serratura),
		goose.WithDisableGlobalRegistry(true),
		goose.WithGoMigrations(goose.NewGoMigration(1, &goose.GoFunc{RunTx: creaSpina}, nil)))
	if err != nil {
		return fmt.Errorf("db: migrazione %s: %w", s.Nome, err)
	}
	resta, err := p.HasPending(ctx)
	if err == nil && !resta {
		return nil
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("db: migrazione %s: %w", s.Nome, err)
	}
	return nil
}

func creaSpina(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, spina)
	return err //nolint:wrapcheck // goose names the migration
}

// numero gives each schema its own advisory lock.
func (s Schema) numero() int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte("verbali.migrazione." + s.Nome))
	return int64(h.Sum64() >> 1) // shifted: it fits
}
