package service

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// mai is a net so wide that only facts and connections can have caught what a test sees.
const mai = time.Hour

// banco is core's database and bus, with the keys published and a realm that answers.
type banco struct {
	*testkit.Ambiente
	nats     *locale.NATS
	cartella string
	core     *bus.Bus
	realm    *testkit.Realm
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	b := &banco{Ambiente: testkit.NuovoAmbiente(t, "alfa"), cartella: t.TempDir(), realm: testkit.NuovoRealm(t)}
	b.avviaNATS(t, -1)
	b.core = testkit.Bus(t, b.nats, "core")
	b.realm.Rispondi(t, b.core)
	if err := b.core.PublishKeys(t.Context(), b.realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	for _, utente := range []string{"operatore.alfa", "ufficio.alfa"} { // long enough ago not to be listed
		b.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, generata)
			VALUES ($1, 'alfa', 'PL01', 'PL01', 'x', '{OPERATORE}', now() - interval '1 day')`, utente)
	}
	return b
}

func (b *banco) avviaNATS(t *testing.T, porta int) {
	t.Helper()
	n, err := locale.AvviaNATS(locale.NATSOpzioni{Cartella: b.cartella, Porta: porta})
	if err != nil {
		t.Fatal(err)
	}
	b.nats = n
	t.Cleanup(n.Ferma)
}

func (b *banco) porta(t *testing.T) int {
	t.Helper()
	u, err := url.Parse(b.nats.URL())
	if err != nil {
		t.Fatal(err)
	}
	porta, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	return porta
}

// replica is a running service that reads the accounts again so often; without a realm it is as
// tenantapi, whose one route looks at the caller by itself.
func (b *banco) replica(t *testing.T, ogni time.Duration, senzaRealm bool) *Service {
	t.Helper()
	s, err := New(t.Context(), Description{Module: "vpn", Base: "/VpnService/rest", WithoutRealm: senzaRealm}, b.Comune(t, "vpn", b.nats))
	if err != nil {
		t.Fatal(err)
	}
	s.revocheOgni = ogni
	opzioni := []web.Option{web.Permission(auth.PermessoVpnLeggi), web.NoTenant()}
	if senzaRealm {
		opzioni = []web.Option{web.Open(), web.NoTenant()}
	}
	s.Web.Group("").Add(http.MethodGet, "/prova", func(c echo.Context) error {
		if _, err := s.Web.Identity(c); err != nil {
			return err
		}
		return c.NoContent(http.StatusOK)
	}, opzioni...)
	ctx, smette := context.WithCancel(context.Background())
	fine := make(chan error, 1)
	go func() { fine <- s.Serve(ctx) }()
	t.Cleanup(func() {
		smette()
		if err := <-fine; err != nil {
			t.Error(err)
		}
	})
	testkit.Attendi(t, 10*time.Second, "the service to be ready", func() bool { return stato(s, "/readyz", "") == http.StatusOK })
	testkit.Attendi(t, 10*time.Second, "the accounts and the keys", func() bool {
		return s.Verifier.Revocations().Loaded() && s.Verifier.Ready()
	})
	return s
}

func stato(s *Service, percorso, autorizzazione string) int {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, percorso, nil)
	if autorizzazione != "" {
		r.Header.Set("Authorization", autorizzazione)
	}
	w := httptest.NewRecorder()
	s.Web.Echo.ServeHTTP(w, r)
	return w.Code
}

func (b *banco) bearer(t *testing.T, utente string, generazione int64) string {
	t.Helper()
	c := testkit.Claims("vpn", utente, "alfa", auth.RuoloOperatore)
	c.Generation = generazione
	return "Bearer " + b.realm.Token(t, c)
}

func basic(utente string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(utente+":"+testkit.PasswordGiusta))
}

// porte says who enters: status by Bearer and by BASIC.
func porte(s *Service, intestazioni ...string) (stati []int) {
	for _, x := range intestazioni {
		stati = append(stati, stato(s, "/VpnService/rest/prova", x))
	}
	return stati
}

func tutti(stati []int, atteso int) bool {
	for _, s := range stati {
		if s != atteso {
			return false
		}
	}
	return true
}

// blocca writes the block as core does, and tells nobody.
func (b *banco) blocca(t *testing.T, utente string) {
	t.Helper()
	b.realm.Blocca(utente)
	b.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO', generazione = generazione + 1, generata = now() WHERE username = $1`, utente)
}

func (b *banco) racconta(t *testing.T, soggetto string) {
	t.Helper()
	if err := b.core.Conn.Publish(soggetto, []byte(`{}`)); err != nil {
		t.Fatal(err)
	}
}

func TestBlockedOperatorIsRefusedByEveryReplicaAtOnce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	repliche := []*Service{b.replica(t, mai, false), b.replica(t, mai, false)}
	senzaRealm := b.replica(t, mai, true)
	suo, basicSuo := b.bearer(t, "operatore.alfa", 1), basic("operatore.alfa")
	altrui, basicAltrui := b.bearer(t, "ufficio.alfa", 1), basic("ufficio.alfa")
	for _, s := range repliche {
		if p := porte(s, suo, basicSuo, altrui, basicAltrui); !tutti(p, http.StatusOK) {
			t.Fatalf("before the block: %v", p)
		}
	}
	if p := porte(senzaRealm, suo, altrui); !tutti(p, http.StatusOK) {
		t.Fatalf("before the block, without a realm: %v", p)
	}
	b.blocca(t, "operatore.alfa")
	inizio := tempo.Macchina()
	b.racconta(t, "fatti.piattaforma.operatore.bloccato")
	testkit.Attendi(t, 5*time.Second, "every replica to refuse", func() bool {
		return tutti(porte(repliche[0], suo, basicSuo), 401) && tutti(porte(repliche[1], suo, basicSuo), 401) && tutti(porte(senzaRealm, suo), 401)
	})
	t.Logf("obeyed by all after %v", time.Since(inizio))
	for _, s := range repliche {
		if p := porte(s, altrui, basicAltrui); !tutti(p, http.StatusOK) {
			t.Errorf("somebody else: %v", p)
		}
	}
	b.Esegui(t, "core", "", `UPDATE operatore SET stato = 'ATTIVO', generazione = generazione + 1, generata = now() WHERE username = 'operatore.alfa'`)
	b.racconta(t, "fatti.piattaforma.operatore.cambiato")
	nuovo := b.bearer(t, "operatore.alfa", 3)
	for _, s := range append(repliche, senzaRealm) {
		if p := porte(s, nuovo); !tutti(p, http.StatusOK) {
			t.Errorf("a token given after the unblock, also before its fact: %v", p)
		}
	}
	testkit.Attendi(t, 5*time.Second, "the fact of the unblock", func() bool { return tutti(porte(repliche[0], b.bearer(t, "operatore.alfa", 2)), 401) })
	if p := porte(repliche[0], suo); !tutti(p, http.StatusUnauthorized) {
		t.Errorf("a token given before the block came back: %v", p)
	}
}

func TestBlockWhileNATSIsAwayIsObeyedAtTheReturn(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	s := b.replica(t, mai, false)
	suo, basicSuo := b.bearer(t, "operatore.alfa", 1), basic("operatore.alfa")
	if p := porte(s, suo, basicSuo); !tutti(p, http.StatusOK) {
		t.Fatalf("before the block: %v", p)
	}
	porta := b.porta(t)
	b.nats.Ferma()
	testkit.Attendi(t, 10*time.Second, "the connection to be lost", func() bool { return s.Bus.Ready(t.Context()) != nil })
	b.blocca(t, "operatore.alfa")
	if p := porte(s, suo, basicSuo); !tutti(p, http.StatusOK) {
		t.Fatalf("the net of this test is not as wide as it says: %v", p)
	}
	b.avviaNATS(t, porta)
	testkit.Attendi(t, 20*time.Second, "the block to be obeyed", func() bool { return tutti(porte(s, suo, basicSuo), http.StatusUnauthorized) })
}

func TestBlockIsObeyedWithoutAnyFact(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	s := b.replica(t, 50*time.Millisecond, false)
	suo, basicSuo := b.bearer(t, "operatore.alfa", 1), basic("operatore.alfa")
	if p := porte(s, suo, basicSuo); !tutti(p, http.StatusOK) {
		t.Fatalf("before the block: %v", p)
	}
	b.nats.Ferma()
	testkit.Attendi(t, 10*time.Second, "the connection to be lost", func() bool { return s.Bus.Ready(t.Context()) != nil })
	b.blocca(t, "operatore.alfa")
	testkit.Attendi(t, 10*time.Second, "the net", func() bool { return tutti(porte(s, suo), http.StatusUnauthorized) })
	if p := porte(s, basicSuo); !tutti(p, http.StatusServiceUnavailable) {
		t.Errorf("the exchange that was kept for the time without core: %v", p)
	}
}

func TestFailedReadingOfTheAccountsKeepsTheOldAndIsRepeated(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	s := b.replica(t, mai, false)
	primo, secondo := b.bearer(t, "operatore.alfa", 1), b.bearer(t, "ufficio.alfa", 1)
	b.blocca(t, "operatore.alfa")
	b.racconta(t, "fatti.piattaforma.operatore.bloccato")
	testkit.Attendi(t, 5*time.Second, "the first block", func() bool { return tutti(porte(s, primo), http.StatusUnauthorized) })
	b.Esegui(t, "core", "", `ALTER VIEW core_v1.revoca RENAME TO via`)
	b.blocca(t, "ufficio.alfa")
	b.racconta(t, "fatti.piattaforma.operatore.bloccato")
	if err := s.leggiRevoche(t.Context()); err == nil {
		t.Error("a view that is not there was read")
	}
	if p := porte(s, primo); !tutti(p, http.StatusUnauthorized) {
		t.Errorf("a failed reading let somebody in: %v", p)
	}
	if p := porte(s, secondo); !tutti(p, http.StatusOK) {
		t.Errorf("what cannot be read is not known: %v", p)
	}
	b.Esegui(t, "core", "", `ALTER VIEW core_v1.via RENAME TO revoca`)
	testkit.Attendi(t, 5*time.Second, "the second block", func() bool { return tutti(porte(s, secondo), http.StatusUnauthorized) })
}

func TestNewKeyIsReadWhenItsFirstTokenComes(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	s := b.replica(t, mai, false)
	testkit.Attendi(t, 5*time.Second, "the key of core", func() bool { return tutti(porte(s, b.bearer(t, "operatore.alfa", 1)), http.StatusOK) })
	altra := testkit.NuovoRealm(t)
	altra.Kid = "nuova"
	if err := b.core.PublishKeys(t.Context(), altra.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	if p := porte(s, "Bearer "+altra.Token(t, testkit.Claims("vpn", "operatore.alfa", "alfa", auth.RuoloOperatore))); !tutti(p, http.StatusOK) {
		t.Errorf("the first token of a new key: %v", p)
	}
	if p := porte(s, b.bearer(t, "operatore.alfa", 1)); !tutti(p, http.StatusUnauthorized) {
		t.Errorf("a key taken away still opens: %v", p)
	}
}
