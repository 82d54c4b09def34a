package testkit

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Ambiente is a platform database and one database per tenant, cloned for one test from templates
// that hold every module's migrations, each applied from disk under its own module's role.
type Ambiente struct {
	server      *PostgreSQL
	Piattaforma string // name of the platform database
	tenant      map[string]tenant.Tenant

	mu     sync.Mutex
	banche map[string]*pgxpool.Pool // of Banca, by module and tenant
}

// modelli are the templates of this test binary, made at their first use.
var modelli struct {
	una sync.Once
	nomiModelli
	err error
}

// NuovoAmbiente makes the databases of a test, with these tenants in core's register (default: alfa
// and beta), each with department PL01, agents A001 and A002, portals, an integrator, a range, and what no act may
// lack: its expenses are zero, and confirmed.
func NuovoAmbiente(tb testing.TB, nomi ...string) *Ambiente {
	tb.Helper()
	server := Postgres(tb)
	modelli.una.Do(func() { modelli.nomiModelli, modelli.err = server.preparaModelli(context.Background()) })
	if modelli.err != nil {
		tb.Fatalf("templates: %v", modelli.err)
	}
	if len(nomi) == 0 {
		nomi = []string{"alfa", "beta"}
	}
	a := &Ambiente{server: server, Piattaforma: clona(tb, server, modelli.piattaforma), tenant: map[string]tenant.Tenant{}, banche: map[string]*pgxpool.Pool{}}
	core := a.Banca(tb, "core", "")
	for i, nome := range nomi {
		t := tenant.Tenant{Nome: nome, Denominazione: "Polizia Locale di " + nome, Database: clona(tb, server, modelli.tenant), Stato: tenant.Active}
		a.tenant[nome] = t
		popola(tb, core, t, i)
	}
	tb.Cleanup(a.chiudi) // before the databases go
	return a
}

// clona makes a database of a template and lets in who is let in by core, and nobody else.
func clona(tb testing.TB, server *PostgreSQL, modello string) string {
	tb.Helper()
	nome := Database(tb, modello)
	err := server.pool.AcquireFunc(context.Background(), func(c *pgxpool.Conn) error {
		return bootstrap.CreateDatabase(context.Background(), c.Conn(), nome)
	})
	if err == nil {
		err = server.regola(context.Background(), nome)
	}
	if err != nil {
		tb.Fatalf("grants on %s: %v", nome, err)
	}
	return nome
}

// popola writes a tenant into core's tables, on a connection of core.
func popola(tb testing.TB, core *pgxpool.Pool, t tenant.Tenant, i int) {
	tb.Helper()
	ente := strconv.Itoa(80012345670 + i)
	integratore := fmt.Sprintf("00000000-0000-7000-8000-%012d", i)
	for _, passo := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO tenant (nome, denominazione, codice_fiscale, banca) VALUES ($1, $2, $3, $4)`, []any{t.Nome, t.Denominazione, ente, t.Database}},
		{`INSERT INTO reparto (tenant, codice) VALUES ($1, 'PL01'), ($1, 'PL02'), ($1, 'CITT')`, []any{t.Nome}},
		{`INSERT INTO agente (tenant, matricola, reparto) VALUES ($1, 'A001', 'PL01'), ($1, 'A002', 'PL01')`, []any{t.Nome}},
		{`INSERT INTO portale (codice, tenant, tipo) VALUES ($1, $1, 'OPERATORI'), ($1 || '-cittadini', $1, 'CITTADINI')`, []any{t.Nome}},
		{`INSERT INTO intervallo (tenant, codice_fiscale_ente, segregazione, prefisso) VALUES ($1, $2, '01', '1')`, []any{t.Nome, ente}},
		{`INSERT INTO integratore (id, tenant, nome) VALUES ($1, $2, 'prova')`, []any{integratore, t.Nome}},
		{`INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, integratore)
			VALUES ('integratore.' || $1::text, $1, 'PL01', 'PL01', 'x', '{INTEGRATORE}', $2)`, []any{t.Nome, integratore}},
		{`INSERT INTO impostazione (tenant, chiave, valore) VALUES ($1, 'validazione.SOAP', '"AUTOMATICA"'),
			($1, 'comando.firmatario', '"Isp. Bruno Firmatario"'), ($1, 'comando.indirizzo', '"Piazza del Comando 1"'),
			($1, 'notifica.speseZeroConfermate', 'true')`, []any{t.Nome}},
	} {
		if _, err := core.Exec(context.Background(), passo.sql, passo.args...); err != nil {
			tb.Fatalf("tenant %s: %v", t.Nome, err)
		}
	}
}

// Tenant gives a tenant of the environment.
func (a *Ambiente) Tenant(nome string) tenant.Tenant { return a.tenant[nome] }

// DSN is the platform database for the role that owns the schemas of a module.
func (a *Ambiente) DSN(modulo string) string { return a.dsn(a.Piattaforma, "verbali_"+modulo) }

// DSNUso is the platform database for the role with which a module works.
func (a *Ambiente) DSNUso(modulo string) string {
	return a.dsn(a.Piattaforma, "verbali_"+modulo+"_uso")
}

func (a *Ambiente) dsn(database, ruolo string) string {
	return a.server.DSN(database, ruolo, provaPassword(ruolo))
}

// Collega opens a connection to a tenant's database ("" is the platform's) with the role that owns the schemas of a
// module, for what a test prepares and looks at.
func (a *Ambiente) Collega(tb testing.TB, modulo, nome string) *pgx.Conn {
	tb.Helper()
	return a.collega(tb, modulo, nome, "verbali_"+modulo)
}

// CollegaUso is Collega with the role with which the module works.
func (a *Ambiente) CollegaUso(tb testing.TB, modulo, nome string) *pgx.Conn {
	tb.Helper()
	return a.collega(tb, modulo, nome, "verbali_"+modulo+"_uso")
}

func (a *Ambiente) collega(tb testing.TB, modulo, nome, ruolo string) *pgx.Conn {
	tb.Helper()
	cfg, err := pgx.ParseConfig(a.dsn(a.banca(nome), ruolo))
	if err != nil {
		tb.Fatalf("DSN: %v", err)
	}
	if m, ok := bootstrap.FindModule(modulo); ok {
		cfg.RuntimeParams["search_path"] = m.Schema
	}
	conn, err := pgx.ConnectConfig(context.Background(), cfg)
	if err != nil {
		tb.Fatalf("connection of %s to %s: %v", ruolo, a.banca(nome), err)
	}
	tb.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// banca is the database of a tenant, the platform's for "".
func (a *Ambiente) banca(nome string) string {
	if nome == "" {
		return a.Piattaforma
	}
	return a.tenant[nome].Database
}

// Banca is Collega for a statement or two: its connections are kept for the next, since each that is opened costs a process of
// PostgreSQL. It is safe for concurrent use.
func (a *Ambiente) Banca(tb testing.TB, modulo, nome string) *pgxpool.Pool {
	tb.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	chiave := modulo + " " + nome
	if p := a.banche[chiave]; p != nil {
		return p
	}
	cfg, err := pgxpool.ParseConfig(a.dsn(a.banca(nome), "verbali_"+modulo))
	if err != nil {
		tb.Fatalf("DSN: %v", err)
	}
	if m, ok := bootstrap.FindModule(modulo); ok {
		cfg.ConnConfig.RuntimeParams["search_path"] = m.Schema
	}
	cfg.MaxConns = 4
	p, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		tb.Fatalf("connections of %s to %s: %v", modulo, a.banca(nome), err)
	}
	a.banche[chiave] = p
	return p
}

// chiudi ends the connections of Banca.
func (a *Ambiente) chiudi() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range a.banche {
		p.Close()
	}
}

// Esegui runs a statement with the role of a module in a tenant's database ("" is the platform's).
func (a *Ambiente) Esegui(tb testing.TB, modulo, nome, sql string, args ...any) {
	tb.Helper()
	if _, err := a.Banca(tb, modulo, nome).Exec(context.Background(), sql, args...); err != nil {
		tb.Fatalf("%s on %q: %v", modulo, nome, err)
	}
}

// Pools opens the pools of a module, with the role with which it works and its schemas as Moduli declares them;
// migrations are those already in the templates.
func (a *Ambiente) Pools(tb testing.TB, modulo string) *db.Pools {
	tb.Helper()
	m, ok := bootstrap.FindModule(modulo)
	if !ok {
		tb.Fatalf("module %s is not declared", modulo)
	}
	opz := db.Options{DSN: a.DSNUso(modulo), OwnerDSN: a.DSN(modulo), Application: "prova-" + modulo, PerDatabase: 4, Total: 64, Log: logMuto()}
	if m.InPlatform {
		opz.Platform = db.Schema{Name: m.Schema, Migrations: migrazioni(m, true)}
	}
	if m.InTenant {
		opz.Tenant = db.Schema{Name: m.Schema, Migrations: migrazioni(m, false)}
	}
	p, err := db.Open(opz)
	if err != nil {
		tb.Fatalf("pools: %v", err)
	}
	tb.Cleanup(p.Close)
	return p
}

// Comune gives settings of a module in this environment and on this bus, for tests that compose a
// whole service; it listens on a free port of the loopback.
func (a *Ambiente) Comune(tb testing.TB, modulo string, nats *locale.NATS) config.Settings {
	tb.Helper()
	return config.Settings{
		Indirizzo: "127.0.0.1:0", PgDSN: a.DSNUso(modulo), PgDSNProprietario: a.DSN(modulo), PgConnessioni: 4, PgConnessioniTotali: 64,
		NatsURL: nats.URL(), RetiInterne: []string{"127.0.0.0/8"}, ProxyFidati: []string{"127.0.0.0/8"}, RuoliAmmessi: []string{"*"},
		LogLivello: "WARN", SegretiDir: tb.TempDir(), DepositoURL: "file://" + tb.TempDir(), ArrestoEntro: 5e9,
	}
}

// Bus starts an embedded NATS with the platform's streams and connects a module to it.
func Bus(tb testing.TB, nats *locale.NATS, modulo string) *bus.Bus {
	tb.Helper()
	b, err := bus.Open(bus.Options{URL: nats.URL(), Module: modulo, Log: logMuto()})
	if err != nil {
		tb.Fatalf("bus: %v", err)
	}
	tb.Cleanup(b.Close)
	Attendi(tb, 5e9, "the connection to NATS", b.Conn.IsConnected)
	if err := bus.Prepare(context.Background(), b.JS, 1); err != nil {
		tb.Fatalf("streams: %v", err)
	}
	return b
}

// Radice is the root of the workspace: the nearest folder upwards that holds go.work.
func Radice() string {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	return "."
}

func provaPassword(ruolo string) string { return "prova-" + ruolo }

func logMuto() *slog.Logger { return slog.New(slog.DiscardHandler) }
