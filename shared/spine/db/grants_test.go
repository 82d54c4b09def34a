package db_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// onlyAddedTo are the tables that keep what happened, with a column of each: of every schema the register, of two one more.
func onlyAddedTo(schema string) map[string]string {
	return map[string]map[string]string{"verbali": {"registro": "attore", "evento": "dati"}, "vpn": {"registro": "attore", "indagine": "esito"}}[schema]
}

// TestWhoWorksOwnsNothing attacks over the connections with which the services work: what keeps the past is only added
// to, and nothing that guards it can be taken away.
func TestWhoWorksOwnsNothing(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	for _, m := range bootstrap.Modules() {
		for _, nome := range []string{"", "alfa"} {
			if nome == "" && !m.InPlatform {
				continue
			}
			conn := a.CollegaUso(t, m.Name, nome)
			guarded := onlyAddedTo(m.Schema)
			if guarded == nil {
				guarded = map[string]string{"registro": "attore"}
			}
			for table, column := range guarded {
				_, _ = conn.Exec(t.Context(), `GRANT ALL ON `+m.Schema+`.`+table+` TO PUBLIC`) // PostgreSQL warns, and gives nothing
				refused(t, conn, attacksOnTable(m.Schema+"."+table, column))
			}
			refused(t, conn, attacksOnSchema(m))
		}
	}
}

func attacksOnTable(table, column string) []string {
	return []string{
		`UPDATE ` + table + ` SET ` + column + ` = ` + column, `DELETE FROM ` + table, `DELETE FROM ` + table + ` WHERE false`, `TRUNCATE ` + table,
		`ALTER TABLE ` + table + ` DISABLE TRIGGER ALL`, `ALTER TABLE ` + table + ` DISABLE TRIGGER USER`, `DROP TABLE ` + table,
		`ALTER TABLE ` + table + ` RENAME TO altra`, `ALTER TABLE ` + table + ` OWNER TO CURRENT_USER`, `DO $$ BEGIN LOCK TABLE ` + table + `; END $$`,
		`CREATE TRIGGER t BEFORE INSERT ON ` + table + ` FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
		`CREATE RULE r AS ON INSERT TO ` + table + ` DO INSTEAD NOTHING`,
	}
}

func attacksOnSchema(m bootstrap.Module) []string {
	return []string{
		`SET session_replication_role = replica`, `SET ROLE ` + m.Role(), `SET SESSION AUTHORIZATION ` + m.Role(),
		`CREATE TABLE ` + m.Schema + `.sua (n int)`, `CREATE VIEW ` + bootstrap.Views(m.Schema) + `.sua AS SELECT 1 AS n`, `CREATE TEMP TABLE sua (n int)`,
		`CREATE FUNCTION ` + m.Schema + `.sua() RETURNS int LANGUAGE sql AS 'SELECT 1'`, `CREATE SCHEMA sua`, `CREATE DATABASE sua`, `CREATE ROLE suo`,
		`CREATE OR REPLACE FUNCTION ` + m.Schema + `.solo_aggiunte() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
		`DROP FUNCTION ` + m.Schema + `.solo_aggiunte() CASCADE`, `DROP SCHEMA ` + m.Schema + ` CASCADE`, `UPDATE ` + m.Schema + `.versione SET is_applied = false`,
		`COMMENT ON SCHEMA ` + m.Schema + ` IS ''`, `ALTER ROLE ` + m.RuntimeRole() + ` CREATEDB`, `GRANT ` + m.Role() + ` TO ` + m.RuntimeRole(),
		`UPDATE pg_trigger SET tgenabled = 'D'`,
		`INSERT INTO ` + m.Schema + `.registro (quando, attore, azione, esito) VALUES ('1970-01-01', 'chi', 'cosa', 'RIUSCITO')`,
		`INSERT INTO ` + m.Schema + `.registro (posizione, attore, azione, esito) OVERRIDING SYSTEM VALUE VALUES (1000000, 'chi', 'cosa', 'RIUSCITO')`,
	}
}

func refused(t *testing.T, conn *pgx.Conn, attacks []string) {
	t.Helper()
	for _, sql := range attacks {
		if _, err := conn.Exec(context.Background(), sql); !negato(err) {
			t.Errorf("%s: %s: %v", conn.Config().User, sql, err)
		}
	}
}

// TestNobodyAtWorkTouchesAnothersTables tries every role that works on every other schema.
func TestNobodyAtWorkTouchesAnothersTables(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	for _, m := range bootstrap.Modules() {
		conn := a.CollegaUso(t, m.Name, "alfa")
		for _, other := range bootstrap.Modules() {
			if other.Name != m.Name {
				refused(t, conn, []string{`SELECT 1 FROM ` + other.Schema + `.uscita`, `SELECT 1 FROM ` + other.Schema + `.registro`,
					`INSERT INTO ` + other.Schema + `.uscita (id, soggetto, corpo) VALUES (gen_random_uuid(), 's', '{}')`, `DELETE FROM ` + other.Schema + `.uscita`})
			}
		}
	}
}

// TestPersonsAreReadByWhoNeedsThem asks for every column that names a person or says where he lives, over the connections of
// the services that have nothing to do with persons.
func TestPersonsAreReadByWhoNeedsThem(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	persons := []string{
		`cognome FROM verbali_v1.soggetto`, `nome FROM verbali_v1.soggetto`, `denominazione FROM verbali_v1.soggetto`, `data_nascita FROM verbali_v1.soggetto`,
		`indirizzo FROM verbali_v1.soggetto`, `row_to_json(s) FROM verbali_v1.soggetto s`, `dati FROM verbali_v1.evento`, `note FROM verbali_v1.verbale`,
		`attore FROM verbali_v1.evento`, `nome FROM verbali_v1.documento`, `riferimento FROM verbali_v1.pagamento`, `motivo FROM verbali_v1.notifica`,
		`testo FROM verbali_v1.anomalia`, `cognome FROM vpn_v1.indagine`, `oggetto FROM verbali_v1.registro`,
	}
	accounts := []string{`cognome FROM core_v1.agente`, `nome FROM core_v1.agente`, `cognome FROM core_v1.operatore`, `codice_fiscale FROM core_v1.operatore`}
	for _, module := range []string{"ocr", "mobile", "tenantapi", "vpn"} {
		inTenant := a.CollegaUso(t, module, "alfa")
		for _, what := range persons {
			refused(t, inTenant, []string{`SELECT ` + what})
		}
		inPlatform := a.CollegaUso(t, module, "")
		for _, what := range accounts {
			refused(t, inPlatform, []string{`SELECT ` + what})
		}
		if module == "ocr" || module == "mobile" { // nor while one role does everything
			owner := a.Collega(t, module, "alfa")
			for _, what := range append(persons, `codice_fiscale FROM verbali_v1.soggetto`, `id FROM verbali_v1.verbale`) {
				refused(t, owner, []string{`SELECT ` + what})
				refused(t, inTenant, []string{`SELECT ` + what})
			}
		}
	}
	for sql, module := range map[string]string{
		`SELECT cognome FROM verbali_v1.soggetto`: "core", `SELECT indirizzo FROM verbali_v1.soggetto`: "connessione",
		`SELECT codice_fiscale FROM verbali_v1.soggetto`: "tenantapi", `SELECT targa FROM verbali_v1.verbale`: "vpn",
	} { // the same questions, to be sure that it is the column which is refused
		if _, err := a.CollegaUso(t, module, "alfa").Exec(t.Context(), sql); err != nil {
			t.Errorf("%s: %s: %v", module, sql, err)
		}
	}
}

// TestGrants compares what holds in the databases with the list that a reviewer reads, and finds what no list should have.
func TestGrants(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	var text strings.Builder
	for _, nome := range []string{"", "alfa"} {
		text.WriteString(map[string]string{"": "# platform\n", "alfa": "# tenant\n"}[nome])
		held := map[string]bool{}
		for _, l := range granted(t, a.Collega(t, "core", nome)) {
			text.WriteString(l[0] + " " + l[1] + ": " + l[2] + "\n")
			held[l[0]+" "+l[1]] = true
			if bad := slices.ContainsFunc([]string{"TRUNCATE", "TRIGGER", "REFERENCES", "CREATE", "MAINTAIN"}, func(p string) bool { return strings.Contains(l[2], p) }); bad {
				t.Errorf("%v", l)
			}
		}
		for _, m := range bootstrap.Modules() {
			if nome == "" && !m.InPlatform {
				continue
			}
			for _, table := range tables(t, a.Collega(t, m.Name, nome), m.Schema) {
				if !held[m.RuntimeRole()+" "+m.Schema+"."+table] {
					t.Errorf("%s.%s has no line in %s/migrazioni/…/diritti.sql: nobody may use it", m.Schema, table, m.Name)
				}
			}
		}
	}
	testkit.Golden(t, "diritti.golden", []byte(text.String()))
	unseen := numero(t, a.Collega(t, "elaborazione", "alfa"), `SELECT count(*) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname LIKE '%\_v1' AND n.nspname <> 'verbali_v1' AND a.attname LIKE '%sha256%' AND a.attnum > 0
			AND NOT (has_schema_privilege('verbali_elaborazione_uso', n.oid, 'USAGE')
				AND has_column_privilege('verbali_elaborazione_uso', c.oid, a.attnum, 'SELECT'))`)
	if unseen != 0 {
		t.Error("a view of another service names documents and elaborazione may not read it: it would stop taking orphans away")
	}
}

// granted lists role, object and privileges of all who are not the owner of what they have.
func granted(t *testing.T, conn *pgx.Conn) [][3]string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT coalesce(r.rolname, 'PUBLIC') AS chi, o.name, string_agg(o.privilege || o.columns, ', ' ORDER BY o.privilege) FROM (
			SELECT a.grantee, n.nspname || '.' || c.relname AS name, a.privilege_type AS privilege, '' AS columns, c.relowner AS owner, n.nspname
			FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, aclexplode(c.relacl) a WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S')
			UNION ALL SELECT a.grantee, n.nspname || '.' || c.relname, a.privilege_type,
				' (' || string_agg(x.attname, ', ' ORDER BY x.attname) || ')', c.relowner, n.nspname
			FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute x ON x.attrelid = c.oid, aclexplode(x.attacl) a GROUP BY 1, 2, 3, 5, 6
			UNION ALL SELECT a.grantee, n.nspname, a.privilege_type, '', n.nspowner, n.nspname FROM pg_namespace n, aclexplode(n.nspacl) a
			UNION ALL SELECT a.grantee, n.nspname || '.' || p.proname || '()', a.privilege_type, '', p.proowner, n.nspname
			FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace,
				aclexplode(CASE WHEN p.prosecdef THEN coalesce(p.proacl, acldefault('f', p.proowner)) ELSE p.proacl END) a
		) o LEFT JOIN pg_roles r ON r.oid = o.grantee
		WHERE o.grantee <> o.owner AND o.nspname = ANY ($1) AND coalesce(r.rolname, 'PUBLIC') NOT LIKE 'verbali\_legge\_%' GROUP BY 1, 2 ORDER BY 1, 2`, schemas())
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (l [3]string, err error) { return l, r.Scan(&l[0], &l[1], &l[2]) })
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func schemas() (all []string) {
	for _, m := range bootstrap.Modules() {
		all = append(all, m.Schema, bootstrap.Views(m.Schema))
	}
	return all
}

func tables(t *testing.T, conn *pgx.Conn, schema string) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT tablename::text FROM pg_tables WHERE schemaname = $1 ORDER BY 1`, schema)
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// withGrants is a schema of vpn of which the role that works may read one table of two, in the first version of its grants.
func withGrants(grants string, migrations ...string) db.Schema {
	files := fstest.MapFS{"diritti.sql": {Data: []byte("-- versione 1\n" + grants)}}
	maps.Copy(files, schema(strings.Join(append([]string{"CREATE TABLE aperta (n int);\nCREATE TABLE chiusa (n int);"}, migrations...), "\n")).Migrations.(fstest.MapFS))
	return db.Schema{Name: "vpn", Migrations: files}
}

const openGrants = `GRANT SELECT ON aperta TO verbali_vpn_uso;`

// divided opens pools as vpn, with a role that works and one that owns.
func divided(t *testing.T, a *testkit.Ambiente, s db.Schema, change func(*db.Options)) *db.Pools {
	t.Helper()
	return apri(t, a, func(o *db.Options) {
		o.DSN, o.OwnerDSN, o.Tenant = a.DSNUso("vpn"), a.DSN("vpn"), s
		if change != nil {
			change(o)
		}
	})
}

func TestTheOwnerMigratesAndAnotherWorks(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	s := withGrants(openGrants, "-- +goose StatementBegin\nCREATE FUNCTION potente() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT n FROM vpn.chiusa';\n-- +goose StatementEnd")
	b, err := divided(t, a, s, nil).Of(t.Context(), chi)
	if err != nil {
		t.Fatal(err)
	}
	if n := numero(t, b.Pool, `SELECT count(*) FROM aperta WHERE current_user = 'verbali_vpn_uso'`); n != 0 {
		t.Errorf("%d rows", n)
	}
	if n := numero(t, b.Pool, `SELECT count(*) FROM pg_tables WHERE schemaname = 'vpn' AND tableowner = 'verbali_vpn'`); n != 6 {
		t.Errorf("the owner has %d tables", n)
	}
	for _, sql := range []string{`SELECT n FROM chiusa`, `INSERT INTO aperta VALUES (1)`, `SELECT potente()`} {
		if _, err := b.Pool.Exec(t.Context(), sql); !negato(err) {
			t.Errorf("%s: %v", sql, err)
		}
	}
	// Nobody needs the owner where there is nothing to do: a start with a wrong password of his.
	if _, err := divided(t, a, s, func(o *db.Options) { o.OwnerPassword = "sbagliata" }).Of(t.Context(), chi); err != nil {
		t.Errorf("a start that had nothing to do: %v", err)
	}
	if _, err := divided(t, a, withGrants(openGrants+` `), func(o *db.Options) { o.OwnerPassword = "sbagliata" }).Of(t.Context(), chi); err == nil {
		t.Error("other grants, and nobody was asked to write them")
	}
}

// TestGrantsComeBackToWhatIsDeclared changes by hand what holds, and opens again.
func TestGrantsComeBackToWhatIsDeclared(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	s := withGrants(openGrants)
	for _, byHand := range []string{
		`GRANT ALL ON vpn.chiusa, vpn.registro TO verbali_vpn_uso`, `GRANT UPDATE (n) ON vpn.chiusa TO verbali_vpn_uso, PUBLIC`, `GRANT SELECT ON vpn.chiusa TO PUBLIC`,
		`GRANT CREATE ON SCHEMA vpn TO verbali_vpn_uso`, `GRANT SELECT ON vpn.chiusa TO verbali_ocr_uso`, `REVOKE ALL ON vpn.aperta, vpn.uscita FROM verbali_vpn_uso`,
		`REVOKE ALL ON SCHEMA vpn FROM verbali_vpn_uso`, `COMMENT ON SCHEMA vpn IS NULL`,
	} {
		b, err := divided(t, a, s, nil).Of(t.Context(), chi)
		if err != nil {
			t.Fatal(err)
		}
		declared := granted(t, connect(t, a, chi))
		owner := connect(t, a, chi)
		if _, err := owner.Exec(t.Context(), byHand); err != nil {
			t.Fatal(err)
		}
		if _, err := divided(t, a, s, nil).Of(t.Context(), chi); err != nil {
			t.Fatal(err)
		}
		if now := granted(t, owner); !slices.Equal(now, declared) {
			t.Errorf("%s: %v, declared %v", byHand, now, declared)
		}
		if n := numero(t, b.Pool, `SELECT count(*) FROM aperta`); n != 0 {
			t.Errorf("%s: %d rows", byHand, n)
		}
	}
}

// TestAnEarlierReplicaLeavesTheGrantsOfALaterOne starts again what an update has not reached yet.
func TestAnEarlierReplicaLeavesTheGrantsOfALaterOne(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	earlier, later := withGrants(openGrants), withGrants(`GRANT SELECT ON aperta, chiusa TO verbali_vpn_uso;`)
	later.Migrations.(fstest.MapFS)["00003_dopo.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nSELECT 1;")}
	for _, s := range []db.Schema{earlier, later, earlier} {
		if _, err := divided(t, a, s, nil).Of(t.Context(), chi); err != nil {
			t.Fatal(err)
		}
	}
	b, err := divided(t, a, later, func(o *db.Options) { o.OwnerPassword = "sbagliata" }).Of(t.Context(), chi)
	if err != nil {
		t.Fatal(err)
	}
	if n := numero(t, b.Pool, `SELECT count(*) FROM chiusa`); n != 0 {
		t.Errorf("%d rows", n)
	}
}

// TestAReplicaWithoutAnEarlierInstantLeavesTheGrantsOfALaterOne is the same where the later release has merged a branch whose
// migration has an earlier instant: the last one is that of both.
func TestAReplicaWithoutAnEarlierInstantLeavesTheGrantsOfALaterOne(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	earlier, later := withGrants(openGrants), withGrants(`GRANT SELECT ON aperta, chiusa TO verbali_vpn_uso;`)
	addTo(earlier, secondInstant, "SELECT 1;")
	addTo(later, firstInstant, "SELECT 1;")
	addTo(later, secondInstant, "SELECT 1;")
	for _, s := range []db.Schema{earlier, later, earlier} {
		if _, err := divided(t, a, s, nil).Of(t.Context(), chi); err != nil {
			t.Fatal(err)
		}
	}
	b, err := divided(t, a, later, func(o *db.Options) { o.OwnerPassword = "sbagliata" }).Of(t.Context(), chi)
	if err != nil {
		t.Fatal(err)
	}
	if n := numero(t, b.Pool, `SELECT count(*) FROM chiusa`); n != 0 {
		t.Errorf("%d rows", n)
	}
}

// TestAnEarlierReplicaWithTheSameMigrationsLeavesLaterGrants is the same where the later release has other grants and no migration
// more; by hand nothing stays of them, whoever comes first.
func TestAnEarlierReplicaWithTheSameMigrationsLeavesLaterGrants(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	earlier, later := withGrants(openGrants), withGrants("")
	later.Migrations.(fstest.MapFS)["diritti.sql"] = &fstest.MapFile{Data: []byte("-- versione 2\nGRANT SELECT ON aperta, chiusa TO verbali_vpn_uso;")}
	for i, s := range []db.Schema{earlier, later, earlier, later, earlier} {
		b, err := divided(t, a, s, nil).Of(t.Context(), chi)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Pool.Exec(t.Context(), `SELECT n FROM chiusa`); negato(err) != (i == 0) {
			t.Errorf("opening %d: %v", i, err)
		}
	}
	if _, err := connect(t, a, chi).Exec(t.Context(), `GRANT ALL ON vpn.chiusa TO verbali_vpn_uso`); err != nil {
		t.Fatal(err)
	}
	b, err := divided(t, a, later, nil).Of(t.Context(), chi)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Pool.Exec(t.Context(), `INSERT INTO chiusa VALUES (1)`); !negato(err) {
		t.Errorf("granted by hand: %v", err)
	}
	later.Migrations.(fstest.MapFS)["diritti.sql"] = &fstest.MapFile{Data: []byte(openGrants)}
	if _, err := divided(t, a, later, nil).Of(t.Context(), chi); !contiene(err, "versione N") {
		t.Errorf("grants without a number: %v", err)
	}
}

// TestGrantsThatChangeHaveAHigherNumber keeps what each number stands for: -update takes other grants under a higher one only. The
// file is the memory of what landed, which nothing else in the tree has: a change is one against it.
func TestGrantsThatChangeHaveAHigherNumber(t *testing.T) {
	t.Parallel()
	number, text := db.SpineGrants()
	now := []string{fmt.Sprintf("shared/spine/db: versione %d %x", number, sha256.Sum256([]byte(text)))}
	for _, pattern := range []string{"*/migrazioni/diritti.sql", "*/migrazioni/*/diritti.sql"} {
		paths, err := filepath.Glob("../../../" + pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, path := range paths {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			first, rest, _ := strings.Cut(string(content), "\n")
			now = append(now, fmt.Sprintf("%s: %s %x", strings.TrimPrefix(path, "../../../"), strings.TrimPrefix(first, "-- "), sha256.Sum256([]byte(rest))))
		}
	}
	slices.Sort(now)
	const golden = "diritti.versioni"
	before, err := os.ReadFile(filepath.Join("testdata", golden))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, line := range now {
		name, written, _ := strings.Cut(line, ": ")
		_, earlier, known := strings.Cut("\n"+string(before), "\n"+name+": ")
		earlier, _, _ = strings.Cut(earlier, "\n")
		if known && earlier != written && versionOf(t, written) <= versionOf(t, earlier) {
			t.Fatalf("%s has changed and has no higher number: an earlier replica would take the grants back", name)
		}
	}
	testkit.Golden(t, golden, []byte(strings.Join(now, "\n")+"\n"))
}

func versionOf(t *testing.T, line string) (n int) {
	t.Helper()
	if _, err := fmt.Sscanf(line, "versione %d ", &n); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return n
}

// connect opens a connection of vpn's owner to a database that is not of the environment.
func connect(t *testing.T, a *testkit.Ambiente, chi tenant.Tenant) *pgx.Conn {
	t.Helper()
	cfg, err := pgx.ParseConfig(a.DSN("vpn"))
	if err != nil {
		t.Fatal(err)
	}
	cfg.Database = chi.Database
	conn, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// TestOneRoleDoesEverythingUntilThereIsAnother is an installation before and after its second role has a password.
func TestOneRoleDoesEverythingUntilThereIsAnother(t *testing.T) {
	t.Parallel()
	a, chi := vergine(t)
	s := withGrants(openGrants)
	one := apri(t, a, func(o *db.Options) { o.Tenant = s })
	if _, err := one.Of(t.Context(), chi); err != nil || !one.OwnerAtWork() {
		t.Fatalf("one role: %v", err)
	}
	two := divided(t, a, s, func(o *db.Options) { o.OwnerPassword = "sbagliata" }) // the first has granted already
	if _, err := two.Of(t.Context(), chi); err != nil || two.OwnerAtWork() {
		t.Errorf("two roles: %v", err)
	}
	if _, err := db.Open(db.Options{DSN: a.DSNUso("vpn")}); err == nil || !contiene(err, "VERBALI_PG_DSN_PROPRIETARIO") {
		t.Errorf("a role that cannot migrate, alone: %v", err)
	}
	if _, err := db.Open(db.Options{DSN: a.DSNUso("vpn"), OwnerDSN: "postgres://u:segreta@host:porta/x"}); err == nil ||
		!contiene(err, "VERBALI_PG_DSN_PROPRIETARIO") || contiene(err, "segreta") {
		t.Errorf("%v", err)
	}
	err := two.CreateDatabase(t.Context(), "mai")
	if err == nil {
		t.Error("the owner came in with a wrong password")
	}
	var dato *pgconn.PgError
	err = divided(t, a, s, nil).CreateDatabase(t.Context(), "mai")
	if !errors.As(err, &dato) || dato.Code != "42501" {
		t.Errorf("the owner, who is not core's, makes a database: %v", err)
	}
}
