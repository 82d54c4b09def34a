package testkit

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// Fornitore is a provider of identities on the loopback that speaks OpenID Connect: code flow with PKCE, signed
// tokens, userinfo, logout in both directions. It checks what a client must send, and fails on demand.
type Fornitore struct {
	Client, Segreto string

	mu      sync.Mutex
	chiave  *rsa.PrivateKey
	altra   *rsa.PrivateKey
	chi     map[string]any // claims of who logs in
	cambia  func(jwt.MapClaims)
	info    map[string]any // told at userinfo alone
	firma   bool           // by a key that nobody knows
	codici  map[string]codice
	accessi map[string]map[string]any
	uscite  []url.Values
	server  *httptest.Server
	muto    bool
	nuda    bool   // without keys
	prima   string // error code of the token endpoint before it looks at who asks; empty: it looks
	sidDi   int
	altrove map[string]string // members of its document in the stead of its own
}

type codice struct {
	ritorno, sfida, nonce string
	claims                map[string]any
}

// NuovoFornitore starts one for a test.
func NuovoFornitore(tb testing.TB) *Fornitore {
	tb.Helper()
	f := &Fornitore{Client: "verbali", Segreto: "segreto-" + rand.Text(), codici: map[string]codice{}, accessi: map[string]map[string]any{}}
	f.chiave, f.altra = prendiChiave(tb), prendiChiave(tb)
	rotte := http.NewServeMux()
	rotte.HandleFunc("GET /.well-known/openid-configuration", f.documento)
	rotte.HandleFunc("GET /chiavi", f.chiavi)
	rotte.HandleFunc("GET /autorizza", f.autorizza)
	rotte.HandleFunc("POST /token", f.token)
	rotte.HandleFunc("GET /persona", f.persona)
	rotte.HandleFunc("GET /esci", f.esci)
	f.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f.zitto() {
			http.Error(w, "guasto", http.StatusBadGateway)
			return
		}
		rotte.ServeHTTP(w, r)
	}))
	tb.Cleanup(f.server.Close)
	return f
}

// libere are the keys of providers that have ended: making one takes a tenth of a second, five under the race detector. Two
// providers that live together never have the same.
var libere struct {
	sync.Mutex
	chiavi []*rsa.PrivateKey
}

// prendiChiave gives a key to the test, which gives it back at its end.
func prendiChiave(tb testing.TB) *rsa.PrivateKey {
	tb.Helper()
	libere.Lock()
	defer libere.Unlock()
	var k *rsa.PrivateKey
	if n := len(libere.chiavi); n > 0 {
		k, libere.chiavi = libere.chiavi[n-1], libere.chiavi[:n-1]
	} else {
		nuova, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			tb.Fatal(err)
		}
		k = nuova
	}
	tb.Cleanup(func() {
		libere.Lock()
		defer libere.Unlock()
		libere.chiavi = append(libere.chiavi, k)
	})
	return k
}

// Emittente is its address.
func (f *Fornitore) Emittente() string { return f.server.URL }

// Entra says who logs in from now on, by the claims of the id_token (sub and sid are made where they are not given), and
// what changes in it before it is signed (nil: nothing).
func (f *Fornitore) Entra(claims map[string]any, cambia func(jwt.MapClaims)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.chi, f.cambia, f.firma, f.info = claims, cambia, false, nil
}

// Info is what userinfo tells beside the subject.
func (f *Fornitore) Info(claims map[string]any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.info = claims
}

// FirmaAltrui makes it sign with a key that it does not publish.
func (f *Fornitore) FirmaAltrui() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.firma = true
}

// Tace makes every door of it fail, or answer again.
func (f *Fornitore) Tace(si bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.muto = si
}

// Indica makes its document name another address in a member (token_endpoint, jwks_uri, issuer …); empty: its own again.
func (f *Fornitore) Indica(membro, dove string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.altrove == nil {
		f.altrove = map[string]string{}
	}
	if f.altrove[membro] = dove; dove == "" {
		delete(f.altrove, membro)
	}
}

// SenzaChiavi makes it publish none, or its own again.
func (f *Fornitore) SenzaChiavi(si bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.nuda = si
}

// RifiutaPrima makes its token endpoint refuse with an error code (RFC 6749, 5.2) before it looks at name and secret; empty: no more.
func (f *Fornitore) RifiutaPrima(codice string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.prima = codice
}

func (f *Fornitore) zitto() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.muto
}

// Uscite are the logouts that browsers asked of it, as they asked.
func (f *Fornitore) Uscite() []url.Values {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]url.Values(nil), f.uscite...)
}

func (f *Fornitore) documento(w http.ResponseWriter, _ *http.Request) {
	base := f.server.URL
	f.mu.Lock()
	altrove := maps.Clone(f.altrove)
	f.mu.Unlock()
	d := map[string]any{"issuer": base, "authorization_endpoint": base + "/autorizza", "token_endpoint": base + "/token", "jwks_uri": base + "/chiavi",
		"userinfo_endpoint": base + "/persona", "end_session_endpoint": base + "/esci", "backchannel_logout_supported": true,
		"id_token_signing_alg_values_supported": []string{"RS256"}, "response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"token_endpoint_auth_methods_supported": []string{"client_secret_basic"}}
	for nome, dove := range altrove {
		d[nome] = dove
	}
	scrivi(w, d)
}

func (f *Fornitore) chiavi(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	nuda := f.nuda
	f.mu.Unlock()
	if nuda {
		scrivi(w, map[string]any{"keys": []any{}})
		return
	}
	p := f.chiave.PublicKey
	scrivi(w, map[string]any{"keys": []map[string]any{{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "prova",
		"n": base64.RawURLEncoding.EncodeToString(p.N.Bytes()), "e": base64.RawURLEncoding.EncodeToString(big.NewInt(int64(p.E)).Bytes())}}})
}

// autorizza lets in who was announced, without asking him anything, and sends the browser back.
func (f *Fornitore) autorizza(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	f.mu.Lock()
	defer f.mu.Unlock()
	if q.Get("client_id") != f.Client || q.Get("code_challenge_method") != "S256" || q.Get("response_type") != "code" || q.Get("nonce") == "" {
		http.Error(w, "richiesta non valida", http.StatusBadRequest)
		return
	}
	f.sidDi++
	claims := map[string]any{"sub": "persona", "sid": "sessione-" + big.NewInt(int64(f.sidDi)).String()}
	maps.Copy(claims, f.chi)
	c := rand.Text()
	f.codici[c] = codice{ritorno: q.Get("redirect_uri"), sfida: q.Get("code_challenge"), nonce: q.Get("nonce"), claims: claims}
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"code": {c}, "state": {q.Get("state")}, "iss": {f.server.URL}}.Encode(), http.StatusFound)
}

func (f *Fornitore) token(w http.ResponseWriter, r *http.Request) {
	id, segreto, _ := r.BasicAuth()
	f.mu.Lock()
	defer f.mu.Unlock()
	c, noto := f.codici[r.FormValue("code")]
	delete(f.codici, r.FormValue("code"))
	somma := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	switch {
	case f.prima != "":
		nonDato(w, f.prima, http.StatusBadRequest)
		return
	case id != f.Client || subtle.ConstantTimeCompare([]byte(segreto), []byte(f.Segreto)) != 1:
		nonDato(w, "invalid_client", http.StatusUnauthorized)
		return
	case !noto || r.FormValue("redirect_uri") != c.ritorno || base64.RawURLEncoding.EncodeToString(somma[:]) != c.sfida:
		nonDato(w, "invalid_grant", http.StatusBadRequest)
		return
	}
	claims := jwt.MapClaims{"iss": f.server.URL, "aud": f.Client, "nonce": c.nonce, "iat": tempo.Adesso().Unix(), "exp": tempo.Adesso().Add(5 * time.Minute).Unix()}
	maps.Copy(claims, c.claims)
	if f.cambia != nil {
		f.cambia(claims)
	}
	accesso := rand.Text()
	f.accessi[accesso] = map[string]any{"sub": c.claims["sub"]}
	maps.Copy(f.accessi[accesso], f.info)
	scrivi(w, map[string]any{"access_token": accesso, "token_type": "Bearer", "expires_in": 300, "id_token": f.firmato(claims, "JWT")})
}

// nonDato refuses a token (RFC 6749, 5.2).
func nonDato(w http.ResponseWriter, codice string, stato int) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(stato)
	_, _ = io.WriteString(w, `{"error":"`+codice+`"}`) // a client that went away
}

func (f *Fornitore) persona(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	chi, nota := f.accessi[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	if !nota {
		http.Error(w, "", http.StatusUnauthorized)
		return
	}
	scrivi(w, chi)
}

// esci ends the session at the provider and sends the browser back.
func (f *Fornitore) esci(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.uscite = append(f.uscite, r.URL.Query())
	f.mu.Unlock()
	if torna := r.URL.Query().Get("post_logout_redirect_uri"); torna != "" {
		http.Redirect(w, r, torna, http.StatusFound)
	}
}

// firmato signs claims as it signs everything now.
func (f *Fornitore) firmato(claims jwt.MapClaims, tipo string) string {
	t := jwt.NewWithClaims(jwt.SigningMethodRS256, claims)
	t.Header["kid"], t.Header["typ"] = "prova", tipo
	chiave := f.chiave
	if f.firma {
		chiave = f.altra
	}
	firmato, err := t.SignedString(chiave)
	if err != nil {
		return err.Error()
	}
	return firmato
}

// Avviso makes a logout token about somebody; cambia alters its claims first.
func (f *Fornitore) Avviso(cambia func(jwt.MapClaims)) string {
	claims := jwt.MapClaims{"iss": f.server.URL, "aud": f.Client, "iat": tempo.Adesso().Unix(), "exp": tempo.Adesso().Add(2 * time.Minute).Unix(),
		"jti": rand.Text(), "events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}}
	cambia(claims)
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.firmato(claims, "logout+jwt")
}

// Manda tells an address that a session is over, as providers do, and gives the status.
func (f *Fornitore) Manda(tb testing.TB, indirizzo, avviso string) int {
	tb.Helper()
	req, err := http.NewRequestWithContext(tb.Context(), http.MethodPost, indirizzo, strings.NewReader(url.Values{"logout_token": {avviso}}.Encode()))
	if err != nil {
		tb.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r, err := f.server.Client().Do(req)
	if err != nil {
		tb.Fatal(err)
	}
	defer r.Body.Close()
	_, _ = io.Copy(io.Discard, r.Body)
	return r.StatusCode
}

func scrivi(w http.ResponseWriter, corpo any) {
	dati, err := json.Marshal(corpo)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(dati) // a client that went away
}
