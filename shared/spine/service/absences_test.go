package service_test

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// server is PostgreSQL and NATS of one test, on ports that are known before they are started.
type server struct {
	pg                 *locale.Postgres
	bus                *locale.NATS
	cartella           string
	portaPG, portaNATS int
}

func (s *server) avviaPG(t *testing.T) {
	t.Helper()
	ctx, fine := context.WithTimeout(context.Background(), time.Minute)
	defer fine()
	pg, err := locale.AvviaPostgres(ctx, locale.PostgresOpzioni{Cartella: filepath.Join(s.cartella, "pg"), Porta: s.portaPG, Durevole: true})
	if err != nil {
		t.Fatal(err)
	}
	s.pg = pg
	t.Cleanup(func() { _ = pg.Ferma() })
}

func (s *server) avviaNATS(t *testing.T) {
	t.Helper()
	n, err := locale.AvviaNATS(locale.NATSOpzioni{Cartella: filepath.Join(s.cartella, "nats"), Porta: s.portaNATS})
	if err != nil {
		t.Fatal(err)
	}
	s.bus = n
	t.Cleanup(n.Ferma)
}

// preparaPG makes roles and databases, and the two views of core that this service reads at start.
func (s *server) preparaPG(t *testing.T) {
	t.Helper()
	prepara := bootstrap.Server{DSN: s.pg.DSNAmministratore("postgres"), Password: func(string) (string, error) { return "segreta", nil }}
	if err := prepara.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), s.pg.DSN(bootstrap.PlatformDatabase, "verbali_core", "segreta"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	_, err = conn.Exec(t.Context(), `CREATE VIEW core_v1.tenant AS SELECT ''::text AS nome, ''::text AS denominazione, ''::text AS host, ''::text AS banca, ''::text AS stato WHERE false;
		CREATE VIEW core_v1.revoca AS SELECT ''::text AS username, 0::bigint AS generazione, ''::text AS stato WHERE false`)
	if err != nil {
		t.Fatal(err)
	}
}

// preparaNATS makes streams and bucket, and publishes a key as core does.
func (s *server) preparaNATS(t *testing.T) {
	t.Helper()
	conn, err := nats.Connect(s.bus.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if err := bus.Prepare(t.Context(), js, 1); err != nil {
		t.Fatal(err)
	}
	pub, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	insieme, err := json.Marshal(auth.KeySet{Keys: []auth.Key{auth.KeyOf("k1", pub)}})
	if err != nil {
		t.Fatal(err)
	}
	kv, err := js.KeyValue(t.Context(), bus.KeysBucket)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kv.Put(t.Context(), "jwks", insieme); err != nil {
		t.Fatal(err)
	}
}

// TestServersComeAndGo is the life of a service among servers that are away at start, come one after
// the other, and go away again: it lives throughout, says what it waits for, and needs nobody.
func TestServersComeAndGo(t *testing.T) {
	t.Parallel()
	s := &server{cartella: t.TempDir(), portaPG: libera(t), portaNATS: libera(t)}
	p := avvia(t, nil, fmt.Sprintf("VERBALI_PG_DSN=postgres://verbali_vpn:segreta@127.0.0.1:%d/piattaforma?sslmode=disable", s.portaPG),
		fmt.Sprintf("VERBALI_NATS_URL=nats://127.0.0.1:%d", s.portaNATS))
	p.vive(t)
	attende := func(quando string, attese map[string]bool) {
		t.Helper()
		var stato int
		var parti map[string]bool
		testkit.Attendi(t, 30*time.Second, quando+fmt.Sprintf(" to be seen as %v", attese), func() bool {
			stato, parti = p.parti()
			return cmp.Equal(attese, parti)
		})
		pronta := 200
		for _, ok := range attese {
			if !ok {
				pronta = 503
			}
		}
		if stato != pronta {
			t.Errorf("%s: /readyz %d", quando, stato)
		}
		if vivo, _ := p.chiedi("/livez"); vivo != 200 {
			t.Errorf("%s: /livez %d", quando, vivo)
		}
	}
	parti := func(pg, nats, tenant, chiavi bool) map[string]bool {
		return map[string]bool{"postgresql": pg, "nats": nats, "tenant": tenant, "chiavi": chiavi, "revoche": tenant}
	}
	attende("nothing up", parti(false, false, false, false))
	if err := os.MkdirAll(filepath.Join(s.cartella, "pg"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.avviaPG(t)
	s.preparaPG(t)
	attende("PostgreSQL up", parti(true, false, true, false))
	s.avviaNATS(t)
	attende("NATS up and not prepared", parti(true, true, true, false))
	s.preparaNATS(t)
	attende("everything up", parti(true, true, true, true))
	if err := s.pg.Ferma(); err != nil {
		t.Fatal(err)
	}
	s.bus.Ferma()
	attende("both gone again", parti(false, false, true, true))
	s.avviaPG(t)
	s.avviaNATS(t)
	attende("both back", parti(true, true, true, true))
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if c := p.codice(t); c != 0 {
		t.Errorf("exit code %d", c)
	}
}
