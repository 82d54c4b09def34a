package db_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// tenantDatabase gives the database of a tenant as connessione writes in it.
func tenantDatabase(t *testing.T) *db.Database {
	t.Helper()
	a := testkit.NuovoAmbiente(t)
	database, err := a.Pools(t, "connessione").Tenant(tenant.With(context.Background(), a.Tenant("alfa")))
	if err != nil {
		t.Fatal(err)
	}
	return database
}

// TestTheAuditHasOneDoor: no statement of a service writes a line of the audit by itself. The store of the fines alone has its own,
// which goes with the others of a change in one journey to the database.
func TestTheAuditHasOneDoor(t *testing.T) {
	t.Parallel()
	const root = "../../.."
	writes := regexp.MustCompile(`(?i)\binto\s+"?registro"?[\s(]`)
	doors := map[string]bool{"shared/spine/db/audit.go": false, "elaborazione/internal/archivio/scrittura/tavole.go": false}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "laboratorio" || len(d.Name()) > 2 && d.Name()[0] == '.'):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || !writes.Match(text) {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, root+"/"))
		if _, is := doors[name]; !is {
			t.Errorf("%s writes the audit by itself: db.Audit does", name)
		}
		doors[name] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, seen := range doors {
		if !seen {
			t.Errorf("%s writes the audit no more, or this test does not see it", name)
		}
	}
}

func count(t *testing.T, database *db.Database, sql string) (n int) {
	t.Helper()
	if err := database.Pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWhoIsAnsweredHasItsLineInTheAudit(t *testing.T) {
	t.Parallel()
	database := tenantDatabase(t)
	var audit db.AuditGroup
	const chiamanti, volte = 32, 20
	var fine sync.WaitGroup
	for c := range chiamanti {
		fine.Go(func() {
			for v := range volte {
				chi := fmt.Sprintf("citt-%d-%d", c, v)
				if err := audit.Audit(t.Context(), database, db.Access{Attore: chi, Azione: "prova", Esito: "TROVATO"}); err != nil {
					t.Error(err)
					return
				}
				var n int
				if err := database.Pool.QueryRow(t.Context(), `SELECT count(*) FROM registro WHERE attore = $1 AND esito = 'TROVATO'`, chi).Scan(&n); err != nil || n != 1 {
					t.Errorf("%s was answered with %d lines: %v", chi, n, err)
					return
				}
			}
		})
	}
	fine.Wait()
	if n := count(t, database, `SELECT count(*) FROM registro WHERE azione = 'prova'`); n != chiamanti*volte {
		t.Errorf("%d lines, want %d", n, chiamanti*volte)
	}
	if commit := count(t, database, `SELECT count(DISTINCT xmin::text) FROM registro WHERE azione = 'prova'`); commit == chiamanti*volte {
		t.Errorf("%d callers at once shared no commit", chiamanti)
	}
}

func TestALineThatCannotBeWrittenFailsAlone(t *testing.T) {
	t.Parallel()
	database := tenantDatabase(t)
	var audit db.AuditGroup
	var fine sync.WaitGroup
	errori := make([]error, 40)
	for i := range errori {
		fine.Go(func() {
			attore := fmt.Sprint("citt-", i)
			if i%10 == 3 {
				attore = "non\x00ammesso"
			}
			errori[i] = audit.Audit(t.Context(), database, db.Access{Attore: attore, Azione: "mista"})
		})
	}
	fine.Wait()
	for i, err := range errori {
		if (err != nil) != (i%10 == 3) {
			t.Errorf("line %d: %v", i, err)
		}
	}
	if n := count(t, database, `SELECT count(*) FROM registro WHERE azione = 'mista'`); n != 36 {
		t.Errorf("%d lines, want 36", n)
	}
}

func TestOneWhoGoesAwayTakesNobodyAlong(t *testing.T) {
	t.Parallel()
	database := tenantDatabase(t)
	var audit db.AuditGroup
	ctx, via := context.WithCancel(t.Context())
	via()
	if err := audit.Audit(ctx, database, db.Access{Attore: "assente", Azione: "via"}); err != nil {
		t.Errorf("its own line, in a group that others share: %v", err)
	}
	if n := count(t, database, `SELECT count(*) FROM registro WHERE azione = 'via'`); n != 1 {
		t.Errorf("%d lines, want 1", n)
	}
}
