package migrazioni_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/elaborazione/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

// oggetto is a table, view or sequence of this schema, as the catalogue has it.
type oggetto struct {
	Nome    string // with its schema
	Tipo    string // of pg_class.relkind: r, p, v, m, S
	Colonna string // the last
}

func (o oggetto) vista() bool { return o.Tipo == "v" || o.Tipo == "m" }

func catalogo(t *testing.T, a *testkit.Ambiente) []oggetto {
	t.Helper()
	schema := migrazioni.Tenant().Name
	rows, err := a.Banca(t, "elaborazione", "alfa").Query(t.Context(), `SELECT n.nspname || '.' || c.relname AS nome, c.relkind::text AS tipo,
			coalesce((SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = c.relnatts), '') AS colonna
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = ANY($1) AND c.relkind = ANY('{r,p,v,m,S}') ORDER BY 1`, []string{schema, bootstrap.Views(schema)})
	if err != nil {
		t.Fatal(err)
	}
	tutti, err := pgx.CollectRows(rows, pgx.RowToStructByPos[oggetto])
	if err != nil {
		t.Fatal(err)
	}
	return tutti
}

// TestGliAltriLeggonoLeVisteENonScrivonoNulla tries both roles of every other module on everything that the catalogue
// has: a view or a table to come is tried by itself. Which columns the one that works reads is in shared/spine/db.
func TestGliAltriLeggonoLeVisteENonScrivonoNulla(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	tutti := catalogo(t, a)
	if n := len(tutti); n < 30 {
		t.Fatalf("il catalogo ha solo %d oggetti", n)
	}
	for _, m := range bootstrap.Modules() {
		if m.Name == "elaborazione" {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			proprietario := a.Collega(t, m.Name, "alfa")
			for _, o := range tutti {
				if !o.vista() {
					continue
				}
				if slices.Contains(m.Reads, migrazioni.Tenant().Name) {
					legge(t, proprietario, o)
				} else {
					nega(t, proprietario, `SELECT * FROM `+o.Nome)
				}
			}
			for _, conn := range []*pgx.Conn{proprietario, a.CollegaUso(t, m.Name, "alfa")} {
				nonScrive(t, conn, tutti)
			}
		})
	}
}

func nonScrive(t *testing.T, conn *pgx.Conn, tutti []oggetto) {
	t.Helper()
	for _, o := range tutti {
		for _, sql := range o.scritture() {
			nega(t, conn, sql)
		}
		senzaPrivilegi(t, conn, o)
	}
	for _, schema := range []string{migrazioni.Tenant().Name, bootstrap.Views(migrazioni.Tenant().Name)} {
		nega(t, conn, `CREATE TABLE `+schema+`.intrusa (n int)`)
		nega(t, conn, `CREATE VIEW `+schema+`.intrusa AS SELECT 1 AS n`)
		nega(t, conn, `CREATE FUNCTION `+schema+`.intrusa() RETURNS int LANGUAGE sql AS 'SELECT 1'`)
		nega(t, conn, `DROP SCHEMA `+schema)
	}
}

// legge reads all columns of a view: also one that calls a function needs no other privilege.
func legge(t *testing.T, conn *pgx.Conn, o oggetto) {
	t.Helper()
	if _, err := conn.Exec(context.Background(), `SELECT * FROM `+o.Nome); err != nil {
		t.Errorf("SELECT da %s: %v", o.Nome, err)
	}
}

// scritture are the statements that must be refused.
func (o oggetto) scritture() []string {
	if o.Tipo == "S" {
		return []string{`SELECT nextval('` + o.Nome + `')`, `SELECT setval('` + o.Nome + `', 1)`, `SELECT last_value FROM ` + o.Nome, `DROP SEQUENCE ` + o.Nome}
	}
	tutte := []string{
		`INSERT INTO ` + o.Nome + ` DEFAULT VALUES`, `UPDATE ` + o.Nome + ` SET ` + o.Colonna + ` = DEFAULT`, `DELETE FROM ` + o.Nome, `TRUNCATE ` + o.Nome,
		`SELECT 1 FROM ` + o.Nome + ` FOR UPDATE`, `COMMENT ON COLUMN ` + o.Nome + `.` + o.Colonna + ` IS 'mio'`,
	}
	if o.vista() {
		return append(tutte, `DROP VIEW `+o.Nome)
	}
	return append(tutte, `SELECT 1 FROM `+o.Nome, `ALTER TABLE `+o.Nome+` ADD COLUMN intrusa int`, `DROP TABLE `+o.Nome,
		`CREATE INDEX ON `+o.Nome+` (`+o.Colonna+`)`)
}

// nega wants a refusal for want of a privilege, or because the statement is for no view at all.
func nega(t *testing.T, conn *pgx.Conn, sql string) {
	t.Helper()
	_, err := conn.Exec(context.Background(), sql)
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || !slices.Contains([]string{"42501", "42809", "55000", "0A000"}, pg.Code) { // no privilege; not for a view; not for this view, or its column
		t.Errorf("%s: %v", sql, err)
	}
}

// senzaPrivilegi asks the catalogue the same, of the whole and of every column: what a statement above
// could not try on a view.
func senzaPrivilegi(t *testing.T, conn *pgx.Conn, o oggetto) {
	t.Helper()
	sql := `SELECT has_sequence_privilege($1, 'USAGE, SELECT, UPDATE')`
	if o.Tipo != "S" {
		sql = `SELECT has_table_privilege($1, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') OR has_any_column_privilege($1, 'INSERT, UPDATE, REFERENCES')`
	}
	if o.Tipo == "r" || o.Tipo == "p" {
		sql += ` OR has_any_column_privilege($1, 'SELECT')`
	}
	var ha bool
	if err := conn.QueryRow(context.Background(), sql, o.Nome).Scan(&ha); err != nil || ha {
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == "42501" { // not even the name may be looked up
			return
		}
		t.Errorf("%s: un privilegio di troppo (%v)", o.Nome, err)
	}
}

// TestLeVisteCresconoSoloInFondo compares the columns of every view with testdata/viste.txt: a column never
// goes, moves or changes its type, because services of another release read it. -update adds the new ones,
// and nothing else.
func TestLeVisteCresconoSoloInFondo(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	schema := bootstrap.Views(migrazioni.Tenant().Name)
	rows, err := a.Banca(t, "elaborazione", "alfa").Query(t.Context(), `SELECT c.relname || ': ' || string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum)
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relnamespace = $1::regnamespace GROUP BY c.relname ORDER BY c.relname`, schema)
	if err != nil {
		t.Fatal(err)
	}
	viste, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	pubblicate, err := os.ReadFile(filepath.Join("testdata", "viste.txt"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for riga := range bytes.Lines(pubblicate) {
		prima := strings.TrimSpace(string(riga))
		if !slices.ContainsFunc(viste, func(v string) bool { return v == prima || strings.HasPrefix(v, prima+", ") }) {
			t.Errorf("una colonna pubblicata è cambiata, spostata o tolta; era\n%s", prima)
		}
	}
	if !t.Failed() {
		testkit.Golden(t, "viste.txt", []byte(strings.Join(viste, "\n")+"\n"))
	}
}
