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
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// PostgreSQL is the server of a test binary, from any provider.
type PostgreSQL struct {
	base      *url.URL // the administrator's address
	pool      *pgxpool.Pool
	ferma     func() error
	segno     string // marks the connections of the pool and the databases that this binary makes
	databases atomic.Int64
}

// condiviso is the one server of the test binary, started at its first use.
var condiviso struct {
	una     sync.Once
	privato bool // it must not be the server that the environment names
	server  *PostgreSQL
	err     error
}

// Postgres returns the server of this test binary, started at the first call: the one named by
// VERBALI_TEST_PG_DSN (an administrator's DSN; `make test` gives one to all), else a private cluster
// without fsync, else a container. Without any of them the test fails: a store that was not tried on
// PostgreSQL was not tried.
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
	dsn := os.Getenv(locale.VariabileProva)
	if condiviso.privato {
		dsn = ""
	}
	dsn, ferma, err := fornisci(ctx, dsn)
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
	segno := strings.ToLower(rand.Text()[:16])
	opzioni.MaxConns, opzioni.MinConns = 4, 1 // the connection that stays shows that the databases are in use
	opzioni.ConnConfig.RuntimeParams["application_name"] = "prova_" + segno
	pool, err := pgxpool.NewWithConfig(ctx, opzioni)
	if err != nil {
		return nil, errors.Join(err, ferma())
	}
	server := &PostgreSQL{base: base, pool: pool, ferma: ferma, segno: segno}
	if err := server.togliAbbandonate(ctx); err != nil {
		return nil, errors.Join(err, server.chiudi())
	}
	return server, nil
}

// togliAbbandonate drops the databases of test binaries that were killed: no connection has their mark.
func (p *PostgreSQL) togliAbbandonate(ctx context.Context) error {
	rows, err := p.pool.Query(ctx, `SELECT datname FROM pg_database WHERE datname ~ '^prova_[a-z0-9]{16}_[0-9]+$'
		AND left(datname, 22) NOT IN (SELECT application_name FROM pg_stat_activity)`)
	if err != nil {
		return err
	}
	nomi, err := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, nome := range nomi {
		_ = p.togli(ctx, nome) // another test binary may be doing the same
	}
	return err
}

func (p *PostgreSQL) togli(ctx context.Context, nome string) error {
	return p.Esegui(ctx, "DROP DATABASE IF EXISTS "+pgx.Identifier{nome}.Sanitize()+" WITH (FORCE)")
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
	nome := fmt.Sprintf("prova_%s_%d", server.segno, server.databases.Add(1))
	if err := server.clona(context.Background(), nome, template); err != nil {
		tb.Fatalf("clone database %s: %v", template, err)
	}
	tb.Cleanup(func() {
		if err := server.togli(context.Background(), nome); err != nil {
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
	fine := tempo.Macchina().Add(10 * time.Second)
	for {
		err := p.Esegui(ctx, sql)
		var rifiuto *pgconn.PgError
		if !errors.As(err, &rifiuto) || rifiuto.Code != "55006" || tempo.Macchina().After(fine) { // object_in_use
			return err
		}
	}
}
