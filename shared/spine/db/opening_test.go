package db_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// vergine is a tenant whose database nobody has migrated yet.
func vergine(t *testing.T) (*testkit.Ambiente, tenant.Tenant) {
	t.Helper()
	a := testkit.NuovoAmbiente(t, "altro")
	return a, tenant.Tenant{Nome: "vergine", Database: testkit.Database(t, bootstrap.TemplateDatabase), Stato: tenant.Active}
}

// schema of vpn with one migration, which fails if it is run twice.
func schema(sql string) db.Schema {
	return db.Schema{Name: "vpn", Migrations: fstest.MapFS{"00002_prova.sql": {Data: []byte("-- +goose Up\n" + sql)}}}
}

func TestDatabaseOpenedByManyIsMigratedOnce(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	s := schema("CREATE TABLE prova (n int);\nINSERT INTO prova VALUES (1);\nSELECT pg_sleep(0.3);")
	processi := []*db.Pools{apri(t, a, func(o *db.Options) { o.Tenant = s }), apri(t, a, func(o *db.Options) { o.Tenant = s })}
	var gruppo sync.WaitGroup
	for i := range 20 {
		gruppo.Go(func() {
			b, err := processi[i%2].Of(t.Context(), chi)
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
	b, err := processi[0].Of(t.Context(), chi)
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
	p := apri(t, a, func(o *db.Options) { o.Tenant = schema("CREATE TABLE prova (n int);\nSELECT pg_sleep(0.5);") })
	ctx, fine := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer fine()
	if _, err := p.Of(ctx, chi); !errors.Is(err, context.DeadlineExceeded) || !problem.Is(err, "BANCA_DATI_NON_DISPONIBILE") {
		t.Fatalf("the first caller: %v", err)
	}
	b, err := p.Of(t.Context(), chi)
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
	sbagliata := apri(t, a, func(o *db.Options) { o.Tenant = schema("CREATE TABLE prova (n int);\nSELECT 1/0;") })
	for range 2 {
		if _, err := sbagliata.Of(t.Context(), chi); err == nil {
			t.Fatal("a failed migration opened the database")
		}
	}
	giusta := apri(t, a, func(o *db.Options) { o.Tenant = schema("CREATE TABLE prova (n int);") })
	if _, err := giusta.Of(t.Context(), chi); err != nil {
		t.Errorf("what the failed migration did was not undone: %v", err)
	}
}

func TestDatabaseThatComesLaterIsFoundWithoutARestart(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "altro")
	p := apri(t, a, func(o *db.Options) { o.Tenant = schema("SELECT 1;") })
	chi := tenant.Tenant{Nome: "futuro", Database: "non_ancora", Stato: tenant.Active}
	if _, err := p.Of(t.Context(), chi); !problem.Is(err, "BANCA_DATI_NON_DISPONIBILE") {
		t.Fatalf("%v", err)
	}
	chi.Database = testkit.Database(t, bootstrap.TemplateDatabase)
	if _, err := p.Of(t.Context(), chi); err != nil {
		t.Errorf("%v", err)
	}
}

func TestClosedPoolsOpenNothing(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	p := apri(t, a, nil)
	ctx, b := database(t, p, a, "alfa")
	p.Close()
	p.Close()
	if err := b.Transaction(ctx, func(tx *db.Tx) error { return tx.Exec(`SELECT 1`).Error }); err == nil {
		t.Error("a transaction after the end")
	}
	if _, err := p.Platform(t.Context()); !problem.Is(err, "BANCA_DATI_NON_DISPONIBILE") {
		t.Errorf("an opening after the end: %v", err)
	}
}

func TestContextWithoutTenantIsAnErrorOfTheProgram(t *testing.T) {
	t.Parallel()
	p := apri(t, testkit.NuovoAmbiente(t, "alfa"), nil)
	if _, err := p.Tenant(t.Context()); err == nil || problem.As(err) != nil {
		t.Errorf("%v", err)
	}
}

func TestWrongDSNNamesItsSetting(t *testing.T) {
	t.Parallel()
	for _, dsn := range []string{"postgres://u:segreta@host:porta/x", "host=x sslmode=boh password=segreta"} {
		_, err := db.Open(db.Options{DSN: dsn})
		if err == nil || !contiene(err, "VERBALI_PG_DSN") || contiene(err, "segreta") {
			t.Errorf("%v", err)
		}
	}
}
