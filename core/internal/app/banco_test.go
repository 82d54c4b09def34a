package app_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/oauth2-proxy/mockoidc"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"

	"github.com/piattaforma-verbali/verbali/core/internal/app"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func TestMain(m *testing.M) {
	mockoidc.NowFunc = tempo.Adesso // the provider's day is the kit's too
	testkit.Main(m)
}

const password = "Verbali-banco-2026"

// banco is core, composed and running, with accounts of each kind and one fine in alfa.
type banco struct {
	ambiente *testkit.Ambiente
	nats     *locale.NATS
	app      *app.App
	sito     *httptest.Server
	imp      app.Impostazioni
	adesso   func() time.Time
}

// apparecchia starts core; cambia alters its settings first.
func apparecchia(t *testing.T, cambia ...func(*app.Impostazioni)) *banco {
	t.Helper()
	return apparecchiaCon(t, tempo.Adesso, cambia...)
}

// apparecchiaCon starts core with a clock of its own; that of PostgreSQL stays the kit's.
func apparecchiaCon(t *testing.T, adesso func() time.Time, cambia ...func(*app.Impostazioni)) *banco {
	t.Helper()
	b := &banco{ambiente: testkit.NuovoAmbiente(t), nats: testkit.NATS(t)}
	testkit.Bus(t, b.nats, "preparazione") // makes the streams and the bucket, as the preparation does
	comune := b.ambiente.Comune(t, "core", b.nats)
	comune.LogLivello = "ERROR"
	b.imp, b.adesso = app.Impostazioni{Settings: comune, ChiaveFirma: chiave(t), SessioneMinuti: 31, BattitoSecondi: 180}, adesso
	for _, f := range cambia {
		f(&b.imp)
	}
	b.avvia(t)
	b.accounts(t)
	return b
}

// replica is a second process of the same service, on the same servers.
func (b *banco) replica(t *testing.T) *banco {
	t.Helper()
	altra := *b
	altra.avvia(t)
	return &altra
}

func (b *banco) avvia(t *testing.T) {
	t.Helper()
	var err error
	b.app, err = app.Nuova(t.Context(), b.imp, b.adesso)
	if err != nil {
		t.Fatal(err)
	}
	ctx, ferma := context.WithCancel(context.Background())
	finito := make(chan error, 1)
	go func() { finito <- b.app.Serve(ctx) }()
	b.sito = httptest.NewServer(b.app.Web.Echo)
	t.Cleanup(func() {
		b.sito.Close()
		ferma()
		if err := <-finito; err != nil {
			t.Errorf("core ends with %v", err)
		}
	})
}

func (b *banco) accounts(t *testing.T) {
	t.Helper()
	b.ambiente.Esegui(t, "core", "", `INSERT INTO reparto (codice) VALUES ('PIATT')`)
	for _, o := range []operatore.Operatore{
		{Username: "mario", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{"OPERATORE"}, Nome: "Mario", Cognome: "Rossi"},
		{Username: "lettore", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{"LETTURA"}},
		{Username: "agente", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{"AGENTE"}},
		{Username: "luigi", Tenant: "beta", Reparto: "PL01", Ruoli: []string{"UFFICIO"}},
		{Username: "piattaforma", Reparto: "PIATT", Ruoli: []string{"PIATTAFORMA"}},
	} {
		if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), o, password); err != nil {
			t.Fatal(err)
		}
	}
}

func chiave(t *testing.T) string {
	t.Helper()
	_, privata, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(privata)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

// navigatore is a browser without scripts: it keeps cookies and does not follow redirects.
type navigatore struct {
	t      *testing.T
	banco  *banco
	client *http.Client
}

func (b *banco) navigatore(t *testing.T) *navigatore {
	t.Helper()
	vasetto, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &navigatore{t: t, banco: b, client: &http.Client{Jar: vasetto, Timeout: 20 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// dentro is a browser whose operator has logged in.
func (b *banco) dentro(t *testing.T, username string) *navigatore {
	t.Helper()
	n := b.navigatore(t)
	r := n.invia("/CoreService/login", url.Values{"username": {username}, "password": {password}})
	if r.stato != http.StatusSeeOther {
		t.Fatalf("login of %s: %d\n%s", username, r.stato, r.corpo)
	}
	return n
}

// risposta is an answer, read whole.
type risposta struct {
	stato int
	corpo string
	testa http.Header
}

func (n *navigatore) apri(percorso string) risposta {
	n.t.Helper()
	return n.chiedi(http.MethodGet, percorso, nil, nil)
}

func (n *navigatore) invia(percorso string, modulo url.Values) risposta {
	n.t.Helper()
	return n.chiedi(http.MethodPost, percorso, modulo, map[string]string{"Sec-Fetch-Site": "same-origin"})
}

func (n *navigatore) chiedi(metodo, percorso string, modulo url.Values, testa map[string]string) risposta {
	n.t.Helper()
	var corpo io.Reader
	if modulo != nil {
		corpo = strings.NewReader(modulo.Encode())
	}
	req, err := http.NewRequestWithContext(n.t.Context(), metodo, n.banco.sito.URL+percorso, corpo)
	if err != nil {
		n.t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	if modulo != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for k, v := range testa {
		req.Header.Set(k, v)
	}
	r, err := n.client.Do(req)
	if err != nil {
		n.t.Fatal(err)
	}
	defer r.Body.Close()
	letto, err := io.ReadAll(r.Body)
	if err != nil {
		n.t.Fatal(err)
	}
	return risposta{stato: r.StatusCode, corpo: string(letto), testa: r.Header}
}

// mostra fails unless every one of the texts is on the page.
func (r risposta) mostra(t *testing.T, testi ...string) {
	t.Helper()
	for _, testo := range testi {
		if !strings.Contains(r.corpo, testo) {
			t.Errorf("the page does not show %q:\n%s", testo, r.corpo)
		}
	}
}

// nasconde fails if one of the texts is on the page.
func (r risposta) nasconde(t *testing.T, testi ...string) {
	t.Helper()
	for _, testo := range testi {
		if strings.Contains(r.corpo, testo) {
			t.Errorf("the page shows %q:\n%s", testo, r.corpo)
		}
	}
}
