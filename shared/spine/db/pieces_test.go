package db_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

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

// TestANewSchemaDeletesAsTheOthersDo: a schema made of the spine's pieces keeps of what it deletes what every schema keeps, and only
// its function of erasure takes a line of the audit.
func TestANewSchemaDeletesAsTheOthersDo(t *testing.T) {
	t.Parallel()
	const shape = `SELECT (SELECT string_agg(concat_ws(' ', column_name, data_type, is_nullable, column_default, is_identity), ', ' ORDER BY ordinal_position)
			FROM information_schema.columns WHERE table_schema = $1 AND table_name = 'cancellazione')
		|| (SELECT string_agg(replace(indexdef, $1 || '.', ''), ', ' ORDER BY indexdef) FROM pg_indexes
			WHERE schemaname = $1 AND (tablename = 'cancellazione' OR indexname = 'registro_quando'))
		|| (SELECT string_agg(tgname || ' ' || tgtype, ', ' ORDER BY tgname) FROM pg_trigger WHERE tgrelid = ($1 || '.cancellazione')::regclass)
		|| (SELECT string_agg(p.prosrc, '' ORDER BY p.proname) FROM pg_proc p
			WHERE p.pronamespace = $1::regnamespace AND p.proname IN ('solo_aggiunte', 'conserva_registro'))`
	a, chi := vergine(t)
	s := schema("-- spina: cancellazione.sql\n-- spina: conserva_registro.sql\n")
	fresh, err := apri(t, a, func(o *db.Options) { o.Tenant = s }).Of(t.Context(), chi)
	if err != nil {
		t.Fatal(err)
	}
	var want string
	if err := fresh.Pool.QueryRow(t.Context(), shape, "vpn").Scan(&want); err != nil {
		t.Fatal(err)
	}
	for _, m := range bootstrap.Modules() {
		var have string
		if err := a.Banca(t, m.Name, "altro").QueryRow(t.Context(), shape, m.Schema).Scan(&have); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("%s against the pieces:\n%s", m.Name, diff)
		}
	}
	if _, err := fresh.Pool.Exec(t.Context(), `INSERT INTO registro (attore, azione, quando) VALUES ('x', 'LETTO', now() - interval '10 years'), ('x', 'LETTO', now())`); err != nil {
		t.Fatal(err)
	}
	take := `SELECT conserva_registro('REGISTRO', NULL, now() - interval '1 year', 1, NULL, '{}')`
	if _, err := fresh.Pool.Exec(t.Context(), take); err == nil || !strings.Contains(err.Error(), "solo aggiunte") {
		t.Errorf("lines went outside a function of erasure: %v", err)
	}
	var gone int
	err = fresh.Pool.QueryRow(t.Context(), `WITH says AS MATERIALIZED (SELECT set_config('verbali.cancellazione', 'vpn', true) AS s)
		SELECT conserva_registro('REGISTRO', NULL, now() - interval '1 year', CASE s WHEN 'vpn' THEN 1 ELSE 0 END, NULL, '{}') FROM says`).Scan(&gone)
	written, left := numero(t, fresh.Pool, `SELECT sum(righe) FROM cancellazione`), numero(t, fresh.Pool, `SELECT count(*) FROM registro`)
	if err != nil || gone != 1 || written != 1 || left != 1 {
		t.Errorf("%d lines went: %v", gone, err)
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
