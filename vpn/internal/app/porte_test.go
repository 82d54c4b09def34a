package app_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/vpn/internal/app"
)

const veicolo = "/VpnService/rest/veicoli/AB123CD?motivo=prova"

func TestTokensThatDoNotOpen(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	nessuno := jwt.NewWithClaims(jwt.SigningMethodNone, claims())
	nessuno.Header["kid"] = "k1"
	algNone, err := nessuno.SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	buono := b.realm.Token(t, claims())
	casi := map[string]string{
		"none at all":            "",
		"alg none":               "Bearer " + algNone,
		"signed by a stranger":   "Bearer " + testkit.NuovoRealm(t).Token(t, claims()),
		"expired":                "Bearer " + b.realm.Token(t, claims(func(c *auth.Claims) { c.ExpiresAt = jwt.NewNumericDate(tempo.Adesso().Add(-time.Minute)) })),
		"without expiry":         "Bearer " + b.realm.Token(t, claims(func(c *auth.Claims) { c.ExpiresAt = nil })),
		"for another module":     "Bearer " + b.realm.Token(t, claims(func(c *auth.Claims) { c.Audience = jwt.ClaimStrings{"connessione"} })),
		"of another issuer":      "Bearer " + b.realm.Token(t, claims(func(c *auth.Claims) { c.Issuer = "altri" })),
		"altered":                "Bearer " + buono[:len(buono)-6] + "AAAAAA",
		"nonsense":               "Bearer x.y.z",
		"a scheme of its own":    "Digest " + buono,
		"basic that nobody read": "Basic %%%",
	}
	for nome, autorizzazione := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			for _, percorso := range []string{veicolo, "/VpnService/rest/collegamenti", "/VpnService/rest/non-esiste", "/rest/non-esiste", "/VpnService/rest"} {
				w := b.chiama(t, percorso, autorizzazione)
				if w.Code != http.StatusUnauthorized || problema(t, w).Codice != "CREDENZIALI_NON_VALIDE" {
					t.Errorf("%s: %d %s", percorso, w.Code, w.Body)
				}
				if !strings.Contains(strings.Join(w.Header().Values("WWW-Authenticate"), " "), `Basic realm="ApplicationDomain"`) {
					t.Errorf("%s: WWW-Authenticate %q", percorso, w.Header().Values("WWW-Authenticate"))
				}
			}
		})
	}
	if w := b.chiama(t, veicolo, "Bearer "+buono); w.Code != http.StatusOK {
		t.Errorf("the good one: %d %s", w.Code, w.Body)
	}
}

func TestRolesAndTenants(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	tenant := func(nome string) func(*auth.Claims) { return func(c *auth.Claims) { c.Tenant = nome } }
	casi := map[string]struct {
		cambia   func(*auth.Claims)
		percorso string
		stato    int
		codice   string
	}{
		"an operator may":                        {ruolo(auth.RuoloOperatore), veicolo, 200, ""},
		"the office may":                         {ruolo(auth.RuoloUfficio), veicolo, 200, ""},
		"who only reads may not":                 {ruolo(auth.RuoloLettura), veicolo, 403, "PERMESSO_MANCANTE"},
		"an officer may not, here":               {ruolo(auth.RuoloAgente), veicolo, 403, "PERMESSO_MANCANTE"},
		"an integrator may not":                  {ruolo(auth.RuoloIntegratore), veicolo, 403, "PERMESSO_MANCANTE"},
		"a citizen may not":                      {ruolo(auth.RuoloCittadino), veicolo, 403, "PERMESSO_MANCANTE"},
		"nor see the networks":                   {ruolo(auth.RuoloLettura), "/VpnService/rest/collegamenti", 403, "PERMESSO_MANCANTE"},
		"nor look a licence up":                  {ruolo(auth.RuoloLettura), "/VpnService/rest/patenti/U10000001A?motivo=prova", 403, "PERMESSO_MANCANTE"},
		"a role that nobody knows may not":       {ruolo("ALTRO"), veicolo, 403, "PERMESSO_MANCANTE"},
		"nor without roles":                      {ruolo(), "/VpnService/rest/collegamenti", 403, "PERMESSO_MANCANTE"},
		"what does not exist comes after":        {ruolo(auth.RuoloOperatore), "/VpnService/rest/transiti", 404, "RISORSA_INESISTENTE"},
		"the other prefixes answer the same":     {ruolo(auth.RuoloOperatore), "/rest/veicoli/AB123CD?motivo=prova", 200, ""},
		"the doubled prefix too":                 {ruolo(auth.RuoloOperatore), "/VpnService/rest/rest/veicoli/AB123CD?motivo=prova", 200, ""},
		"a tenant that is not there":             {tenant("gamma"), veicolo, 404, "TENANT_SCONOSCIUTO"},
		"the platform's people name no fine":     {func(c *auth.Claims) { c.Tenant, c.Roles = "", []string{auth.RuoloPiattaforma} }, veicolo, 403, "PERMESSO_MANCANTE"},
		"the state of networks asks no database": {tenant("gamma"), "/VpnService/rest/collegamenti", 200, ""},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			w := b.chiediCome(t, c.percorso, c.cambia)
			if w.Code != c.stato || c.codice != "" && problema(t, w).Codice != c.codice {
				t.Errorf("%d %s, want %d %s", w.Code, w.Body, c.stato, c.codice)
			}
		})
	}
}

func TestModuleMayLetInFewRolesOnly(t *testing.T) {
	t.Parallel()
	b := apparecchiaVerso(t, "http://127.0.0.1:1", func(i *app.Impostazioni) { i.RuoliAmmessi = []string{auth.RuoloUfficio} })
	for percorso, want := range map[string]int{"/VpnService/rest/collegamenti": 403, "/VpnService/rest/non-esiste": 403} {
		w := b.chiediCome(t, percorso, ruolo(auth.RuoloOperatore))
		if w.Code != want || problema(t, w).Codice != "RUOLO_NON_AMMESSO" {
			t.Errorf("%s: %d %s", percorso, w.Code, w.Body)
		}
	}
	if w := b.chiediCome(t, "/VpnService/rest/collegamenti", ruolo(auth.RuoloUfficio)); w.Code != 200 {
		t.Errorf("the role let in: %d", w.Code)
	}
	for r, want := range map[string]string{auth.RuoloOperatore: "RUOLO_NON_AMMESSO", auth.RuoloUfficio: "REGISTRO_NON_DISPONIBILE"} {
		if _, err := b.domanda(t, "targa", b.realm.Token(t, claims(ruolo(r))), event.DomandaTarga{Targa: "AB123CD", Motivo: "prova"}); !problem.Is(err, want) {
			t.Errorf("a question of %s: %v, want %s", r, err, want)
		}
	}
}

func TestBasicIsExchangedWithTheRealm(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var chieste atomic.Int32
	err := b.altri.Reply("accesso", time.Second, func(ctx context.Context, domanda []byte) (any, error) {
		chieste.Add(1)
		return b.realm.Accedi(ctx, domanda)
	})
	if err := errors.Join(err, b.altri.Conn.Flush()); err != nil {
		t.Fatal(err)
	}
	con := func(password string) string {
		return "Basic " + base64.StdEncoding.EncodeToString([]byte("operatore.alfa:"+password))
	}
	for range 3 {
		if w := b.chiama(t, veicolo, con(testkit.PasswordGiusta)); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if n := chieste.Load(); n != 1 {
		t.Errorf("the realm was asked %d times for one exchange", n)
	}
	if w := b.chiama(t, veicolo, con("sbagliata")); w.Code != http.StatusUnauthorized {
		t.Errorf("wrong password: %d %s", w.Code, w.Body)
	}
}

func TestOpenPages(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for percorso, stato := range map[string]int{"/livez": 200, "/readyz": 200, "/VpnService/rest/openapi.yaml": 200, "/VpnService/rest/openapi": 200} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, percorso, nil)
		r.RemoteAddr = "127.0.0.1:1"
		w := httptest.NewRecorder()
		if b.Web.Echo.ServeHTTP(w, r); w.Code != stato {
			t.Errorf("%s: %d %s", percorso, w.Code, w.Body)
		}
	}
}

func TestEveryQuestionNamesItsFields(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	domani := url.QueryEscape(tempo.Oggi().AddDays(2).String())
	casi := map[string]struct {
		percorso string
		campi    []string
	}{
		"no reason":                   {"/veicoli/AB123CD", []string{"motivo"}},
		"a blank reason":              {"/veicoli/AB123CD?motivo=%20%20", []string{"motivo"}},
		"a reason too long":           {"/veicoli/AB123CD?motivo=" + strings.Repeat("m", 201), []string{"motivo"}},
		"a reason on two lines":       {"/veicoli/AB123CD?motivo=a%0D%0AX-Altro:b", []string{"motivo"}},
		"a reason that is not UTF-8":  {"/veicoli/AB123CD?motivo=%ff", []string{"motivo"}},
		"a plate of no shape":         {"/veicoli/QQQ?motivo=prova", []string{"targa"}},
		"a plate that climbs":         {"/veicoli/..%2f..%2fx?motivo=prova", []string{"targa"}},
		"a day that does not exist":   {"/veicoli/AB123CD?motivo=prova&data=2026-02-30", []string{"data"}},
		"a day to come":               {"/veicoli/AB123CD?motivo=prova&data=" + domani, []string{"data"}},
		"everything at once":          {"/veicoli/QQQ?data=ieri", []string{"targa", "data", "motivo"}},
		"a licence without a reason":  {"/patenti/U10000001A", []string{"motivo"}},
		"a licence that cannot be":    {"/patenti/A$?motivo=prova", []string{"numero"}},
		"a licence of many letters":   {"/patenti/" + strings.Repeat("A", 5000) + "?motivo=prova", []string{"numero"}},
		"a licence and its last sign": {"/patenti/%00?motivo=prova", []string{"numero"}},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			w := b.chiediCome(t, "/VpnService/rest"+c.percorso)
			if w.Code != http.StatusBadRequest {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			var campi []string
			for _, e := range problema(t, w).Errori {
				campi = append(campi, e.Campo)
			}
			if d := cmp.Diff(c.campi, campi); d != "" {
				t.Errorf("fields at fault:\n%s", d)
			}
		})
	}
}

func TestEveryAnswerIsInTheAuditBeforeItIsShown(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, percorso := range []string{"/veicoli/ab%20123%20cd?motivo=controllo", "/veicoli/ZS404AA?motivo=controllo", "/veicoli/ZS530AA?motivo=controllo",
		"/patenti/U10000001A?motivo=controllo"} {
		b.chiediCome(t, "/VpnService/rest"+percorso)
	}
	rows, err := b.ambiente.Banca(t, "vpn", "alfa").Query(t.Context(),
		`SELECT concat_ws(' ', attore, azione, oggetto_tipo, oggetto, motivo, esito) FROM registro WHERE indirizzo <> '' ORDER BY posizione`)
	if err != nil {
		t.Fatal(err)
	}
	var voci []string
	for rows.Next() {
		var v string
		if err := rows.Scan(&v); err != nil {
			t.Fatal(err)
		}
		voci = append(voci, v)
	}
	want := []string{
		"operatore.alfa CONSULTA_VEICOLO veicolo AB123CD controllo TROVATO",
		"operatore.alfa CONSULTA_VEICOLO veicolo ZS404AA controllo NON_TROVATO",
		"operatore.alfa CONSULTA_VEICOLO veicolo ZS530AA controllo RISPOSTA_NON_UTILIZZABILE",
		"operatore.alfa CONSULTA_PATENTE patente U10000001A controllo TROVATO",
	}
	if d := cmp.Diff(want, voci); d != "" {
		t.Error(d)
	}
	b.ambiente.Esegui(t, "vpn", "alfa", `ALTER TABLE registro RENAME TO registro_via`)
	if w := b.chiediCome(t, "/VpnService/rest"+"/veicoli/AB123CD?motivo=controllo"); w.Code != http.StatusServiceUnavailable || strings.Contains(w.Body.String(), "intestatari") {
		t.Errorf("an answer that cannot be recorded: %d %s", w.Code, w.Body)
	}
}

// TestRegisterThatRefusesIsNoFaultOfOurs: a refusal that is not about the plate is told by its name.
func TestRegisterThatRefusesIsNoFaultOfOurs(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"codice":"RICHIEDENTE_SOSPESO"}`))
	}))
	t.Cleanup(server.Close)
	b := apparecchiaVerso(t, server.URL)
	for _, percorso := range []string{"/veicoli/AB123CD?motivo=controllo", "/patenti/U10000001A?motivo=controllo"} {
		w := b.chiediCome(t, "/VpnService/rest"+percorso)
		if d := problema(t, w); d.Codice != "RICHIESTA_RIFIUTATA" || w.Code != http.StatusServiceUnavailable || !strings.Contains(d.Detail, "RICHIEDENTE_SOSPESO") {
			t.Errorf("%s: %d %s", percorso, w.Code, w.Body)
		}
	}
}

func TestWrongSettingStopsTheStartByItsName(t *testing.T) {
	t.Parallel()
	for variabile, imp := range map[string]app.Impostazioni{
		"URL":         {MotorizzazioneURL: "ftp://altrove"},
		"PROXY":       {MotorizzazioneURL: "http://altrove", MotorizzazioneProxy: "ftp://altrove"},
		"CERTIFICATO": {MotorizzazioneURL: "https://altrove", MotorizzazioneCert: "manca.pem", MotorizzazioneChiave: "manca.pem"},
		"RADICI":      {MotorizzazioneURL: "https://altrove", MotorizzazioneRadici: "manca.pem"},
	} {
		_, err := app.Componi(t.Context(), imp, tempo.Adesso)
		var e *config.ValueError
		if !errors.As(err, &e) || e.Variable != "VERBALI_VPN_MOTORIZZAZIONE_"+variabile {
			t.Errorf("%s: %v", variabile, err)
		}
	}
}

func TestProxyMayBeASecretInAFile(t *testing.T) {
	t.Setenv("VERBALI_VPN_MOTORIZZAZIONE_PROXY_FILE", filepath.Join(t.TempDir(), "manca"))
	_, err := app.Componi(t.Context(), app.Impostazioni{MotorizzazioneURL: "http://altrove"}, tempo.Adesso)
	var e *config.ValueError
	if !errors.As(err, &e) || e.Variable != "VERBALI_VPN_MOTORIZZAZIONE_PROXY" {
		t.Errorf("%v", err)
	}
	var testo strings.Builder
	if err := config.Describe(&testo, app.Impostazioni{MotorizzazioneProxy: "http://vpn:segreta@proxy", MotorizzazioneCert: "/etc/vpn.pem"}); err != nil ||
		strings.Contains(testo.String(), "segreta") || !strings.Contains(testo.String(), "/etc/vpn.pem") {
		t.Errorf("%s %v", testo.String(), err)
	}
}

// TestRegisterWithCertificates: the settings reach the connection. The connection itself is tested in shared/esterno.
func TestRegisterWithCertificates(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(motorizzazione.Nuovo(motorizzazione.Opzioni{Orologio: tempo.Corrente{}}).Handler())
	server.TLS = &tls.Config{MinVersion: tls.VersionTLS12, ClientAuth: tls.RequireAnyClientCert}
	server.StartTLS()
	t.Cleanup(server.Close)
	chiave, err := x509.MarshalPKCS8PrivateKey(server.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	cartella := t.TempDir()
	file := func(tipo string, dati []byte) string {
		nome := filepath.Join(cartella, strings.ReplaceAll(tipo, " ", ""))
		if err := os.WriteFile(nome, pem.EncodeToMemory(&pem.Block{Type: tipo, Bytes: dati}), 0o600); err != nil {
			t.Fatal(err)
		}
		return nome
	}
	b := apparecchiaVerso(t, server.URL, func(i *app.Impostazioni) { // the server's own certificate serves for all three
		i.MotorizzazioneCert, i.MotorizzazioneChiave = file("CERTIFICATE", server.Certificate().Raw), file("PRIVATE KEY", chiave)
		i.MotorizzazioneRadici = i.MotorizzazioneCert
	})
	if w := b.chiediCome(t, veicolo); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil)
	r.RemoteAddr = "127.0.0.1:1"
	if b.Web.Echo.ServeHTTP(w, r); !strings.Contains(w.Body.String(), `esterno_tentativo_secondi_count{esito="RISPOSTA",sistema="motorizzazione"} 1`) {
		t.Error("the register is not in the metrics")
	}
}
