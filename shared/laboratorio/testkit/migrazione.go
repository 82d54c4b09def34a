package testkit

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// MigraDa makes a command's database as a module had it before a migration (by the beginning of its name: 00028), runs sql in it as the module's
// owner, and gives it with the migrations that were missing.
func MigraDa(tb testing.TB, modulo, numero, sql string) *db.Database {
	tb.Helper()
	m, ok := bootstrap.FindModule(modulo)
	if !ok {
		tb.Fatalf("module %s is not declared", modulo)
	}
	a, chi := NuovoAmbiente(tb, "altro"), tenant.Tenant{Nome: "vergine", Database: Database(tb, bootstrap.TemplateDatabase), Stato: tenant.Active}
	tutte := migrazioni(m, false)
	nomi, err := fs.Glob(tutte, db.MigrationFiles)
	if err != nil {
		tb.Fatal(err)
	}
	prima := fstest.MapFS{}
	for _, nome := range nomi {
		testo, err := fs.ReadFile(tutte, nome)
		if err != nil {
			tb.Fatal(err)
		}
		if nome < numero {
			prima[nome] = &fstest.MapFile{Data: testo}
		}
	}
	log, _ := Log(tb)
	apri := func(quali fs.FS) *db.Database {
		p, err := db.Open(db.Options{DSN: a.DSN(modulo), Application: "prova", PerDatabase: 2, Total: 4, Log: log, Tenant: db.Schema{Name: m.Schema, Migrations: quali}})
		if err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(p.Close)
		database, err := p.Of(tb.Context(), chi)
		if err != nil {
			tb.Fatal(err)
		}
		return database
	}
	if _, err := apri(prima).Pool.Exec(tb.Context(), sql); err != nil {
		tb.Fatal(err)
	}
	return apri(tutte)
}
