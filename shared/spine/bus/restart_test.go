package bus_test

import (
	"context"
	"net"
	"net/url"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// avviaNATS starts a server that the test may stop and start again, on the same folder and port.
func avviaNATS(t *testing.T, cartella string, porta int) *locale.NATS {
	t.Helper()
	n, err := locale.AvviaNATS(locale.NATSOpzioni{Cartella: cartella, Porta: porta})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Ferma)
	return n
}

func portaDi(t *testing.T, n *locale.NATS) int {
	t.Helper()
	u, err := url.Parse(n.URL())
	if err != nil {
		t.Fatal(err)
	}
	porta, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	return porta
}

// libera is a port on which nobody listens.
func libera(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestNATSAway starts everything before the server, then takes the server away in the middle.
func TestNATSAway(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t, "alfa")
	pools := a.Pools(t, "vpn")
	registro := tenant.NewDirectory(tenant.PlatformSource{Pools: pools}, tempo.Adesso)
	cartella, porta := t.TempDir(), libera(t)
	cliente := apri(t, "nats://127.0.0.1:"+strconv.Itoa(porta), "vpn")
	b := &banco{ambiente: a, pools: pools, registro: registro, bus: cliente, ctx: tenant.With(t.Context(), a.Tenant("alfa"))}
	var effetti atomic.Int32
	bus.NewConsumers(cliente, pools, registro).Start(bus.Consumption{Durable: "vpn-targa", Handle: func(ctx context.Context, m bus.Message) error {
		database, err := pools.Tenant(ctx)
		if err != nil {
			return err
		}
		return database.Transaction(ctx, func(tx *db.Tx) error {
			nuovo, err := tx.Receive("vpn-targa", m.ID)
			if err == nil && nuovo {
				effetti.Add(1)
			}
			return err
		})
	}})
	b.relay = bus.NewRelay(cliente, pools, bus.SearchPath{Tenant: "vpn"}, registro.Active)
	registro.OnChange(b.relay.Follow)
	if err := cliente.FollowPlatform(registro.Refresh); err != nil {
		t.Fatal(err)
	}
	b.relay.Start()
	testkit.Attendi(t, 10*time.Second, "the tenants to be read, without a bus", registro.Ready)
	b.pubblica(t, "v1")

	n := avviaNATS(t, cartella, porta)
	pronto(t, cliente)
	if err := bus.Prepare(t.Context(), cliente.JS, 1); err != nil { // the streams come after the services
		t.Fatal(err)
	}
	testkit.Attendi(t, 30*time.Second, "the first effect", func() bool { return effetti.Load() == 1 })
	for giro := range int32(2) {
		n.Ferma()
		testkit.Attendi(t, 10*time.Second, "the connection to be lost", func() bool { return cliente.Ready(t.Context()) != nil })
		b.pubblica(t, "v2")
		b.pubblica(t, "v3")
		n = avviaNATS(t, cartella, porta)
		testkit.Attendi(t, 30*time.Second, "the effects of what was written meanwhile", func() bool {
			return effetti.Load() == 3+2*giro && b.restano(t) == 0 && b.inCoda(t) == 0
		})
	}
}

// fonteFissa is the platform's answer while the platform's own database is away.
type fonteFissa []tenant.Tenant

func (f fonteFissa) Tenant(context.Context) ([]tenant.Tenant, error) { return f, nil }

// TestPostgreSQLAway takes the databases away under a consumer that gives up after two deliveries: a
// message waits for them, however long it takes, and is worked once.
func TestPostgreSQLAway(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	pg := avviaPostgres(t, cartella)
	server := bootstrap.Server{DSN: pg.DSNAmministratore("postgres"), Password: func(string) (string, error) { return "segreta", nil }}
	if err := server.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), pg.DSN(bootstrap.PlatformDatabase, "verbali_core", "segreta"))
	if err != nil {
		t.Fatal(err)
	}
	if err := bootstrap.CreateDatabase(t.Context(), conn, "alfa"); err != nil {
		t.Fatal(err)
	}
	_ = conn.Close(t.Context())
	pools, err := db.Open(db.Options{DSN: pg.DSN(bootstrap.PlatformDatabase, "verbali_vpn", "segreta"), PerDatabase: 4, Total: 8,
		Tenant: db.Schema{Name: "vpn", Migrations: fstest.MapFS{}}, Log: silenzio()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pools.Close)
	registro := tenant.NewDirectory(fonteFissa{{Nome: "alfa", Database: "alfa", Stato: tenant.Active}}, tempo.Adesso)
	cliente := testkit.Bus(t, testkit.NATS(t), "vpn")
	b := &banco{bus: cliente, pools: pools, registro: registro}
	var tentativi, effetti atomic.Int32
	bus.NewConsumers(cliente, pools, registro).Start(bus.Consumption{Durable: "vpn-targa", Attempts: 2, Handle: func(ctx context.Context, m bus.Message) error {
		tentativi.Add(1)
		database, err := pools.Tenant(ctx)
		if err != nil {
			return err
		}
		return database.Transaction(ctx, func(tx *db.Tx) error {
			nuovo, err := tx.Receive("vpn-targa", m.ID)
			if err == nil && nuovo {
				effetti.Add(1)
			}
			return err
		})
	}})
	b.manda(t, "alfa", "uno", `{}`)
	testkit.Attendi(t, 20*time.Second, "the first effect", func() bool { return effetti.Load() == 1 && b.inCoda(t) == 0 })
	if err := pg.Ferma(); err != nil {
		t.Fatal(err)
	}
	b.manda(t, "alfa", "due", `{}`)
	testkit.Attendi(t, 30*time.Second, "more deliveries than its limit", func() bool { return tentativi.Load() >= 4 })
	avviaPostgres(t, cartella)
	testkit.Attendi(t, 40*time.Second, "the second effect", func() bool { return effetti.Load() == 2 && b.inCoda(t) == 0 })
	s, err := cliente.JS.Stream(t.Context(), bus.StreamDead)
	if err != nil {
		t.Fatal(err)
	}
	if s.CachedInfo().State.Msgs != 0 {
		t.Error("the message was declared dead")
	}
}

func avviaPostgres(t *testing.T, cartella string) *locale.Postgres {
	t.Helper()
	ctx, fine := context.WithTimeout(context.Background(), time.Minute)
	defer fine()
	pg, err := locale.AvviaPostgres(ctx, locale.PostgresOpzioni{Cartella: cartella, Durevole: true}) // it must remember
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Ferma() })
	return pg
}
