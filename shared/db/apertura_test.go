package db_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/preparazione"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
	"github.com/piattaforma-verbali/verbali/shared/testkit"
)

// vergine is a tenant whose database nobody has migrated yet.
func vergine(t *testing.T) (*testkit.Ambiente, tenant.Tenant) {
	t.Helper()
	a := testkit.NuovoAmbiente(t, "altro")
	return a, tenant.Tenant{Nome: "vergine", Database: testkit.Database(t, preparazione.BancaModello), Stato: tenant.Attivo}
}

// schema of vpn with one migration, which fails if it is run twice.
func schema(sql string) db.Schema {
	return db.Schema{Nome: "vpn", Migrazioni: fstest.MapFS{"00002_prova.sql": {Data: []byte("-- +goose Up\n" + sql)}}}
}

func TestDatabaseOpenedByManyIsMigratedOnce(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	s := schema("CREATE TABLE prova (n int);\nINSERT INTO prova VALUES (1);\nSELECT pg_sleep(0.3);")
	processi := []*db.Piscine{apri(t, a, func(o *db.Opzioni) { o.Tenant = s }), apri(t, a, func(o *db.Opzioni) { o.Tenant = s })}
	var gruppo sync.WaitGroup
	for i := range 20 {
		gruppo.Go(func() {
			b, err := processi[i%2].Di(t.Context(), chi)
			if err != nil {
				t.Errorf("opening %d: %v", i, err)
				return
			}
			if n := numero(t, b.Pool, `SELECT count(*) FROM prova`); n != 1 {
				t.Errorf("opening %d: %d rows", i, n)
			}
		})
	}
	gruppo.Wait()
	b, err := processi[0].Di(t.Context(), chi)
	if err != nil {
		t.Fatal(err)
	}
	if n := numero(t, b.Pool, `SELECT count(*) FROM versione WHERE version_id IN (1, 2) AND is_applied`); n != 2 {
		t.Errorf("%d migrations are noted", n)
	}
	if n := numero(t, b.Pool, `SELECT count(*) FROM pg_tables WHERE schemaname = 'vpn' AND tablename IN ('uscita', 'ricevuto', 'registro')`); n != 3 {
		t.Errorf("%d tables of the spine", n)
	}
}

func TestLongMigrationOutlivesTheCallerWhoBeganIt(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	p := apri(t, a, func(o *db.Opzioni) { o.Tenant = schema("CREATE TABLE prova (n int);\nSELECT pg_sleep(0.5);") })
	ctx, fine := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer fine()
	if _, err := p.Di(ctx, chi); !errors.Is(err, context.DeadlineExceeded) || !problem.E(err, "BANCA_DATI_NON_DISPONIBILE") {
		t.Fatalf("the first caller: %v", err)
	}
	b, err := p.Di(t.Context(), chi)
	if err != nil {
		t.Fatal(err)
	}
	if n := numero(t, b.Pool, `SELECT count(*) FROM versione WHERE version_id = 2`); n != 1 {
		t.Errorf("the migration was run %d times", n)
	}
}

func TestFailedOpeningIsTriedAgain(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	a.Esegui(t, "vpn", "altro", `SELECT 1`)
	sbagliata := apri(t, a, func(o *db.Opzioni) { o.Tenant = schema("CREATE TABLE prova (n int);\nSELECT 1/0;") })
	for range 2 {
		if _, err := sbagliata.Di(t.Context(), chi); err == nil {
			t.Fatal("a failed migration opened the database")
		}
	}
	giusta := apri(t, a, func(o *db.Opzioni) { o.Tenant = schema("CREATE TABLE prova (n int);") })
	if _, err := giusta.Di(t.Context(), chi); err != nil {
		t.Errorf("what the failed migration did was not undone: %v", err)
	}
}

func TestDatabaseThatComesLaterIsFoundWithoutARestart(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "altro")
	p := apri(t, a, func(o *db.Opzioni) { o.Tenant = schema("SELECT 1;") })
	chi := tenant.Tenant{Nome: "futuro", Database: "non_ancora", Stato: tenant.Attivo}
	if _, err := p.Di(t.Context(), chi); !problem.E(err, "BANCA_DATI_NON_DISPONIBILE") {
		t.Fatalf("%v", err)
	}
	chi.Database = testkit.Database(t, preparazione.BancaModello)
	if _, err := p.Di(t.Context(), chi); err != nil {
		t.Errorf("%v", err)
	}
}

func TestClosedPoolsOpenNothing(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	p := apri(t, a, nil)
	ctx, b := banca(t, p, a, "alfa")
	p.Chiudi()
	p.Chiudi()
	if err := b.Transazione(ctx, func(tx *db.Tx) error { return tx.Exec(`SELECT 1`).Error }); err == nil {
		t.Error("a transaction after the end")
	}
	if _, err := p.Piattaforma(t.Context()); !problem.E(err, "BANCA_DATI_NON_DISPONIBILE") {
		t.Errorf("an opening after the end: %v", err)
	}
}

func TestContextWithoutTenantIsAnErrorOfTheProgram(t *testing.T) {
	t.Parallel()
	p := apri(t, testkit.NuovoAmbiente(t, "alfa"), nil)
	if _, err := p.Tenant(t.Context()); err == nil || problem.Come(err) != nil {
		t.Errorf("%v", err)
	}
}

func TestWrongDSNNamesItsSetting(t *testing.T) {
	t.Parallel()
	for _, dsn := range []string{"postgres://u:segreta@host:porta/x", "host=x sslmode=boh password=segreta"} {
		_, err := db.Apri(db.Opzioni{DSN: dsn})
		if err == nil || !contiene(err, "VERBALI_PG_DSN") || contiene(err, "segreta") {
			t.Errorf("%v", err)
		}
	}
}
