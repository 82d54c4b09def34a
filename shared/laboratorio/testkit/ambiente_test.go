package testkit

import (
	"context"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

func conta(t *testing.T, conn *pgx.Conn, sql string, args ...any) (n int) {
	t.Helper()
	if err := conn.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestEnvironmentsAreWholeAndApart(t *testing.T) {
	t.Parallel()
	uno, due := NuovoAmbiente(t), NuovoAmbiente(t, "alfa")
	uno.Esegui(t, "core", "", `UPDATE tenant SET denominazione = 'mia'`)
	if n := conta(t, due.Collega(t, "core", ""), `SELECT count(*) FROM core.tenant WHERE denominazione <> 'mia'`); n != 1 {
		t.Errorf("the other environment has %d tenants of its own", n)
	}
	for _, m := range bootstrap.Modules() {
		conn := uno.Collega(t, m.Name, "beta")
		if n := conta(t, conn, `SELECT count(*) FROM pg_tables WHERE schemaname = $1 AND tablename IN ('uscita', 'ricevuto', 'registro') AND tableowner = $2`, m.Schema, m.Role()); n != 3 {
			t.Errorf("%s owns %d tables of the spine", m.Name, n)
		}
	}
	if uno.Tenant("alfa").Database == due.Tenant("alfa").Database || uno.Tenant("beta").Database == uno.Tenant("alfa").Database {
		t.Error("two tenants have one database")
	}
}

// TestTemplatesAreMadeOnce is several test binaries on one server: they ask for the templates at once.
func TestTemplatesAreMadeOnce(t *testing.T) {
	t.Parallel()
	NuovoAmbiente(t, "alfa")
	server := Postgres(t)
	nate := func() (n int64) {
		if err := server.pool.QueryRow(t.Context(), `SELECT max(oid::bigint) FROM pg_database WHERE datname LIKE 'prova_modello_%'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	prima := nate()
	var gruppo sync.WaitGroup
	for range 3 {
		gruppo.Go(func() {
			nomi, err := server.preparaModelli(context.Background())
			if err != nil || nomi != modelli.nomiModelli {
				t.Errorf("%+v, %v", nomi, err)
			}
		})
	}
	gruppo.Wait()
	if nate() != prima {
		t.Error("the templates were made again")
	}
}
