package db_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Instants of migrations that two branches have written.
const (
	firstInstant  = "20261201101500"
	secondInstant = "20261203120000"
)

// addTo adds a migration to those of a schema.
func addTo(s db.Schema, instant, sql string) {
	s.Migrations.(fstest.MapFS)[instant+"_prova.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + sql)}
}

// TestMigrationsOfTwoBranchesReachEveryDatabase opens databases with the program of a branch, then with the one that has both. Each
// database has all of the migrations at the end, each once, whatever came first.
func TestMigrationsOfTwoBranchesReachEveryDatabase(t *testing.T) {
	t.Parallel()
	first, second := "INSERT INTO prova VALUES ('first');", "INSERT INTO prova VALUES ('second');"
	program := func(instants ...string) db.Schema {
		s := schema("CREATE TABLE prova (ramo text);")
		for _, i := range instants {
			addTo(s, i, map[string]string{firstInstant: first, secondInstant: second}[i])
		}
		return s
	}
	both := program(firstInstant, secondInstant)
	for rule, c := range map[string]struct {
		before []db.Schema
		order  string
	}{
		"a new database runs them by instant, after those with a number": {nil, "first second"},
		"an earlier instant is run after a later one":                    {[]db.Schema{program(secondInstant)}, "second first"},
		"a later instant is run after an earlier one":                    {[]db.Schema{program(firstInstant)}, "first second"},
		"a branch finds what the other has run, and as many":             {[]db.Schema{program(secondInstant), program(firstInstant)}, "second first"},
		"an earlier program undoes nothing":                              {[]db.Schema{both, program(secondInstant), program()}, "first second"},
	} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			a, chi := vergine(t)
			for _, s := range append(c.before, both, both) {
				if _, err := apri(t, a, func(o *db.Options) { o.Tenant = s }).Of(t.Context(), chi); err != nil {
					t.Fatal(err)
				}
			}
			var order, noted string
			conn := connect(t, a, chi)
			err := conn.QueryRow(t.Context(), `SELECT string_agg(ramo, ' ' ORDER BY ctid), (SELECT string_agg(version_id::text, ' ' ORDER BY version_id)
				FROM vpn.versione WHERE is_applied AND version_id > 0) FROM vpn.prova`).Scan(&order, &noted)
			if want := "1 2 " + firstInstant + " " + secondInstant; err != nil || order != c.order || noted != want {
				t.Errorf("run %q, noted %q: %v", order, noted, err)
			}
		})
	}
}

// numbered are the migrations that databases know by a number: how many each schema has, and the last. There will be no others.
func numbered() map[string]string {
	return map[string]string{
		"connessione/migrazioni/piattaforma": "7, 00008",
		"connessione/migrazioni/tenant":      "15, 00018",
		"core/migrazioni/piattaforma":        "10, 00011",
		"core/migrazioni/tenant":             "10, 00014",
		"elaborazione/migrazioni":            "36, 00054",
		"mobile/migrazioni":                  "4, 00005",
		"ocr/migrazioni":                     "7, 00008",
		"tenantapi/migrazioni":               "6, 00007",
		"vpn/migrazioni":                     "16, 00029",
	}
}

// TestANewMigrationIsNamedByAnInstant reads the names of all migrations: two branches that take the next number collide.
func TestANewMigrationIsNamedByAnInstant(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^(0[0-9]{4}|20[0-9]{12})_[a-z0-9_]+\.sql$`)
	have := map[string]string{}
	for _, folder := range []string{"*/migrazioni", "*/migrazioni/*"} {
		paths, err := filepath.Glob("../../../" + folder + "/" + db.MigrationFiles)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v", folder, err)
		}
		for _, path := range paths { // by name
			name, of := filepath.Base(path), strings.TrimPrefix(filepath.Dir(path), "../../../")
			version, _, _ := strings.Cut(name, "_")
			if !form.MatchString(name) {
				t.Errorf("%s: a migration is named YYYYMMDDHHMMSS_name.sql", path)
				continue
			}
			if strings.HasPrefix(name, "0") {
				var n int
				_, _ = fmt.Sscanf(have[of], "%d", &n)
				have[of] = fmt.Sprintf("%d, %s", n+1, version)
			} else if _, err := time.Parse("20060102150405", version); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	if d := cmp.Diff(numbered(), have); d != "" {
		t.Errorf("a new migration has an instant (date -u +%%Y%%m%%d%%H%%M%%S) in place of a number, and one that has landed keeps its name:\n%s", d)
	}
}
