package sso

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/labstack/echo/v4"
	"github.com/oauth2-proxy/mockoidc"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

func TestMain(m *testing.M) {
	mockoidc.NowFunc = tempo.Adesso // the provider's day is the kit's too
	testkit.Main(m)
}

// realm is what the bridge needs of the realm: mario is an operator, luigi's command is suspended,
// nobody else may enter.
type realm struct {
	chiesti chan string
	token   string // of mario
}

func (r realm) AccediSso(_ context.Context, chi accesso.Validato, _ string) (event.RispostaAccesso, error) {
	utente := chi.Utente
	r.chiesti <- utente
	switch utente {
	case "mario":
		return event.RispostaAccesso{Token: r.token, Tenant: "alfa",
			Operatore: event.Operatore{Username: "mario", Reparto: "PL01", Ruoli: []string{"OPERATORE"}}}, nil
	case "luigi":
		return event.RispostaAccesso{}, tenant.SuspendedError()
	}
	return event.RispostaAccesso{}, problem.SenzaCredenziali()
}

// banco is core's side of single sign-on on a real server, with a real provider and a real database.
type banco struct {
	t         *testing.T
	ambiente  *testkit.Ambiente
	orologio  *tempo.Orologio
	fornitore *mockoidc.MockOIDC
	sessioni  *sessione.Servizio
	ponte     *Ponte
	realm     realm
	sito      *httptest.Server
}

// provider makes one that is not started yet.
func provider(t *testing.T) *mockoidc.MockOIDC {
	t.Helper()
	m, err := mockoidc.NewServer(nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func accendi(t *testing.T, m *mockoidc.MockOIDC, indirizzo string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Start(l, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Shutdown() })
}

// apparecchia starts everything; cambia alters the settings first.
func apparecchia(t *testing.T, cambia ...func(*Impostazioni)) *banco {
	t.Helper()
	m := provider(t)
	accendi(t, m, "127.0.0.1:0")
	b := apparecchiaCon(t, m, m.Issuer(), cambia...)
	testkit.Attendi(t, 10*time.Second, "the provider to be found", b.ponte.Disponibile)
	return b
}

func apparecchiaCon(t *testing.T, m *mockoidc.MockOIDC, emittente string, cambia ...func(*Impostazioni)) *banco {
	t.Helper()
	b := &banco{t: t, ambiente: testkit.NuovoAmbiente(t, "alfa"), orologio: tempo.Fisso(tempo.Adesso()), fornitore: m,
		realm: realm{chiesti: make(chan string, 10),
			token: testkit.NuovoRealm(t).Token(t, testkit.Claims("core", "mario", "alfa", "OPERATORE"))}}
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli)
		VALUES ('mario', 'alfa', 'PL01', 'PL01', 'x', '{OPERATORE}')`)
	pools := b.ambiente.Pools(t, "core")
	b.sessioni = sessione.Nuovo(sessione.Store{Pools: pools}, 31*time.Minute, b.orologio.Adesso)
	muto := slog.New(slog.DiscardHandler)
	flussi := sessione.NuoviFlussi(b.sessioni, nil, time.Hour, muto)
	t.Cleanup(flussi.Chiudi)
	e := echo.New()
	b.sito = httptest.NewServer(e)
	t.Cleanup(b.sito.Close)
	i := Impostazioni{Emittente: emittente, ClientID: m.ClientID, ClientSegreto: m.ClientSecret, Indirizzo: b.sito.URL,
		Attributo: "preferred_username", riprovaOgni: 10 * time.Millisecond}
	for _, f := range cambia {
		f(&i)
	}
	if err := i.Valida(); err != nil {
		t.Fatal(err)
	}
	var err error
	if b.ponte, err = Nuovo(i, b.orologio.Adesso, muto); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.ponte.Chiudi)
	ponti := &Ponti{Piattaforma: b.ponte}
	s := sessione.HTTP{Sessioni: b.sessioni, Flussi: flussi, AccessoUnico: ponti, Pagine: pagine.Nuove(), RuoliAmmessi: []string{"*"}}
	h := HTTP{Ponti: ponti, Realm: b.realm, Store: Store{Pools: pools}, Sessione: s, Log: muto}
	e.GET(pagine.Base+Inizio, h.Inizia)
	e.GET(pagine.Base+Ritorno, h.Torna)
	e.GET(pagine.Base+"login", s.Accedi)
	return b
}

// persona is who logs in at the provider, with the claims of his id_token as the test wants them.
type persona struct {
	*mockoidc.MockUser

	cambia func(jwt.MapClaims)
}

// Claims are those of the provider, changed.
func (p persona) Claims(_ []string, base *mockoidc.IDTokenClaims) (jwt.Claims, error) {
	c := jwt.MapClaims{"iss": base.Issuer, "aud": base.Audience, "sub": base.Subject, "nonce": base.Nonce,
		"exp": base.ExpiresAt.Unix(), "iat": base.IssuedAt.Unix(), "preferred_username": p.PreferredUsername, "email": p.Email}
	if p.cambia != nil {
		p.cambia(c)
	}
	return c, nil
}

// navigatore is a browser that does not follow redirects.
type navigatore struct {
	b      *banco
	client *http.Client
}

func (b *banco) navigatore() *navigatore {
	b.t.Helper()
	vasetto, err := cookiejar.New(nil)
	if err != nil {
		b.t.Fatal(err)
	}
	trasporto := &http.Transport{}
	b.t.Cleanup(trasporto.CloseIdleConnections)
	return &navigatore{b: b, client: &http.Client{Jar: vasetto, Transport: trasporto, Timeout: 20 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// risposta is an answer, read whole.
type risposta struct {
	stato        int
	corpo, luogo string
	cookie       map[string]*http.Cookie
}

func (n *navigatore) apri(indirizzo string, cookie ...*http.Cookie) risposta {
	t := n.b.t
	t.Helper()
	if strings.HasPrefix(indirizzo, "/") {
		indirizzo = n.b.sito.URL + indirizzo
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, indirizzo, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cookie {
		req.AddCookie(c)
	}
	r, err := n.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	corpo, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	letta := risposta{stato: r.StatusCode, corpo: string(corpo), luogo: r.Header.Get("Location"), cookie: map[string]*http.Cookie{}}
	for _, c := range r.Cookies() {
		letta.cookie[c.Name] = c
	}
	return letta
}

// dalFornitore begins, logs in at the provider and gives the address that the provider sends back to,
// with the cookie of the beginning.
func (n *navigatore) dalFornitore(p persona, torna string) (ritorno string, inizio *http.Cookie) {
	t := n.b.t
	t.Helper()
	n.b.fornitore.QueueUser(p)
	r := n.apri(pagine.Base + Inizio + "?" + url.Values{"torna": {torna}}.Encode())
	if r.stato != http.StatusSeeOther || r.cookie[Cookie] == nil {
		t.Fatalf("beginning: %d\n%s", r.stato, r.corpo)
	}
	da := n.apri(r.luogo)
	if da.stato != http.StatusFound {
		t.Fatalf("provider: %d\n%s", da.stato, da.corpo)
	}
	return da.luogo, r.cookie[Cookie]
}

// sessione is the session that an answer opened.
func (b *banco) sessione(r risposta) (sessione.Sessione, bool) {
	b.t.Helper()
	cookie := r.cookie[sessione.Cookie]
	if cookie == nil {
		return sessione.Sessione{}, false
	}
	s, trovata, err := b.sessioni.Guarda(b.t.Context(), cookie.Value)
	if err != nil {
		b.t.Fatal(err)
	}
	return s, trovata
}

// rifiutata checks a refusal: its status, its words, and that nobody is in.
func (b *banco) rifiutata(r risposta, stato int, parola string) {
	b.t.Helper()
	if r.stato != stato || !strings.Contains(r.corpo, parola) || !strings.Contains(r.corpo, "<html") {
		b.t.Errorf("status %d, want %d with %q:\n%s", r.stato, stato, parola, r.corpo)
	}
	if r.cookie[sessione.Cookie] != nil {
		b.t.Error("a session was opened")
	}
	var quante int
	if err := b.ambiente.Banca(b.t, "core", "").QueryRow(b.t.Context(), `SELECT count(*) FROM sessione`).Scan(&quante); err != nil || quante > 0 {
		b.t.Errorf("%d sessions, %v", quante, err)
	}
}
