// Package testkit gives tests real servers and fixed surroundings: a private PostgreSQL cluster
// with databases cloned in milliseconds, an embedded NATS with JetStream, a clock that stands
// still, captured logs and golden files.
//
// A package that uses PostgreSQL declares
//
//	func TestMain(m *testing.M) { testkit.Main(m) }
package testkit

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// PostgreSQL is the server of a test binary, whoever provides it.
type PostgreSQL struct {
	base  *url.URL // the administrator's address
	pool  *pgxpool.Pool
	ferma func() error
}

// condiviso is the one server of the test binary, started at its first use.
var condiviso struct {
	una    sync.Once
	server *PostgreSQL
	err    error
}

// Postgres returns the server of this test binary, started at the first call: the one named by
// VERBALI_TEST_PG_DSN (an administrator's DSN), else a private cluster without fsync, else a
// container. Without any of them the test fails: a store that was not tried on PostgreSQL was not
// tried.
func Postgres(tb testing.TB) *PostgreSQL {
	tb.Helper()
	condiviso.una.Do(func() { condiviso.server, condiviso.err = apri(context.Background()) })
	if condiviso.err != nil {
		tb.Fatalf("no PostgreSQL for the tests: %v", condiviso.err)
	}
	return condiviso.server
}

// apri tries the providers in order and puts a pool of administrator's connections in front.
func apri(ctx context.Context) (*PostgreSQL, error) {
	dsn, ferma, err := fornisci(ctx, os.Getenv("VERBALI_TEST_PG_DSN"))
	if err != nil {
		return nil, err
	}
	base, err := url.Parse(dsn)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the DSN must be a postgres:// URL: %w", err), ferma())
	}
	opzioni, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, errors.Join(err, ferma())
	}
	opzioni.MaxConns = 4
	pool, err := pgxpool.NewWithConfig(ctx, opzioni)
	if err != nil {
		return nil, errors.Join(err, ferma())
	}
	server := &PostgreSQL{base: base, pool: pool, ferma: ferma}
	if err := pool.Ping(ctx); err != nil {
		return nil, errors.Join(err, server.chiudi())
	}
	return server, nil
}

// DSN is the address of a database for a role; a role without a password has "".
func (p *PostgreSQL) DSN(database, utente, password string) string {
	u := *p.base
	u.Path, u.User = "/"+database, url.UserPassword(utente, password)
	if password == "" {
		u.User = url.User(utente)
	}
	return u.String()
}

// DSNAmministratore is the address of a database for the superuser.
func (p *PostgreSQL) DSNAmministratore(database string) string {
	u := *p.base
	u.Path = "/" + database
	return u.String()
}

// Esegui runs a statement as the superuser in the maintenance database.
func (p *PostgreSQL) Esegui(ctx context.Context, sql string) error {
	_, err := p.pool.Exec(ctx, sql)
	return err
}

func (p *PostgreSQL) chiudi() error {
	p.pool.Close()
	return p.ferma()
}

// Database clones a template into a new database, in some twenty milliseconds, and returns its
// name; the database is dropped when the test ends. An empty template means an empty database.
// No session may be open on the template.
func Database(tb testing.TB, template string) string {
	tb.Helper()
	server := Postgres(tb)
	if template == "" {
		template = "template1"
	}
	nome := "prova_" + strings.ToLower(rand.Text()[:16])
	if err := server.clona(context.Background(), nome, template); err != nil {
		tb.Fatalf("clone database %s: %v", template, err)
	}
	tb.Cleanup(func() {
		sql := "DROP DATABASE IF EXISTS " + pgx.Identifier{nome}.Sanitize() + " WITH (FORCE)"
		if err := server.Esegui(context.Background(), sql); err != nil {
			tb.Errorf("drop database %s: %v", nome, err)
		}
	})
	return nome
}

// clona copies the files of the template. Somebody who is just leaving the template makes the
// server refuse, so a refusal is tried again for a while.
func (p *PostgreSQL) clona(ctx context.Context, nome, template string) error {
	sql := fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s STRATEGY file_copy",
		pgx.Identifier{nome}.Sanitize(), pgx.Identifier{template}.Sanitize())
	fine := time.Now().Add(10 * time.Second)
	for {
		err := p.Esegui(ctx, sql)
		var rifiuto *pgconn.PgError
		if !errors.As(err, &rifiuto) || rifiuto.Code != "55006" || time.Now().After(fine) { // object_in_use
			return err
		}
	}
}
