package bootstrap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Server is the server to prepare, with an administrator's connection string and the password that each
// role is to have (empty: left as it is; a new role without one cannot log in by password).
type Server struct {
	DSN      string
	Password func(ruolo string) (string, error)
}

// Prepare makes roles, groups, the platform database and the template. It is idempotent and takes
// an advisory lock, so that two runs at once wait for each other.
func (s Server) Prepare(ctx context.Context) error {
	conn, err := s.collega(ctx, "")
	if err != nil {
		return err
	}
	defer chiudi(ctx, conn)
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext('verbali.preparazione'))`); err != nil {
		return fmt.Errorf("preparazione: serratura: %w", err)
	}
	if err := s.ruoli(ctx, conn); err != nil {
		return err
	}
	for _, b := range []struct {
		nome    string
		modello bool
	}{{PlatformDatabase, false}, {TemplateDatabase, true}} {
		if err := creaSeManca(ctx, conn, b.nome, b.modello); err != nil {
			return err
		}
		if err := s.schemi(ctx, b.nome); err != nil {
			return err
		}
	}
	return accessiTenant(ctx, conn)
}

// accessiTenant lets the services into the tenants' databases that core has made on this server before a role was there.
func accessiTenant(ctx context.Context, conn *pgx.Conn) error {
	core, _ := FindModule("core")
	righe, err := conn.Query(ctx, `SELECT datname FROM pg_database WHERE datdba = $1::regrole AND NOT datistemplate ORDER BY 1`, core.Role())
	if err != nil {
		return fmt.Errorf("preparazione: banche dati dei tenant: %w", err)
	}
	nomi, err := pgx.CollectRows(righe, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("preparazione: banche dati dei tenant: %w", err)
	}
	for _, nome := range nomi {
		if err := accessi(ctx, conn, nome); err != nil && !tolta(err) {
			return err
		}
	}
	return nil
}

// tolta says that a database is no longer there.
func tolta(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "3D000"
}

// CreateDatabase clones the template for a tenant and lets the services in, over core's own connection. An existing database is
// only opened to the services again, so that an interrupted run goes on; a database with another owner is refused.
func CreateDatabase(ctx context.Context, conn *pgx.Conn, nome string) error {
	var esiste, mia bool
	err := conn.QueryRow(ctx, `SELECT count(*) > 0, coalesce(bool_and(pg_has_role(current_user, datdba, 'MEMBER') AND NOT datistemplate), true)
		FROM pg_database WHERE datname = $1`, nome).Scan(&esiste, &mia)
	if err != nil {
		return fmt.Errorf("preparazione: banca %s: %w", nome, err)
	}
	if !mia {
		return fmt.Errorf("preparazione: la banca %s esiste ed è di altri", nome)
	}
	if !esiste {
		err := esegui(ctx, conn, `CREATE DATABASE %I TEMPLATE %I`, nome, TemplateDatabase)
		if err != nil && !giaCreata(err) {
			return err
		}
	}
	return accessi(ctx, conn, nome)
}

// giaCreata says that another run was faster.
func giaCreata(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "42P04" || pg.Code == "23505") // duplicate_database, and its race on the catalogue
}

func (s Server) collega(ctx context.Context, database string) (*pgx.Conn, error) {
	cfg, err := pgx.ParseConfig(s.DSN)
	if err != nil {
		return nil, fmt.Errorf("preparazione: DSN: %w", err)
	}
	if database != "" {
		cfg.Database = database
	}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("preparazione: %w", err)
	}
	return conn, nil
}

func chiudi(ctx context.Context, conn *pgx.Conn) { _ = conn.Close(context.WithoutCancel(ctx)) }

func (s Server) ruoli(ctx context.Context, conn *pgx.Conn) error {
	for _, m := range Modules() {
		if err := creaRuolo(ctx, conn, ReaderGroup(m.Schema), "NOLOGIN"); err != nil {
			return err
		}
	}
	for _, m := range Modules() {
		attributi := "LOGIN NOCREATEDB"
		if m.CreatesDatabases {
			attributi = "LOGIN CREATEDB"
		}
		if err := creaRuolo(ctx, conn, m.Role(), attributi); err != nil {
			return err
		}
		if err := s.password(ctx, conn, m.Role()); err != nil {
			return err
		}
		if err := iscrivi(ctx, conn, m.Role(), m.Reads); err != nil {
			return err
		}
		if err := creaRuolo(ctx, conn, m.RuntimeRole(), "LOGIN NOCREATEDB"); err != nil {
			return err
		}
		if err := s.password(ctx, conn, m.RuntimeRole()); err != nil {
			return err
		}
		if err := iscrivi(ctx, conn, m.RuntimeRole(), nil); err != nil {
			return err
		}
	}
	return nil
}

// iscrivi makes a role a member of the reader groups of these schemas and of no other; of a role that works, of nothing
// at all. What else an owner is a member of is its administrator's doing.
func iscrivi(ctx context.Context, conn *pgx.Conn, ruolo string, schemi []string) error {
	righe, err := conn.Query(ctx, `SELECT g.rolname::text FROM pg_auth_members a JOIN pg_roles g ON g.oid = a.roleid
		JOIN pg_roles m ON m.oid = a.member WHERE m.rolname = $1 AND ($2 OR g.rolname LIKE 'verbali\_legge\_%') ORDER BY 1`, ruolo, IsRuntimeRole(ruolo))
	if err != nil {
		return fmt.Errorf("preparazione: gruppi di %s: %w", ruolo, err)
	}
	prima, err := pgx.CollectRows(righe, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("preparazione: gruppi di %s: %w", ruolo, err)
	}
	for _, gruppo := range prima {
		if slices.ContainsFunc(schemi, func(s string) bool { return ReaderGroup(s) == gruppo }) {
			continue
		}
		if err := esegui(ctx, conn, `REVOKE %I FROM %I`, gruppo, ruolo); err != nil {
			return err
		}
	}
	for _, schema := range schemi {
		if err := esegui(ctx, conn, `GRANT %I TO %I`, ReaderGroup(schema), ruolo); err != nil {
			return err
		}
	}
	return nil
}

func (s Server) password(ctx context.Context, conn *pgx.Conn, ruolo string) error {
	password, err := s.Password(ruolo)
	if err != nil || password == "" {
		return err
	}
	return esegui(ctx, conn, `ALTER ROLE %I PASSWORD %L`, ruolo, password)
}

func creaRuolo(ctx context.Context, conn *pgx.Conn, nome, attributi string) error {
	var esiste bool
	err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, nome).Scan(&esiste)
	if err != nil {
		return fmt.Errorf("preparazione: ruolo %s: %w", nome, err)
	}
	verbo := "CREATE"
	if esiste {
		verbo = "ALTER"
	}
	if err := esegui(ctx, conn, verbo+` ROLE %I `+attributi, nome); err != nil {
		return err
	}
	return esegui(ctx, conn, `ALTER ROLE %I RESET ALL`, nome) // a role may set its own settings
}

func creaSeManca(ctx context.Context, conn *pgx.Conn, nome string, modello bool) error {
	var esiste bool
	err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, nome).Scan(&esiste)
	if err != nil {
		return fmt.Errorf("preparazione: banca %s: %w", nome, err)
	}
	if !esiste {
		opzioni := ""
		if modello {
			opzioni = " IS_TEMPLATE true"
		}
		if err := esegui(ctx, conn, `CREATE DATABASE %I TEMPLATE template0 ENCODING 'UTF8'`+opzioni, nome); err != nil {
			return err
		}
	}
	if modello { // who connected to the template would stop its clones, and could leave something in them
		return nessuno(ctx, conn, nome)
	}
	return accessi(ctx, conn, nome)
}

// accessi lets in the services and nobody else.
func accessi(ctx context.Context, conn *pgx.Conn, database string) error {
	if err := esegui(ctx, conn, `REVOKE ALL ON DATABASE %I FROM PUBLIC`, database); err != nil {
		return err
	}
	ruoli, forma, err := nomiRuoli(ctx, conn)
	if err != nil {
		return err
	}
	return esegui(ctx, conn, `GRANT CONNECT ON DATABASE %I TO `+forma, append([]string{database}, ruoli...)...)
}

// nessuno lets nobody in but the administrator.
func nessuno(ctx context.Context, conn *pgx.Conn, database string) error {
	ruoli, forma, err := nomiRuoli(ctx, conn)
	if err != nil {
		return err
	}
	return esegui(ctx, conn, `REVOKE ALL ON DATABASE %I FROM PUBLIC, `+forma, append([]string{database}, ruoli...)...)
}

// nomiRuoli gives the roles of all modules that the server has, and the places for as many names: a server prepared
// for an earlier release lacks some until it is prepared again.
func nomiRuoli(ctx context.Context, conn *pgx.Conn) (ruoli []string, forma string, err error) {
	var tutti []string
	for _, m := range Modules() {
		tutti = append(tutti, m.Role(), m.RuntimeRole())
	}
	righe, err := conn.Query(ctx, `SELECT rolname FROM pg_roles WHERE rolname = ANY ($1) ORDER BY 1`, tutti)
	if err != nil {
		return nil, "", fmt.Errorf("preparazione: ruoli: %w", err)
	}
	if ruoli, err = pgx.CollectRows(righe, pgx.RowTo[string]); err != nil {
		return nil, "", fmt.Errorf("preparazione: ruoli: %w", err)
	}
	return ruoli, strings.TrimSuffix(strings.Repeat("%I, ", len(ruoli)), ", "), nil
}

// schemi makes in one database the schemas of the modules, empty, each owned by its service, and the
// published ones readable by their group alone.
func (s Server) schemi(ctx context.Context, database string) error {
	conn, err := s.collega(ctx, database)
	if err != nil {
		return err
	}
	defer chiudi(ctx, conn)
	if err := esegui(ctx, conn, `REVOKE ALL ON SCHEMA public FROM PUBLIC`); err != nil {
		return err
	}
	for _, m := range Modules() {
		if database == PlatformDatabase && !m.InPlatform || database == TemplateDatabase && !m.InTenant {
			continue
		}
		if err := schemiDi(ctx, conn, m); err != nil {
			return err
		}
	}
	return nil
}

func schemiDi(ctx context.Context, conn *pgx.Conn, m Module) error {
	viste, gruppo := Views(m.Schema), ReaderGroup(m.Schema)
	for _, passo := range []struct {
		sql  string
		nomi []string
	}{
		{`CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I`, []string{m.Schema, m.Role()}},
		{`CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I`, []string{viste, m.Role()}},
		{`GRANT USAGE ON SCHEMA %I TO %I`, []string{viste, gruppo}},
		{`ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I GRANT SELECT ON TABLES TO %I`, []string{m.Role(), viste, gruppo}},
	} {
		if err := esegui(ctx, conn, passo.sql, passo.nomi...); err != nil {
			return err
		}
	}
	return nil
}

// esegui lets PostgreSQL quote the names (%I) and texts (%L) of a statement, then runs it.
func esegui(ctx context.Context, conn *pgx.Conn, forma string, nomi ...string) error {
	var sql string
	err := conn.QueryRow(ctx, `SELECT format($1, VARIADIC $2::text[])`, forma, nomi).Scan(&sql)
	if err != nil {
		return fmt.Errorf("preparazione: %s: %w", forma, err)
	}
	for range tentativi {
		if _, err = conn.Exec(ctx, sql); !Contended(err) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("preparazione: %s %v: %w", forma, senzaSegreti(forma, nomi), err)
	}
	return nil
}

// tentativi of a statement whose catalogue row somebody else is changing.
const tentativi = 50

// Contended reports that PostgreSQL gave up because another session changed a row of the catalogue at the same instant,
// or took it away (autovacuum does so too; a role that is dropped takes its grants along): GRANT and REVOKE do not wait
// for each other, and running the statement again is all there is to do.
func Contended(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "XX000" &&
		(strings.Contains(pg.Message, "concurrently updated") || strings.Contains(pg.Message, "concurrently deleted"))
}

// senzaSegreti keeps passwords out of errors.
func senzaSegreti(forma string, nomi []string) []string {
	if forma == `ALTER ROLE %I PASSWORD %L` {
		return nomi[:1]
	}
	return nomi
}
