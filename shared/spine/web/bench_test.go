package web_test

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/tracing"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const base = "/VpnService/rest"

// contratto is the smallest OpenAPI document with something to show.
const contratto = `openapi: 3.1.0
info: {title: Prova <b>, version: "1", description: "una & due"}
paths:
  /VpnService/rest/cose:
    post:
      summary: Crea una cosa
      x-ruoli: [UFFICIO, AGENTE]
      requestBody: {content: {application/json: {schema: {type: object, required: [nome], properties: {nome: {type: string, description: "il <nome>"}}}}}}
      responses: {"201": {description: creata}}
    get: {summary: Elenca, security: [], responses: {"200": {description: ok}}}
`

// elenco is a source of tenants: alfa is active, sospeso is not.
type elenco struct{}

func (elenco) Tenant(context.Context) ([]tenant.Tenant, error) {
	return []tenant.Tenant{{Nome: "alfa", Stato: tenant.Active}, {Nome: "beta", Stato: tenant.Active}, {Nome: "sospeso", Stato: tenant.Suspended}}, nil
}

// banco is a server with a key of its own, on which tests register routes.
type banco struct {
	*web.Server
	chiave ed25519.PrivateKey
	log    *testkit.Registrazioni
	prova  *auth.Verifier
}

// Login is the realm: user "agente.alfa" has password "segreta:è".
func (b *banco) Login(_ context.Context, d event.DomandaAccesso) (event.RispostaAccesso, error) {
	if d.Utente != "agente.alfa" || d.Password != "segreta:è" {
		return event.RispostaAccesso{}, problem.SenzaCredenziali()
	}
	return event.RispostaAccesso{Token: b.token(d.Utente, "alfa", auth.RuoloAgente)}, nil
}

func (b *banco) token(utente, nome string, ruoli ...string) string {
	return b.tokenPer("vpn", utente, nome, ruoli...)
}

func (b *banco) tokenPer(modulo, utente, nome string, ruoli ...string) string {
	return b.tokenFino(tempo.Adesso().Add(time.Minute), modulo, utente, nome, ruoli...)
}

func (b *banco) tokenFino(scade time.Time, modulo, utente, nome string, ruoli ...string) string {
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, auth.Claims{Tenant: nome, Roles: ruoli, RegisteredClaims: jwt.RegisteredClaims{
		Subject: utente, Issuer: auth.Issuer, Audience: jwt.ClaimStrings{modulo},
		ExpiresAt: jwt.NewNumericDate(scade),
	}})
	t.Header["kid"] = "k1"
	firmato, err := t.SignedString(b.chiave)
	if err != nil {
		panic(err)
	}
	return firmato
}

// apparecchia makes a server of vpn; change alters its options first.
func apparecchia(t testing.TB, cambia ...func(*web.Options)) *banco {
	t.Helper()
	pub, priv, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &banco{chiave: priv}
	registro, log := testkit.Log(t)
	b.log = log
	v := auth.NewVerifier("vpn", tempo.Adesso)
	insieme, err := json.Marshal(auth.KeySet{Keys: []auth.Key{auth.KeyOf("k1", pub)}})
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Set(insieme); err != nil {
		t.Fatal(err)
	}
	b.prova = v
	opz := web.Options{
		Module: "vpn", Base: base, Others: web.Prefixes(base), Reserved: []string{base, "/rest"},
		Contract: []byte(contratto), InternalNetworks: []string{"10.0.0.0/8", "127.0.0.0/8", "fc00::/7"},
		TrustedProxies: []string{"10.0.0.0/8"}, AllowedRoles: []string{"*"},
		Verifier: v, Basic: auth.NewBasic(b, v, "vpn", tempo.Adesso), Tenant: tenant.NewDirectory(elenco{}, tempo.Adesso),
		Metrics: tracing.Metrics(), Log: registro,
	}
	for _, f := range cambia {
		f(&opz)
	}
	if b.Server, err = web.New(opz); err != nil {
		t.Fatal(err)
	}
	g := b.Group("/prova")
	g.Add(http.MethodGet, "/cose/:id", func(c echo.Context) error {
		quale, _ := tenant.From(c.Request().Context())
		return c.String(http.StatusOK, c.Param("id")+" di "+quale.Nome)
	}, web.Permission(auth.PermessoVpnLeggi))
	g.Add(http.MethodPost, "/aperta", func(c echo.Context) error { return c.String(http.StatusOK, "aperta") }, web.Open(), web.NoTenant())
	g.Add(http.MethodGet, "/utile", func(c echo.Context) error {
		quale, _ := tenant.From(c.Request().Context())
		return c.String(http.StatusOK, "utile a "+quale.Nome)
	}, web.Permission(auth.PermessoUtilita))
	return b
}

// chiama sends a request; intestazioni are names and values in turn.
func (b *banco) chiama(metodo, percorso string, intestazioni ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(metodo, percorso, nil)
	for i := 0; i+1 < len(intestazioni); i += 2 {
		r.Header.Add(intestazioni[i], intestazioni[i+1])
	}
	w := httptest.NewRecorder()
	b.Echo.ServeHTTP(w, r)
	return w
}

// codice reads the code of a problem document, and checks what every one of them has.
func codice(t testing.TB, w *httptest.ResponseRecorder) string {
	t.Helper()
	var d problem.Document
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil {
		t.Fatalf("%d %q is no problem document: %v", w.Code, w.Body, err)
	}
	if d.Status != w.Code || d.Title == "" || d.Detail == "" || w.Header().Get("Content-Type") != problem.MediaType {
		t.Errorf("problem document %+v with status %d, type %q", d, w.Code, w.Header().Get("Content-Type"))
	}
	return d.Codice
}

// daDentro asks from an internal network; intestazioni as in chiama.
func (b *banco) daDentro(percorso string, intestazioni ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, percorso, nil)
	r.RemoteAddr = "127.0.0.1:4567"
	for i := 0; i+1 < len(intestazioni); i += 2 {
		r.Header.Add(intestazioni[i], intestazioni[i+1])
	}
	w := httptest.NewRecorder()
	b.Echo.ServeHTTP(w, r)
	return w
}

// da asks from an address, with these X-Forwarded-For.
func (b *banco) da(indirizzo, percorso string, xff []string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, percorso, nil)
	r.RemoteAddr = indirizzo
	for _, v := range xff {
		r.Header.Add("X-Forwarded-For", v)
	}
	w := httptest.NewRecorder()
	b.Echo.ServeHTTP(w, r)
	return w
}
