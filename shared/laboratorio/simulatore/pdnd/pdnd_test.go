package pdnd_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
)

const (
	clientID = "9f0c6a3e-1d52-4a37-8a55-0c1b2d3e4f50"
	finalita = "5a1f1c0e-2b7d-4c55-9b0e-6d3f8a7b9c10"
	audience = "https://erogatore.example/e-service"
)

var cliente = &http.Client{Timeout: 10 * time.Second}

// prova is a server with one client, as a test sees it.
type prova struct {
	*pdnd.Simulatore

	url    string
	adesso *tempo.Orologio
	chiave *rsa.PrivateKey
	kid    string
}

func nuova(t *testing.T, alSecondo int) *prova {
	t.Helper()
	p := &prova{adesso: tempo.Fisso(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))}
	var err error
	if p.chiave, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		t.Fatal(err)
	}
	if p.kid, err = modi.Thumbprint(p.chiave.Public()); err != nil {
		t.Fatal(err)
	}
	p.Simulatore = pdnd.Nuovo(pdnd.Opzioni{Adesso: p.adesso.Adesso, AlSecondo: alSecondo})
	der, err := x509.MarshalPKIXPublicKey(p.chiave.Public())
	if err != nil {
		t.Fatal(err)
	}
	i := pdnd.Iscrizione{ClientID: clientID, Chiavi: []string{string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))},
		Finalita: []pdnd.Finalita{{ID: finalita, Audience: audience}, {ID: strings.Replace(finalita, "5a1f", "5a1e", 1), Stato: "SUSPENDED"}}}
	for _, s := range pdnd.Scenari() {
		i.Finalita = append(i.Finalita, pdnd.Finalita{ID: pdnd.FinalitaDi(s.Codice), Audience: audience})
	}
	if err := p.Iscrivi(i); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(p.Handler())
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

// domanda is a request that may be spoiled in one place.
type domanda struct {
	testata map[string]any
	membri  jwt.MapClaims
	modulo  url.Values
	prova   []string
	chiave  *rsa.PrivateKey
}

func (p *prova) buona() *domanda {
	ora := p.adesso.Adesso()
	return &domanda{chiave: p.chiave, testata: map[string]any{"alg": "RS256", "kid": p.kid, "typ": "JWT"},
		membri: jwt.MapClaims{"iss": clientID, "sub": clientID, "aud": strings.TrimPrefix(p.url, "http://") + "/pdnd/client-assertion", "jti": uuid.NewString(),
			"iat": ora.Unix(), "exp": ora.Add(time.Minute).Unix(), "purposeId": finalita},
		modulo: url.Values{"client_id": {clientID}, "grant_type": {"client_credentials"},
			"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}}}
}

func (p *prova) manda(t *testing.T, d *domanda) (*http.Response, map[string]any) {
	t.Helper()
	testo, err := (&jwt.Token{Method: jwt.SigningMethodRS256, Header: d.testata, Claims: d.membri}).SignedString(d.chiave)
	if err != nil {
		t.Fatal(err)
	}
	modulo := maps.Clone(d.modulo)
	modulo.Set("client_assertion", testo)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+"/pdnd/token.oauth2", strings.NewReader(modulo.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if len(d.prova) > 0 {
		r.Header["Dpop"] = d.prova
	}
	risposta, err := cliente.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer risposta.Body.Close()
	corpo, err := io.ReadAll(risposta.Body)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(corpo, &m); err != nil {
		t.Fatalf("%s: %v", corpo, err)
	}
	return risposta, m
}

// ultima is why the latest request was refused.
func (p *prova) ultima() string {
	r := p.Ricevute()
	return r[len(r)-1].Perche
}

func TestTheVoucherIsThatOfTheContract(t *testing.T) {
	t.Parallel()
	p := nuova(t, 0)
	d := p.buona()
	d.membri["digest"] = map[string]string{"alg": "SHA256", "value": strings.Repeat("A", 64)} // whatever it is: its length is checked
	r, m := p.manda(t, d)
	if r.StatusCode != http.StatusOK || m["token_type"] != "Bearer" || m["expires_in"] != 600.0 || len(m) != 3 || r.Header.Get("Cache-Control") != "no-cache, no-store" {
		t.Fatalf("%d %v %v", r.StatusCode, m, r.Header)
	}
	c := jwt.MapClaims{}
	tok, err := jwt.NewParser(jwt.WithoutClaimsValidation()).ParseWithClaims(m["access_token"].(string), &c, func(t *jwt.Token) (any, error) {
		k, _ := p.ChiavePdnd(t.Header["kid"].(string))
		return k, nil
	})
	if err != nil || tok.Header["typ"] != "at+jwt" || tok.Header["use"] != "sig" || tok.Header["alg"] != "RS256" {
		t.Errorf("%v %v", err, tok.Header)
	}
	want := []string{"aud", "client_id", "consumerId", "descriptorId", "digest", "eserviceId", "exp", "iat", "iss", "jti", "nbf", "producerId", "purposeId", "sub"}
	if d := cmp.Diff(want, slices.Sorted(maps.Keys(c))); d != "" || c["aud"] != audience || c["sub"] != clientID || c["purposeId"] != finalita {
		t.Errorf("%v\n%s", c, d)
	}
}

func TestEveryFaultIsTheSame400(t *testing.T) {
	t.Parallel()
	p := nuova(t, 0)
	altra, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	con := func(nome string, v any) func(*domanda) { return func(d *domanda) { d.membri[nome] = v } }
	senza := func(nome string) func(*domanda) { return func(d *domanda) { delete(d.membri, nome) } }
	digest := func(alg, value string) func(*domanda) {
		return con("digest", map[string]string{"alg": alg, "value": value})
	}
	for perche, guasta := range map[string][]func(*domanda){
		"clientAssertionInvalidClaims": {con("nbf", 1), con("client_id", clientID), con("producerId", "x")},
		"invalidSubject":               {con("sub", "x"), func(d *domanda) { d.modulo.Set("client_id", uuid.NewString()) }},
		"invalidAudience":              {con("aud", "auth.interop.pagopa.it/client-assertion"), senza("aud")},
		"jtiNotFound":                  {senza("jti")},
		"issuedAtNotFound":             {senza("iat"), con("iat", "1")},
		"expNotFound":                  {senza("exp")},
		"issuerNotFound":               {senza("iss")},
		"purposeIdNotProvided":         {senza("purposeId")},
		"invalidPurposeIdClaimFormat":  {con("purposeId", "x")},
		"tokenExpired":                 {con("exp", p.adesso.Adesso().Unix())},
		"invalidHashLength":            {digest("SHA256", strings.Repeat("a", 63)), digest("SHA256", "")},
		"invalidHashAlgorithm":         {digest("SHA-256", strings.Repeat("a", 64))},
		"invalidDigestClaim":           {con("digest", "x"), con("digest", map[string]string{"value": strings.Repeat("a", 64)})},
		"invalidSignature":             {func(d *domanda) { d.chiave = altra }},
		"keyNotFound":                  {func(d *domanda) { d.testata["kid"] = strings.Repeat("k", 43) }, con("purposeId", uuid.NewString())},
		"invalidKidFormat":             {func(d *domanda) { d.testata["kid"] = "k" }},
		"clientAssertionInvalidHeader": {func(d *domanda) { d.testata["x5t"] = "k" }, func(d *domanda) { d.testata["typ"] = "at+jwt" }},
		"invalidAssertionType":         {func(d *domanda) { d.modulo.Del("client_assertion_type") }},
		"invalidGrantType":             {func(d *domanda) { d.modulo.Set("grant_type", "password") }},
		"invalidPurposeState":          {con("purposeId", strings.Replace(finalita, "5a1f", "5a1e", 1)), con("purposeId", pdnd.FinalitaDi("010"))},
		"invalidAgreementState":        {con("purposeId", pdnd.FinalitaDi("011"))},
		"invalidDpopProofSignature":    {func(d *domanda) { d.prova = []string{"a.b.c"} }},
		"dpopProofMultiple":            {func(d *domanda) { d.prova = []string{"a.b.c", "a.b.c"} }},
	} {
		for _, f := range guasta {
			d := p.buona()
			f(d)
			r, m := p.manda(t, d)
			delete(m, "correlationId")
			want := map[string]any{"type": "about:blank", "status": 400.0, "title": "The request contains bad syntax or cannot be fulfilled.", "detail": "Bad request",
				"errors": []any{map[string]any{"code": "015-0008", "detail": "Unable to generate a token for the given request"}}}
			if diff := cmp.Diff(want, m); diff != "" || r.StatusCode != http.StatusBadRequest || r.Header.Get("Content-Type") != "application/problem+json" || p.ultima() != perche {
				t.Errorf("%s: %d %s %s", perche, r.StatusCode, p.ultima(), diff)
			}
		}
	}
}

func TestAProofOfPossessionServesOnce(t *testing.T) {
	t.Parallel()
	p := nuova(t, 0)
	possesso, err := modi.NewPossession()
	if err != nil {
		t.Fatal(err)
	}
	fa := func(metodo, indirizzo string, quando time.Time) []string {
		testo, err := possesso.Proof(metodo, indirizzo, "", quando)
		if err != nil {
			t.Fatal(err)
		}
		return []string{testo}
	}
	indirizzo, ora := p.url+"/pdnd/token.oauth2", p.adesso.Adesso()
	d := p.buona()
	d.prova = fa("POST", indirizzo, ora)
	r, m := p.manda(t, d)
	if r.StatusCode != http.StatusOK || m["token_type"] != "DPoP" {
		t.Fatalf("%v %s", m, p.ultima())
	}
	if v, err := modi.ReadVoucher(m["access_token"].(string)); err != nil || v.Thumbprint != possesso.Thumbprint() {
		t.Errorf("%+v %v", v, err)
	}
	for perche, prove := range map[string][]string{
		"dpopProofJtiAlreadyUsed": d.prova,
		"dpopHtmNotFound":         fa("GET", indirizzo, ora),
		"invalidDpopHtu":          fa("POST", indirizzo+"/altro", ora),
		"expiredDpopProof":        fa("POST", indirizzo, ora.Add(-71*time.Second)),
		"notYetValidDpopProof":    fa("POST", indirizzo, ora.Add(11*time.Second)),
	} {
		d := p.buona()
		d.prova = prove
		if r, _ := p.manda(t, d); r.StatusCode != http.StatusBadRequest || p.ultima() != perche {
			t.Errorf("%s: %d %s", perche, r.StatusCode, p.ultima())
		}
	}
}

func TestAnOrganisationIsCountedNotAClient(t *testing.T) {
	t.Parallel()
	p := nuova(t, 2)
	for i, stato := range []int{200, 200, 429} {
		r, m := p.manda(t, p.buona())
		if r.StatusCode != stato || r.Header.Get("X-Rate-Limit-Limit") != "2" || r.Header.Get("X-Rate-Limit-Interval") != "1000" {
			t.Errorf("request %d: %d %v", i+1, r.StatusCode, r.Header)
		}
		if stato == 429 && m["errors"].([]any)[0].(map[string]any)["code"] != "007-10004" {
			t.Errorf("%v", m)
		}
	}
	p.adesso.Avanza(time.Second)
	if r, _ := p.manda(t, p.buona()); r.StatusCode != http.StatusOK {
		t.Errorf("the next second: %d", r.StatusCode)
	}
}

func TestTheControlSaysWhatWasReceived(t *testing.T) {
	t.Parallel()
	p := nuova(t, 0)
	p.manda(t, p.buona())
	d := p.buona()
	d.membri["nbf"] = 1
	p.manda(t, d)
	r, err := cliente.Get(p.url + "/controllo/pdnd/ricevute")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var letto struct {
		Ricevute []simulatore.Ricevuta `json:"ricevute"`
	}
	if err := json.NewDecoder(r.Body).Decode(&letto); err != nil || len(letto.Ricevute) != 2 {
		t.Fatalf("%v %+v", err, letto)
	}
	if a, b := letto.Ricevute[0], letto.Ricevute[1]; a.Stato != http.StatusOK || a.Perche != "" || b.Stato != http.StatusBadRequest || b.Perche != "clientAssertionInvalidClaims" {
		t.Errorf("%+v", letto)
	}
}
