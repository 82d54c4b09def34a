package bootstrap_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// nudo is a server on which nothing was ever prepared, of this test alone.
type nudo struct {
	*locale.Postgres
	bootstrap.Server
}

func avvia(t *testing.T) nudo {
	t.Helper()
	ctx, fine := context.WithTimeout(context.Background(), time.Minute)
	defer fine()
	pg, err := locale.AvviaPostgres(ctx, locale.PostgresOpzioni{Cartella: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Ferma() })
	return nudo{pg, bootstrap.Server{DSN: pg.DSNAmministratore("postgres"),
		Password: func(r string) (string, error) { return "segreta-" + r, nil }}}
}

// come connects as a role; "" is the administrator.
func (n nudo) come(t *testing.T, ruolo, database string) (*pgx.Conn, error) {
	t.Helper()
	dsn := n.DSNAmministratore(database)
	if ruolo != "" {
		dsn = n.Postgres.DSN(database, ruolo, "segreta-"+ruolo)
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err == nil {
		t.Cleanup(func() { _ = conn.Close(context.Background()) })
	}
	return conn, err
}

func (n nudo) elenco(t *testing.T, database, sql string) []string {
	t.Helper()
	conn, err := n.come(t, "", database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := conn.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	righe, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return righe
}

// esegui runs statements as the administrator.
func (n nudo) esegui(t *testing.T, tutti ...string) {
	t.Helper()
	conn, err := n.come(t, "", "postgres")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, sql := range tutti {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

// stato is what a run must always leave behind, in words that can be compared.
func (n nudo) stato(t *testing.T) map[string][]string {
	t.Helper()
	s := map[string][]string{
		"roles":       n.elenco(t, "postgres", `SELECT concat_ws(' ', rolname, CASE WHEN rolcanlogin THEN 'login' END, CASE WHEN rolcreatedb THEN 'createdb' END, CASE WHEN rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls THEN 'TOO MUCH' END) FROM pg_roles WHERE rolname LIKE 'verbali_%' ORDER BY 1`),
		"memberships": n.elenco(t, "postgres", `SELECT m.rolname || ' in ' || g.rolname FROM pg_auth_members a JOIN pg_roles g ON g.oid = a.roleid JOIN pg_roles m ON m.oid = a.member WHERE g.rolname LIKE 'verbali_%' ORDER BY 1`),
		"databases":   n.elenco(t, "postgres", `SELECT concat_ws(' ', datname, pg_encoding_to_char(encoding), CASE WHEN datistemplate THEN 'template' END, array_to_string(datacl, ',')) FROM pg_database WHERE datname IN ('piattaforma', 'verbali_modello') ORDER BY 1`),
	}
	for _, database := range []string{bootstrap.PlatformDatabase, bootstrap.TemplateDatabase} {
		s["schemas of "+database] = n.elenco(t, database, `SELECT nspname || ' of ' || nspowner::regrole || ' ' || coalesce(array_to_string(nspacl, ','), '') FROM pg_namespace WHERE nspname NOT LIKE 'pg_%' AND nspname <> 'information_schema' ORDER BY 1`)
		s["defaults of "+database] = n.elenco(t, database, `SELECT defaclrole::regrole || ' ' || defaclnamespace::regnamespace || ' ' || array_to_string(defaclacl, ',') FROM pg_default_acl ORDER BY 1`)
	}
	return s
}

func TestBareServer(t *testing.T) {
	t.Parallel()
	n := avvia(t)
	guasto := errors.New("guasto")
	t.Run("a run cut in the middle says why", func(t *testing.T) {
		tagliata := n.Server
		tagliata.Password = func(r string) (string, error) {
			if r == "verbali_mobile" {
				return "", guasto
			}
			return "altra", nil
		}
		if err := tagliata.Prepare(t.Context()); !errors.Is(err, guasto) {
			t.Fatal(err)
		}
		if len(n.elenco(t, "postgres", `SELECT datname FROM pg_database WHERE datname = 'piattaforma'`)) != 0 {
			t.Error("the run went on")
		}
	})
	t.Run("the next one goes on, and two at once wait for each other", func(t *testing.T) {
		var gruppo sync.WaitGroup
		for range 3 {
			gruppo.Go(func() {
				if err := n.Prepare(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		gruppo.Wait()
	})
	prima := n.stato(t)
	t.Run("it made what the design says", func(t *testing.T) { controlla(t, prima) })
	t.Run("once more changes nothing, and an empty password leaves the old one", func(t *testing.T) {
		ancora := n.Server
		ancora.Password = func(string) (string, error) { return "", nil }
		if err := ancora.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(prima, n.stato(t)); diff != "" {
			t.Error(diff)
		}
		if _, err := n.come(t, "verbali_vpn", "piattaforma"); err != nil {
			t.Errorf("the password is gone: %v", err)
		}
	})
	t.Run("a role that had grown is put back", func(t *testing.T) {
		n.esegui(t, `ALTER ROLE verbali_vpn CREATEDB`, `ALTER ROLE verbali_legge_core LOGIN`, `GRANT verbali_legge_verbali TO verbali_ocr`,
			`GRANT verbali_core, verbali_legge_core TO verbali_core_uso`, `ALTER ROLE verbali_vpn_uso SET default_transaction_read_only = on`)
		if err := n.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(prima, n.stato(t)); diff != "" {
			t.Error(diff)
		}
		if resta := n.elenco(t, "postgres", `SELECT rolname FROM pg_roles WHERE rolconfig IS NOT NULL AND rolname LIKE 'verbali\_%'`); len(resta) != 0 {
			t.Errorf("%v keep settings that they gave themselves", resta)
		}
	})
	t.Run("databases of tenants", func(t *testing.T) { tenant(t, n) })
	t.Run("a password is never told", func(t *testing.T) {
		rotta := n.Server
		rotta.Password = func(string) (string, error) { return "segretissima\x00", nil }
		if err := rotta.Prepare(t.Context()); err == nil || strings.Contains(err.Error(), "segretissima") {
			t.Errorf("%v", err)
		}
	})
}

func controlla(t *testing.T, s map[string][]string) {
	t.Helper()
	var ruoli, iscritti, inPiattaforma, nelModello []string
	for _, m := range bootstrap.Modules() {
		ruolo := m.Role() + " login"
		if m.Name == "core" {
			ruolo += " createdb"
		}
		ruoli = append(ruoli, ruolo, m.RuntimeRole()+" login", bootstrap.ReaderGroup(m.Schema))
		for _, x := range m.Reads {
			iscritti = append(iscritti, m.Role()+" in "+bootstrap.ReaderGroup(x))
		}
		if m.InPlatform {
			inPiattaforma = append(inPiattaforma, m.Schema, bootstrap.Views(m.Schema))
		}
		if m.InTenant {
			nelModello = append(nelModello, m.Schema, bootstrap.Views(m.Schema))
		}
	}
	confronta(t, "roles", ruoli, s["roles"])
	confronta(t, "memberships", iscritti, s["memberships"])
	confronta(t, "platform", append(inPiattaforma, "public"), primeParole(s["schemas of piattaforma"]))
	confronta(t, "template", append(nelModello, "public"), primeParole(s["schemas of verbali_modello"]))
	for _, database := range s["databases"] {
		if strings.HasPrefix(database, "verbali_modello") != strings.Contains(database, " template") || !strings.Contains(database, "UTF8") {
			t.Errorf("database %s", database)
		}
		if strings.Contains(database, ",=") || strings.Contains(database, " =") {
			t.Errorf("everybody has something on %s", database)
		}
		if strings.HasPrefix(database, "verbali_modello") && strings.Contains(database, "verbali_vpn") {
			t.Errorf("services enter the template: %s", database)
		}
	}
}

func confronta(t *testing.T, cosa string, attesi, avuti []string) {
	t.Helper()
	slices.Sort(attesi)
	slices.Sort(avuti)
	if diff := cmp.Diff(attesi, avuti); diff != "" {
		t.Errorf("%s (-design +server):\n%s", cosa, diff)
	}
}

func primeParole(righe []string) (prime []string) {
	for _, r := range righe {
		prima, _, _ := strings.Cut(r, " ")
		prime = append(prime, prima)
	}
	return prime
}

// tenant makes databases as core's own role does.
func tenant(t *testing.T, n nudo) {
	t.Helper()
	n.esegui(t, `CREATE ROLE estraneo LOGIN PASSWORD 'segreta-estraneo'`, `CREATE DATABASE altrui`)
	var gruppo sync.WaitGroup
	for range 2 {
		core, err := n.come(t, "verbali_core", "piattaforma")
		if err != nil {
			t.Fatal(err)
		}
		gruppo.Go(func() {
			for range 2 { // the second time it is there already
				if err := bootstrap.CreateDatabase(t.Context(), core, "alfa"); err != nil {
					t.Error(err)
				}
			}
			for _, altrui := range []string{"altrui", "postgres", "template1", bootstrap.TemplateDatabase, bootstrap.PlatformDatabase} {
				if err := bootstrap.CreateDatabase(t.Context(), core, altrui); err == nil {
					t.Errorf("database %s was taken for a tenant's", altrui)
				}
			}
			if err := bootstrap.CreateDatabase(t.Context(), core, `be"ta'; DROP DATABASE alfa`); err != nil {
				t.Errorf("a name that needs quoting: %v", err)
			}
		})
	}
	gruppo.Wait()
	for _, m := range bootstrap.Modules() {
		conn, err := n.come(t, m.Role(), "alfa")
		if err != nil {
			t.Fatalf("%s cannot enter: %v", m.Role(), err)
		}
		if _, err := conn.Exec(t.Context(), `CREATE TABLE `+m.Schema+`.prova (n int)`); err != nil {
			t.Errorf("%s cannot write its own schema: %v", m.Name, err)
		}
		if _, err := n.come(t, m.RuntimeRole(), "alfa"); err != nil {
			t.Errorf("%s cannot enter: %v", m.RuntimeRole(), err)
		}
	}
	n.esegui(t, `REVOKE ALL ON DATABASE alfa FROM verbali_vpn_uso`) // as on a server that an earlier release prepared
	if err := n.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := n.come(t, "verbali_vpn_uso", "alfa"); err != nil {
		t.Errorf("a database that was there before the role does not let it in: %v", err)
	}
	for ruolo, database := range map[string]string{"estraneo": "alfa", "verbali_vpn": bootstrap.TemplateDatabase} {
		var pg *pgconn.PgError
		if _, err := n.come(t, ruolo, database); !errors.As(err, &pg) || pg.Code != "42501" {
			t.Errorf("%s on %s: %v", ruolo, database, err)
		}
	}
}

func TestServerThatIsAway(t *testing.T) {
	t.Parallel()
	s := bootstrap.Server{DSN: "postgres://x:segreta@127.0.0.1:1/y", Password: func(string) (string, error) { return "", nil }}
	if err := s.Prepare(t.Context()); err == nil || strings.Contains(err.Error(), "segreta") {
		t.Errorf("%v", err)
	}
	s.DSN = "postgres://x:segreta@127.0.0.1:porta/y"
	if err := s.Prepare(t.Context()); err == nil || strings.Contains(err.Error(), "segreta") {
		t.Errorf("%v", err)
	}
}

func TestModules(t *testing.T) {
	t.Parallel()
	if _, ok := bootstrap.FindModule("inventato"); ok {
		t.Error("a module that does not exist was found")
	}
	m, ok := bootstrap.FindModule("elaborazione")
	if !ok || m.Schema != "verbali" || m.Role() != "verbali_elaborazione" ||
		bootstrap.Views(m.Schema) != "verbali_v1" || bootstrap.ReaderGroup(m.Schema) != "verbali_legge_verbali" {
		t.Errorf("%+v", m)
	}
	for _, m := range bootstrap.Modules() {
		for _, s := range m.Reads {
			if !slices.ContainsFunc(bootstrap.Modules(), func(x bootstrap.Module) bool { return x.Schema == s }) {
				t.Errorf("%s reads schema %s, which nobody has", m.Name, s)
			}
		}
		if m.CreatesDatabases != (m.Name == "core") {
			t.Errorf("%s makes databases: %v", m.Name, m.CreatesDatabases)
		}
	}
}
