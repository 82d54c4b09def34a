//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

// collega opens a connection with the role of a service to a database: a tenant's name, or
// preparazione.PlatformDatabase.
func (p *pila) collega(tb testing.TB, modulo, database string) *pgx.Conn {
	tb.Helper()
	m, ok := bootstrap.FindModule(modulo)
	if !ok {
		tb.Fatalf("no module %s", modulo)
	}
	password, err := os.ReadFile(filepath.Join(p.dati, "segreti", "ruoli", m.Role()))
	if err != nil {
		tb.Fatalf("password of %s: %v", modulo, err)
	}
	cfg, err := pgx.ParseConfig(fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", m.Role(), p.porta("postgres"), database))
	if err != nil {
		tb.Fatalf("DSN: %v", err)
	}
	cfg.Password, cfg.RuntimeParams["search_path"] = strings.TrimSpace(string(password)), m.Schema
	conn, err := pgx.ConnectConfig(context.Background(), cfg)
	if err != nil {
		tb.Fatalf("connection of %s to %s: %v", modulo, database, err)
	}
	tb.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// numero runs a query that gives one number.
func numero(tb testing.TB, conn *pgx.Conn, sql string, args ...any) (n int64) {
	tb.Helper()
	if err := conn.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		tb.Fatalf("%s: %v", sql, err)
	}
	return n
}

// testi runs a query of one column of text.
func testi(tb testing.TB, conn *pgx.Conn, sql string, args ...any) []string {
	tb.Helper()
	rows, err := conn.Query(context.Background(), sql, args...)
	if err == nil {
		var trovati []string
		if trovati, err = pgx.CollectRows(rows, pgx.RowTo[string]); err == nil {
			return trovati
		}
	}
	tb.Fatalf("%s: %v", sql, err)
	return nil
}

// enteDi is the tax code of the creditor of a tenant's notices.
func (p *pila) enteDi(tb testing.TB, nome string) string {
	tb.Helper()
	enti := testi(tb, p.collega(tb, "core", bootstrap.PlatformDatabase),
		`SELECT DISTINCT codice_fiscale_ente FROM intervallo WHERE tenant = $1 AND tipo = 'AVVISO'`, nome)
	if len(enti) != 1 {
		tb.Fatalf("creditors of %s: %v", nome, enti)
	}
	return enti[0]
}
