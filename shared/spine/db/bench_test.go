package db_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// apri opens pools as vpn in an environment; cambia alters the options first.
func apri(t *testing.T, a *testkit.Ambiente, cambia func(*db.Options)) *db.Pools {
	t.Helper()
	log, _ := testkit.Log(t)
	opz := db.Options{DSN: a.DSN("vpn"), Application: "prova", PerDatabase: 4, Total: 8, Log: log}
	if cambia != nil {
		cambia(&opz)
	}
	p, err := db.Open(opz)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// database opens the database of a tenant of the environment.
func database(t *testing.T, p *db.Pools, a *testkit.Ambiente, nome string) (context.Context, *db.Database) {
	t.Helper()
	ctx := tenant.With(t.Context(), a.Tenant(nome))
	b, err := p.Tenant(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return ctx, b
}

// numero runs a query that gives one number.
func numero(t *testing.T, q interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}, sql string, args ...any) (n int) {
	t.Helper()
	if err := q.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// cluster is a server of this test alone, that it may stop.
func cluster(t *testing.T, cartella string) *locale.Postgres {
	t.Helper()
	ctx, fine := context.WithTimeout(context.Background(), time.Minute)
	defer fine()
	pg, err := locale.AvviaPostgres(ctx, locale.PostgresOpzioni{Cartella: cartella, MassimeConnessioni: 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Ferma() })
	return pg
}
