package db_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

// TestNobodyTouchesAnothersTables tries every role on every schema of a tenant's database.
func TestNobodyTouchesAnothersTables(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	for _, m := range bootstrap.Modules() {
		conn := a.Collega(t, m.Name, "alfa")
		for _, altro := range bootstrap.Modules() {
			tabella := altro.Schema + ".uscita"
			for _, sql := range []string{
				`SELECT 1 FROM ` + tabella, `INSERT INTO ` + tabella + ` (id, soggetto, corpo) VALUES (gen_random_uuid(), 's', '{}')`,
				`DELETE FROM ` + tabella, `CREATE TABLE ` + altro.Schema + `.intrusa_` + m.Name + ` (n int)`,
				`CREATE VIEW ` + altro.Schema + `_v1.intrusa_` + m.Name + ` AS SELECT 1 AS n`, `ALTER TABLE ` + tabella + ` ADD COLUMN x int`,
			} {
				_, err := conn.Exec(context.Background(), sql)
				if mio := m.Name == altro.Name; mio != (err == nil) || err != nil && !negato(err) {
					t.Errorf("%s: %s: %v", m.Name, sql, err)
				}
			}
		}
	}
}

func TestNobodyWritesWhereEverybodyCould(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	for _, m := range bootstrap.Modules() {
		conn := a.Collega(t, m.Name, "alfa")
		for _, sql := range []string{
			`CREATE TABLE public.x (n int)`, `CREATE TEMP TABLE x (n int)`, `CREATE SCHEMA suo`, `CREATE ROLE suo`, `SET ROLE postgres`,
			`ALTER ROLE verbali_core SUPERUSER`, `SELECT pg_read_file('/etc/passwd')`,
		} {
			if _, err := conn.Exec(context.Background(), sql); !negato(err) {
				t.Errorf("%s: %s: %v", m.Name, sql, err)
			}
		}
	}
}

// TestViewsAreReadByWhoIsListed makes a view in every published schema and has every role read it.
func TestViewsAreReadByWhoIsListed(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	for _, m := range bootstrap.Modules() {
		a.Esegui(t, m.Name, "alfa", `CREATE VIEW `+m.Schema+`_v1.prova AS SELECT count(*) AS n FROM `+m.Schema+`.uscita`)
	}
	for _, m := range bootstrap.Modules() {
		legge := map[string]bool{m.Schema: true}
		for _, s := range m.Reads {
			legge[s] = true
		}
		conn := a.Collega(t, m.Name, "alfa")
		for _, altro := range bootstrap.Modules() {
			_, err := conn.Exec(context.Background(), `SELECT n FROM `+altro.Schema+`_v1.prova`)
			if legge[altro.Schema] != (err == nil) || err != nil && !negato(err) {
				t.Errorf("%s reads the views of %s: %v", m.Name, altro.Schema, err)
			}
		}
	}
}

// negato says that the server refused for want of a privilege.
func negato(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "42501"
}
