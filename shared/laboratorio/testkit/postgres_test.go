package testkit_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func TestDatabase(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	pg := testkit.Postgres(t)
	modello := testkit.Database(t, "")
	esegui(t, pg.DSNAmministratore(modello), "CREATE TABLE cosa (id int); INSERT INTO cosa VALUES (7)")

	t.Run("a clone has the template's rows and its own life", func(t *testing.T) {
		inizio := tempo.Macchina()
		nome := testkit.Database(t, modello)
		t.Logf("cloned in %v", time.Since(inizio))
		esegui(t, pg.DSNAmministratore(nome), "UPDATE cosa SET id = 8")
		if n := leggi(t, pg.DSNAmministratore(modello)); n != 7 {
			t.Errorf("the template changed with its clone: %d", n)
		}
	})
	t.Run("a clone is dropped with its test, sessions or not", func(t *testing.T) {
		var nome string
		t.Run("uses it", func(t *testing.T) {
			nome = testkit.Database(t, modello)
			aperta, err := pgx.Connect(ctx, pg.DSNAmministratore(nome))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { aperta.Close(ctx) })
		})
		if conn, err := pgx.Connect(ctx, pg.DSNAmministratore(nome)); err == nil {
			conn.Close(ctx)
			t.Errorf("database %s is still there", nome)
		}
	})
	t.Run("a role comes in with its own password only", func(t *testing.T) {
		nome := testkit.Database(t, "")
		ruolo := "ruolo_di_" + nome // a role belongs to the whole server
		esegui(t, pg.DSNAmministratore("postgres"), "CREATE ROLE "+ruolo+" LOGIN PASSWORD 'buona'")
		t.Cleanup(func() { esegui(t, pg.DSNAmministratore("postgres"), "DROP ROLE "+ruolo) })
		esegui(t, pg.DSN(nome, ruolo, "buona"), "SELECT 1")
		if conn, err := pgx.Connect(ctx, pg.DSN(nome, ruolo, "altra")); err == nil {
			conn.Close(ctx)
			t.Error("a wrong password was taken")
		}
	})
}

func esegui(t *testing.T, dsn, sql string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(context.Background(), sql); err != nil {
		t.Fatal(err)
	}
}

func leggi(t *testing.T, dsn string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if err := conn.QueryRow(context.Background(), "SELECT id FROM cosa").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
