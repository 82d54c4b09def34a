//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"bufio"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// chiaveCore is the private key with which core signs in this stack: the tests forge with it what
// core would never sign.
func chiaveCore(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	testo, err := os.ReadFile(filepath.Join(stack.dati, "segreti", "chiave-firma.pem"))
	if err != nil {
		t.Fatal(err)
	}
	blocco, _ := pem.Decode(testo)
	if blocco == nil {
		t.Fatal("no PEM")
	}
	chiave, err := x509.ParsePKCS8PrivateKey(blocco.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	privata, ok := chiave.(ed25519.PrivateKey)
	if !ok {
		t.Fatalf("key %T", chiave)
	}
	return privata
}

// aperto splits a token into header and claims.
func aperto(t *testing.T, token string) (testa map[string]any, dati jwt.MapClaims) {
	t.Helper()
	dati = jwt.MapClaims{}
	letto, _, err := jwt.NewParser().ParseUnverified(token, dati)
	if err != nil {
		t.Fatal(err)
	}
	return letto.Header, dati
}

// firma signs claims with core's own key under core's own key name, after changing them.
func firma(t *testing.T, token string, cambia func(jwt.MapClaims)) string {
	t.Helper()
	testa, dati := aperto(t, token)
	cambia(dati)
	nuovo := jwt.NewWithClaims(jwt.SigningMethodEdDSA, dati)
	nuovo.Header["kid"] = testa["kid"]
	firmato, err := nuovo.SignedString(chiaveCore(t))
	if err != nil {
		t.Fatal(err)
	}
	return firmato
}

// contraffatti are tokens that look like the good one and are not.
func contraffatti(t *testing.T, buono string) map[string]string {
	t.Helper()
	testa, dati := aperto(t, buono)
	altraChiave := func() string {
		_, privata, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		finto := jwt.NewWithClaims(jwt.SigningMethodEdDSA, dati)
		finto.Header["kid"] = testa["kid"]
		firmato, err := finto.SignedString(privata)
		if err != nil {
			t.Fatal(err)
		}
		return firmato
	}
	conPubblica := func() string { // the classic confusion of algorithms
		finto := jwt.NewWithClaims(jwt.SigningMethodHS256, dati)
		finto.Header["kid"] = testa["kid"]
		pubblica, _ := chiaveCore(t).Public().(ed25519.PublicKey)
		firmato, err := finto.SignedString([]byte(pubblica))
		if err != nil {
			t.Fatal(err)
		}
		return firmato
	}
	parti := strings.Split(buono, ".")
	nessuno := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT","kid":"` + fmt.Sprint(testa["kid"]) + `"}`))
	ritoccato, err := json.Marshal(func() jwt.MapClaims { dati["tenant"] = "beta"; return dati }())
	if err != nil {
		t.Fatal(err)
	}
	corpo := base64.RawURLEncoding.EncodeToString(ritoccato)
	return map[string]string{
		"signed by another key":           altraChiave(),
		"HS256 with the public key":       conPubblica(),
		"alg none":                        nessuno + "." + parti[1] + ".",
		"alg none with the old signature": nessuno + "." + parti[1] + "." + parti[2],
		"its tenant changed afterwards":   parti[0] + "." + corpo + "." + parti[2],
		"without its signature":           parti[0] + "." + parti[1] + ".",
		"empty":                           "",
		"expired": firma(t, buono, func(c jwt.MapClaims) {
			c["exp"], c["iat"], c["nbf"] = tempo.Adesso().Add(-time.Minute).Unix(), tempo.Adesso().Add(-time.Hour).Unix(), tempo.Adesso().Add(-time.Hour).Unix()
		}),
		"without an end":      firma(t, buono, func(c jwt.MapClaims) { delete(c, "exp") }),
		"of another issuer":   firma(t, buono, func(c jwt.MapClaims) { c["iss"] = "altri" }),
		"for another module":  firma(t, buono, func(c jwt.MapClaims) { c["aud"] = []string{"mobile"} }),
		"without an audience": firma(t, buono, func(c jwt.MapClaims) { delete(c, "aud") }),
		"without a subject":   firma(t, buono, func(c jwt.MapClaims) { delete(c, "sub") }),
	}
}

// TestTokens: only a token that core signed, for this module, and that has not ended, opens a door;
// all the others are the same 401.
func TestTokens(t *testing.T) {
	buono := stack.operatore(t, "alfa")
	porte := map[string]*http.Request{
		"connessione":  richiesta(t, http.MethodPost, stack.url("connessione", baseConnessione+"/ricercaVerbalePagamento"), map[string]string{"numero": "999999999", "lettera": "", "targa": "AB123CD"}),
		"elaborazione": richiesta(t, http.MethodGet, stack.url("elaborazione", baseElaborazione+"/verbali/01936a2e-7c00-7000-8000-000000000001"), nil),
		"vpn":          richiesta(t, http.MethodGet, stack.url("vpn", "/VpnService/rest/collegamenti"), nil),
	}
	prova := func(t *testing.T, servizio, token string) risposta {
		t.Helper()
		r := porte[servizio].Clone(t.Context())
		if porte[servizio].GetBody != nil {
			r.Body, _ = porte[servizio].GetBody() // of a bytes.Reader: it cannot fail
		}
		r.Header.Set("Authorization", "Bearer "+token)
		letta, err := manda(r)
		if err != nil {
			t.Fatal(err)
		}
		return letta
	}
	for servizio := range porte {
		if r := prova(t, servizio, buono); r.stato == http.StatusUnauthorized || r.stato == http.StatusForbidden {
			t.Errorf("%s refuses the good token: %d %s", servizio, r.stato, r.corpo)
		}
		for regola, token := range contraffatti(t, buono) {
			t.Run(servizio+": a token "+regola, func(t *testing.T) {
				verificaProblema(t, prova(t, servizio, token), http.StatusUnauthorized, "CREDENZIALI_NON_VALIDE")
			})
		}
	}
	t.Run("a citizen's token opens connessione alone", func(t *testing.T) {
		citt := stack.entra(t, "cittadino.alfa", "CITT", "alfa-cittadini")
		verificaProblema(t, prova(t, "elaborazione", citt), http.StatusUnauthorized, "CREDENZIALI_NON_VALIDE")
		verificaProblema(t, prova(t, "vpn", citt), http.StatusUnauthorized, "CREDENZIALI_NON_VALIDE")
		verificaProblema(t, prova(t, "connessione", citt), http.StatusBadRequest, "DATI_NON_VALIDI") // not the key of a whole paper
	})
}

// TestLogin: wrong in any of the four is the same 401.
func TestLogin(t *testing.T) {
	buone := map[string]string{"username": "ufficio.alfa", "password": passwordProva, "reparto": "PL01", "portale": "alfa"}
	indirizzo := stack.url("connessione", baseConnessione+"/login")
	var primo string
	for i, c := range []struct{ campo, valore string }{
		{"username", "nessuno.alfa"}, {"password", "sbagliata"}, {"reparto", "PL02"}, {"portale", "beta"},
		{"portale", "beta-cittadini"}, {"portale", "inesistente"}, {"username", "'; DROP TABLE operatore; --"},
	} {
		t.Run(c.campo+" "+c.valore, func(t *testing.T) {
			credenziali := maps.Clone(buone)
			credenziali[c.campo] = c.valore
			r := chiama(t, http.MethodPost, indirizzo, credenziali, daIndirizzo(fmt.Sprintf("203.0.113.%d", i+1)))
			verificaProblema(t, r, http.StatusUnauthorized, "CREDENZIALI_NON_VALIDE")
			var p problema
			if err := json.Unmarshal(r.corpo, &p); err != nil {
				t.Fatal(err)
			}
			if primo == "" {
				primo = p.Title + p.Detail
			}
			if p.Title+p.Detail != primo {
				t.Errorf("other words: %s", r.corpo)
			}
		})
	}
	t.Run("an unknown field is refused by its name", func(t *testing.T) {
		r := chiama(t, http.MethodPost, indirizzo, map[string]string{"username": "x", "password": "x", "reparto": "x", "portale": "x", "ruolo": "PIATTAFORMA"})
		verificaProblema(t, r, http.StatusBadRequest, "")
		if !strings.Contains(string(r.corpo), "ruolo") {
			t.Errorf("the answer does not name it: %s", r.corpo)
		}
	})
	t.Run("a login from another command's portal is refused", func(t *testing.T) {
		altrui := maps.Clone(buone)
		altrui["username"] = "ufficio.beta"
		r := chiama(t, http.MethodPost, indirizzo, altrui, daIndirizzo("203.0.113.99"))
		verificaProblema(t, r, http.StatusUnauthorized, "CREDENZIALI_NON_VALIDE")
	})
}

// TestRealmHeader: tenantapi reads X-Realm before anything else (design, section 6).
func TestRealmHeader(t *testing.T) {
	ricerca := stack.url("tenantapi", "/api/verbale/ricerca")
	t.Run("missing or blank: the specified 500, before method, path and body", func(t *testing.T) {
		for _, r := range []risposta{
			chiama(t, http.MethodPost, ricerca, "{"), chiama(t, http.MethodGet, ricerca, nil),
			chiama(t, http.MethodPost, stack.url("tenantapi", "/non/esiste"), nil),
			chiama(t, http.MethodPost, ricerca, map[string]any{}, conTesta("X-Realm", "  ")),
		} {
			p := leggi[problema](t, r, http.StatusInternalServerError)
			if p.Title != "No tenant identifier specified" || p.Detail != p.Title || p.Codice != "TENANT_MANCANTE" {
				t.Errorf("%+v", p)
			}
		}
	})
	t.Run("two are 400", func(t *testing.T) {
		r := chiama(t, http.MethodPost, ricerca, map[string]any{}, conTesta("X-Realm", "alfa"), conTesta("X-Realm", "beta"))
		verificaProblema(t, r, http.StatusBadRequest, "")
	})
	for _, nome := range []string{"gamma", "al'fa", `al"fa`, "alfa/../beta", "../piattaforma", "piattaforma", "alfa; DROP", "alfà",
		"%61lfa", "alfa,beta", strings.Repeat("a", 5_000), "verbali_modello", "postgres"} {
		t.Run(fmt.Sprintf("%.30q is nobody's name", nome), func(t *testing.T) {
			verificaProblema(t, chiama(t, http.MethodPost, ricerca, map[string]any{}, conTesta("X-Realm", nome)), http.StatusNotFound, "TENANT_SCONOSCIUTO")
		})
	}
	t.Run("a name is compared without case", func(t *testing.T) {
		leggi[map[string]any](t, chiama(t, http.MethodPost, ricerca, map[string]any{}, conTesta("X-Realm", "ALFA")), http.StatusOK)
	})
	t.Run("a name with NUL does not reach anybody", func(t *testing.T) { conNUL(t) })
	t.Run("GET is 405 and says what is allowed", func(t *testing.T) {
		r := chiama(t, http.MethodGet, ricerca, nil, conTesta("X-Realm", "alfa"))
		verificaProblema(t, r, http.StatusMethodNotAllowed, "")
		if r.testa.Get("Allow") != "POST" {
			t.Errorf("Allow: %q", r.testa.Get("Allow"))
		}
	})
	t.Run("an unknown member and a wrong value are refused by name", func(t *testing.T) {
		for campo, valore := range map[string]any{"tenant": "beta", "dimensione": 100_000, "iuv": "abc", "ordina": "targa; DROP TABLE verbale"} {
			r := chiama(t, http.MethodPost, ricerca, map[string]any{campo: valore}, conTesta("X-Realm", "alfa"))
			verificaProblema(t, r, http.StatusBadRequest, "")
			if !strings.Contains(string(r.corpo), campo) {
				t.Errorf("%s is not named: %s", campo, r.corpo)
			}
		}
	})
	t.Run("the search by person is reserved", func(t *testing.T) {
		chi := map[string]any{"codiceFiscale": "RSSMRA80A01H501U"}
		verificaProblema(t, chiama(t, http.MethodPost, ricerca, chi, conTesta("X-Realm", "alfa")), http.StatusForbidden, "RISERVATO")
		beta := stack.operatore(t, "beta")
		verificaProblema(t, chiama(t, http.MethodPost, ricerca, chi, conTesta("X-Realm", "alfa"), conToken(beta)), http.StatusForbidden, "RISERVATO")
		leggi[map[string]any](t, chiama(t, http.MethodPost, ricerca, chi, conTesta("X-Realm", "beta"), conToken(beta)), http.StatusOK)
	})
}

// conNUL writes the bytes by hand: no HTTP client sends them.
func conNUL(t *testing.T) {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(stack.url("tenantapi", ""), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(tempo.Macchina().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(c, "POST /api/verbale/ricerca HTTP/1.1\r\nHost: x\r\nX-Realm: al\x00fa\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusBadRequest && r.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", r.StatusCode)
	}
}

// porta is one door of the platform and what it answers to whom.
type porta struct {
	servizio, metodo, percorso, chi string
	stato                           int
}

// TestDoors: under a module's path 401 comes first, then 403, then 404; what is open is open.
func TestDoors(t *testing.T) {
	const soap = percorsoSOAP
	casi := []porta{
		{"core", "GET", "/CoreService/rest/non-esiste", "", 401},
		{"core", "GET", "/CoreService/rest/non-esiste", "operatore.alfa", 404},
		{"connessione", "GET", "/ConnessioneService/rest/non-esiste", "", 401},
		{"connessione", "GET", "/ConnessioneService/rest/non-esiste", "operatore.alfa", 404},
		{"connessione", "POST", baseConnessione + "/ricercaVerbaleDati", "", 401},
		{"connessione", "POST", baseConnessione + "/ricercaVerbaleDati", "integratore.alfa", 403},
		{"elaborazione", "GET", "/ElaborazioneService/rest/non-esiste", "", 401},
		{"elaborazione", "GET", "/ElaborazioneService/rest/non-esiste", "operatore.alfa", 404},
		{"elaborazione", "GET", baseElaborazione + "/verbali/01936a2e-7c00-7000-8000-000000000001", "integratore.alfa", 403},
		{"elaborazione", "GET", baseElaborazione + "/verbali/01936a2e-7c00-7000-8000-000000000001", "operatore.alfa", 404},
		{"elaborazione", "GET", baseElaborazione + "/verbali/' OR 1=1 --", "operatore.alfa", 404},
		{"elaborazione", "POST", soap, "", 401}, {"elaborazione", "POST", soap, "operatore.alfa", 403},
		{"mobile", "GET", "/mobile/api/tabelleFisse", "", 401}, {"mobile", "GET", "/mobile/api/tabelleFisse", "agente.alfa", 200},
		{"mobile", "GET", "/mobile/api/tabelleFisse", "operatore.alfa", 403}, {"mobile", "GET", "/mobile/api/non-esiste", "", 401},
		{"mobile", "GET", "/mobile/api/non-esiste", "agente.alfa", 404},
		{"ocr", "GET", "/OcrService/rest/non-esiste", "", 401}, {"ocr", "GET", "/OcrService/rest/non-esiste", "operatore.alfa", 404},
		{"vpn", "GET", "/VpnService/rest/collegamenti", "", 401}, {"vpn", "GET", "/VpnService/rest/collegamenti", "integratore.alfa", 403},
		{"vpn", "GET", "/VpnService/rest/collegamenti", "operatore.alfa", 200}, {"vpn", "GET", "/VpnService/rest/non-esiste", "operatore.alfa", 404},
		{"elaborazione", "GET", soap + "?wsdl", "", 200}, {"core", "GET", "/CoreService/rest/chiavi", "", 200},
		{"core", "GET", "/CoreService/login", "", 200},
	}
	for servizio, contratto := range map[string]string{
		"core": "/CoreService/rest", "connessione": "/ConnessioneService/rest", "tenantapi": "/api", "mobile": "/mobile/api",
		"elaborazione": "/ElaborazioneService/rest", "ocr": "/OcrService/rest", "vpn": "/VpnService/rest",
	} {
		for _, percorso := range []string{"/livez", "/readyz", "/metrics", contratto + "/openapi.yaml", contratto + "/openapi"} {
			casi = append(casi, porta{servizio, "GET", percorso, "", 200})
		}
	}
	for _, c := range casi {
		chi := c.chi
		if chi == "" {
			chi = "nobody"
		}
		t.Run(fmt.Sprintf("%s %s %s by %s is %d", c.servizio, c.metodo, c.percorso, chi, c.stato), func(t *testing.T) {
			t.Parallel()
			c.prova(t)
		})
	}
}

func (c porta) prova(t *testing.T) {
	t.Helper()
	var chi []opzione
	if c.chi != "" {
		chi = append(chi, conBasic(c.chi, passwordProva))
	}
	r := chiama(t, c.metodo, stack.url(c.servizio, strings.ReplaceAll(c.percorso, " ", "%20")), nil, chi...)
	if r.stato != c.stato {
		t.Errorf("status %d: %.300s", r.stato, r.corpo)
	}
	if r.stato == http.StatusUnauthorized && c.servizio == "mobile" && !strings.Contains(r.testa.Get("WWW-Authenticate"), "ApplicationDomain") {
		t.Errorf("WWW-Authenticate: %q", r.testa.Get("WWW-Authenticate"))
	}
	if r.stato >= 400 && !strings.HasSuffix(c.percorso, percorsoSOAP) {
		verificaProblema(t, r, c.stato, "")
	}
}

// TestBearerForBasic: a token is taken wherever BASIC is.
func TestBearerForBasic(t *testing.T) {
	token := stack.entra(t, "integratore.alfa", "PL01", "alfa")
	id := "token-" + unico()
	e, err := stack.soap(t, "alfa", busta12, nuovaMulta(id, 8_500).corpo(), conToken(token))
	if err != nil || e.Esito != "INSERITO" {
		t.Fatalf("%v, %+v", err, e)
	}
	if letta := stack.leggiVerbale(t, "alfa", id); letta.IDVerbale != e.IDVerbale {
		t.Errorf("BASIC reads %+v, the token wrote %+v", letta, e)
	}
	if letta := stack.leggiVerbale(t, "beta", id); letta.Errore != "NON_TROVATO" {
		t.Errorf("beta's integrator reads alfa's fine: %+v", letta)
	}
}

// TestFixedTables: a tablet loads the tables once and is told when nothing has changed.
func TestFixedTables(t *testing.T) {
	indirizzo := stack.url("mobile", "/mobile/api/tabelleFisse")
	agente := conBasic("agente.alfa", passwordProva)
	r := chiama(t, http.MethodGet, indirizzo, nil, agente)
	if r.stato != http.StatusOK || !strings.Contains(string(r.corpo), "142-8") || r.testa.Get("ETag") == "" {
		t.Fatalf("%d, ETag %q: %.300s", r.stato, r.testa.Get("ETag"), r.corpo)
	}
	if r := chiama(t, http.MethodGet, indirizzo, nil, agente, conTesta("If-None-Match", r.testa.Get("ETag"))); r.stato != http.StatusNotModified || len(r.corpo) > 0 {
		t.Errorf("the same again: %d, %d bytes", r.stato, len(r.corpo))
	}
	for _, tabella := range []string{"comuni", "violazioni", "tariffe", "strade", "reparti"} {
		if r := chiama(t, http.MethodGet, indirizzo+"/"+tabella, nil, agente); r.stato != http.StatusOK {
			t.Errorf("%s: %d %.200s", tabella, r.stato, r.corpo)
		}
	}
	verificaProblema(t, chiama(t, http.MethodGet, indirizzo+"/inesistente", nil, agente), http.StatusNotFound, "")
	r = chiama(t, http.MethodGet, indirizzo, nil, conBasic("agente.alfa", "sbagliata"), daIndirizzo("203.0.113.200"))
	verificaProblema(t, r, http.StatusUnauthorized, "CREDENZIALI_NON_VALIDE")
}

// TestPrefixes: every group answers under three prefixes (design, section 1).
func TestPrefixes(t *testing.T) {
	token := stack.operatore(t, "alfa")
	for _, percorso := range []string{
		"/ElaborazioneService/rest/VerbaliRestService", "/ElaborazioneService/rest/rest/VerbaliRestService", "/rest/VerbaliRestService",
	} {
		r := chiama(t, http.MethodGet, stack.url("elaborazione", percorso+"/verbali/01936a2e-7c00-7000-8000-000000000001"), nil, conToken(token))
		verificaProblema(t, r, http.StatusNotFound, "NON_TROVATO")
	}
	r := chiama(t, http.MethodPost, stack.url("tenantapi", "/verbale/ricerca"), map[string]any{"dimensione": 1}, conTesta("X-Realm", "alfa"))
	leggi[map[string]any](t, r, http.StatusOK)
	if r := chiama(t, http.MethodGet, stack.url("elaborazione", "/ElaborazioneService/rest/VerbaleInsService?wsdl"), nil); r.stato != http.StatusOK {
		t.Errorf("the WSDL under the REST prefix: %d", r.stato)
	}
}
