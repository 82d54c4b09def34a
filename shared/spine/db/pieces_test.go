package db_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// TestOneFunctionTakesTheLinesOfTheAudit: what a rule takes of the audit is the piece of the spine in every schema that has a
// rule for it, and no other function deletes a line.
func TestOneFunctionTakesTheLinesOfTheAudit(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	first := ""
	for _, m := range bootstrap.Modules() {
		for _, name := range []string{"alfa"} {
			var theirs, others string
			if err := a.Banca(t, m.Name, name).QueryRow(t.Context(), `SELECT coalesce(string_agg(p.prosrc, '') FILTER (WHERE p.proname = 'conserva_registro'), ''),
					coalesce(string_agg(p.proname, ' ') FILTER (WHERE p.proname <> 'conserva_registro' AND p.prosrc ~* 'delete +from +registro'), '')
				FROM pg_proc p WHERE p.pronamespace = $1::regnamespace`, m.Schema).Scan(&theirs, &others); err != nil {
				t.Fatal(err)
			}
			if first == "" {
				first = theirs
			}
			if theirs == "" || theirs != first || others != "" {
				t.Errorf("%s in %q: the function of the spine is %q; lines are deleted by %q too", m.Name, name, theirs, others)
			}
		}
	}
}

func TestAMigrationNamesAPieceThatTheSpineHas(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	s := db.Schema{Name: "vpn", Migrations: fstest.MapFS{"00002_pezzo.sql": {Data: []byte("-- +goose Up\n-- spina: assente.sql\n")}}}
	_, err := apri(t, a, func(o *db.Options) { o.DSN, o.Tenant = a.DSN("vpn"), s }).Of(t.Context(), chi)
	if err == nil || !strings.Contains(err.Error(), "assente.sql") {
		t.Errorf("%v", err)
	}
}
