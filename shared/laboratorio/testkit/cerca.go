package testkit

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

// Cerca looks for a text, whatever its case, in every column of every table of every module, in the platform's database and
// in all tenants': where it is, as database, table and row. A view says nothing that its tables do not.
func (a *Ambiente) Cerca(tb testing.TB, testo string) (dove []string) {
	tb.Helper()
	nomi := []string{""}
	for nome := range a.tenant {
		nomi = append(nomi, nome)
	}
	for _, m := range bootstrap.Modules() {
		for _, nome := range nomi {
			if nome == "" && !m.InPlatform || nome != "" && !m.InTenant {
				continue
			}
			conn := a.Collega(tb, m.Name, nome)
			for _, tabella := range tabelleDi(tb, conn, m.Schema) {
				rows, err := conn.Query(context.Background(), fmt.Sprintf(`SELECT t::text FROM %s t WHERE t::text ILIKE '%%' || $1 || '%%'`, tabella), testo)
				if err != nil {
					tb.Fatalf("%s: %v", tabella, err)
				}
				righe, err := pgx.CollectRows(rows, pgx.RowTo[string])
				if err != nil {
					tb.Fatalf("%s: %v", tabella, err)
				}
				for _, r := range righe {
					dove = append(dove, fmt.Sprintf("%s %s: %s", nome, tabella, r))
				}
			}
			_ = conn.Close(context.Background())
		}
	}
	slices.Sort(dove)
	return dove
}

func tabelleDi(tb testing.TB, conn *pgx.Conn, schema string) []string {
	tb.Helper()
	rows, err := conn.Query(context.Background(), `SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = $1 ORDER BY 1`, schema)
	if err != nil {
		tb.Fatal(err)
	}
	tutte, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tutte) == 0 {
		tb.Fatalf("schema %s: %d tables, %v", schema, len(tutte), err)
	}
	return tutte
}
