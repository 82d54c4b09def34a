package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

const passwordNuova = "Altra-segretissima-2026"

// operatori is a core with an administrator in each tenant.
func operatori(t *testing.T) *banco {
	t.Helper()
	b := apparecchia(t)
	for _, tenant := range []string{"alfa", "beta"} {
		if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), operatore.Operatore{Username: "capo." + tenant, Tenant: tenant, Reparto: "PL01",
			Ruoli: []string{"AMMINISTRATORE"}}, password); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// programma calls the REST routes with HTTP BASIC.
type programma struct {
	b        *banco
	username string
	realm    string // value of X-Realm; empty: none
}

func (p programma) chiama(t *testing.T, metodo, percorso, corpo string) risposta {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), metodo, p.b.sito.URL+"/CoreService/rest"+percorso, strings.NewReader(corpo))
	if err != nil {
		t.Fatal(err)
	}
	req.SetBasicAuth(p.username, password)
	if corpo != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if p.realm != "" {
		req.Header.Set("X-Realm", p.realm)
	}
	var r risposta
	testkit.Attendi(t, 20*time.Second, "the realm to answer over NATS", func() bool {
		letta, err := http.DefaultTransport.RoundTrip(req.Clone(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = letta.Body.Close() }()
		testo, err := io.ReadAll(letta.Body)
		if err != nil {
			t.Fatal(err)
		}
		r = risposta{stato: letta.StatusCode, corpo: string(testo), testa: letta.Header}
		if corpo != "" {
			req.Body = io.NopCloser(strings.NewReader(corpo))
		}
		return r.stato != http.StatusServiceUnavailable
	})
	return r
}

// Usernames are unique in the platform: who administers a command learns of those of others a few an hour, each with its line.
func TestINomiDegliAltriComandiNonSiProvano(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	capo, capoBeta := programma{b, "capo.alfa", ""}, programma{b, "capo.beta", ""}
	nuovo := func(username string) string {
		return `{"username":"` + username + `","reparto":"PL01","ruoli":["OPERATORE"],"nome":"Anna","cognome":"Bianchi","verifica":"LOCALE","password":"` + password + `"}`
	}
	chiede := func(p programma, username string, stato int, dice string) {
		t.Helper()
		if r := p.chiama(t, "POST", "/operatori", nuovo(username)); r.stato != stato || !strings.Contains(r.corpo, dice) {
			t.Errorf("%s: %d %s, want %d %s", username, r.stato, r.corpo, stato, dice)
		}
	}
	chiede(capo, "mia", 201, "")
	for range 12 { // one's own names are no secret
		chiede(capo, "mia", 409, "USERNAME_GIA_USATO")
	}
	for range 10 {
		chiede(capo, "capo.beta", 409, "USERNAME_GIA_USATO")
	}
	for _, username := range []string{"capo.beta", "libero", "mia"} { // nothing is learnt any more
		chiede(capo, username, 429, "TROPPE_RICHIESTE")
	}
	chiede(capoBeta, "libero", 201, "")
	righe := 0
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM registro
		WHERE attore = 'capo.alfa' AND azione = 'CREATO' AND oggetto = 'alfa/capo.beta' AND esito = 'USERNAME_GIA_USATO' AND indirizzo <> ''`).Scan(&righe); err != nil || righe != 10 {
		t.Errorf("%d lines, %v", righe, err)
	}
}

func TestOperatoriViaREST(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	capo, capoBeta, piattaforma := programma{b, "capo.alfa", ""}, programma{b, "capo.beta", ""}, programma{b, "piattaforma", "alfa"}
	nuovo := `{"username":"anna","reparto":"PL01","ruoli":["OPERATORE"],"nome":"Anna","cognome":"Bianchi","verifica":"LOCALE","password":"` + password + `"}`
	dati := `"reparto":"PL02","ruoli":["UFFICIO"],"nome":"Anna","cognome":"Verdi","codiceFiscale":"","integratore":"","verifica":"LOCALE","stato":"ATTIVO"`
	passi := []struct {
		regola           string
		chi              programma
		metodo, percorso string
		corpo            string
		stato            int
		dice             string
	}{
		{"an operator may not", programma{b, "mario", ""}, "GET", "/operatori", "", 403, "PERMESSO_MANCANTE"},
		{"the administrator makes one", capo, "POST", "/operatori", nuovo, 201, `"cognome":"Bianchi"`},
		{"again the name is taken", capo, "POST", "/operatori", nuovo, 409, "USERNAME_GIA_USATO"},
		{"he reads it", capo, "GET", "/operatori/anna", "", 200, `"versione":1`},
		{"another tenant does not", capoBeta, "GET", "/operatori/anna", "", 404, "NON_TROVATO"},
		{"nor changes it", capoBeta, "PUT", "/operatori/anna", "{" + dati + `,"versione":1}`, 404, "NON_TROVATO"},
		{"nor its password", capoBeta, "POST", "/operatori/anna/password", `{"password":"` + passwordNuova + `"}`, 404, "NON_TROVATO"},
		{"he changes it", capo, "PUT", "/operatori/anna", "{" + dati + `,"versione":1}`, 200, `"versione":2`},
		{"not twice from one version", capo, "PUT", "/operatori/anna", "{" + dati + `,"versione":1}`, 409, "CAMBIATO_NEL_FRATTEMPO"},
		{"not without a version", capo, "PUT", "/operatori/anna", "{" + dati + `}`, 400, "versione"},
		{"not without the roles: what is forgotten is not erased", capo, "PUT", "/operatori/anna", `{"versione":2}`, 400, "ruoli"},
		{"not with a field too many", capo, "PUT", "/operatori/anna", "{" + dati + `,"versione":2,"impronta":"x"}`, 400, "impronta"},
		{"not into the platform", capo, "PUT", "/operatori/anna",
			"{" + strings.Replace(dati, "UFFICIO", "PIATTAFORMA", 1) + `,"versione":2}`, 403, "RUOLO_NON_ASSEGNABILE"},
		{"he gives a password", capo, "POST", "/operatori/anna/password", `{"password":"` + passwordNuova + `"}`, 204, ""},
		{"not a short one", capo, "POST", "/operatori/anna/password", `{"password":"breve"}`, 400, "password"},
		{"the list filters", capo, "GET", "/operatori?cerca=verdi&stato=ATTIVO&reparto=PL02", "", 200, `"username":"anna"`},
		{"the filter is checked", capo, "GET", "/operatori?stato=ALTRO", "", 400, "stato"},
		{"a NUL finds nothing", capo, "GET", "/operatori?cerca=%00", "", 400, "cerca"},
		{"a NUL is nobody", capo, "GET", "/operatori/a%00b", "", 404, "NON_TROVATO"},
		{"he does not block himself", capo, "PUT", "/operatori/capo.alfa",
			`{"nome":"","cognome":"","codiceFiscale":"","integratore":"","reparto":"PL01","ruoli":["AMMINISTRATORE"],"verifica":"LOCALE",
			"stato":"BLOCCATO","versione":1}`, 409, "UTENZA_PROPRIA"},
		{"the platform reads the tenant it names", piattaforma, "GET", "/operatori/anna", "", 200, `"username":"anna"`},
		{"which it must name", programma{b, "piattaforma", ""}, "GET", "/operatori", "", 400, "X-Realm"},
		{"it makes no operator", piattaforma, "POST", "/operatori", strings.Replace(nuovo, "anna", "altra", 1), 403, "RUOLO_NON_ASSEGNABILE"},
		{"it makes an administrator", piattaforma, "POST", "/operatori", `{"username":"capo2","reparto":"PL01","ruoli":["AMMINISTRATORE"],"verifica":"LDAP"}`, 201, `"verifica":"LDAP"`},
		{"an LDAP account twice is harmless", piattaforma, "POST", "/operatori", `{"username":"capo2","reparto":"PL01","ruoli":["AMMINISTRATORE"],"verifica":"LDAP"}`, 200, ""},
		{"the roles are told", programma{b, "piattaforma", ""}, "GET", "/ruoli", "", 200, `"nome":"UFFICIO"`},
	}
	for _, p := range passi {
		t.Run(p.regola, func(t *testing.T) {
			r := p.chi.chiama(t, p.metodo, p.percorso, p.corpo)
			if r.stato != p.stato || !strings.Contains(r.corpo, p.dice) {
				t.Errorf("%d %s, want %d with %q", r.stato, r.corpo, p.stato, p.dice)
			}
			if regexp.MustCompile(`argon2|[0-9A-F]{128}|"(impronta|password)"`).MatchString(r.corpo) && p.stato < 300 {
				t.Errorf("the answer speaks of the password: %s", r.corpo)
			}
		})
	}
	var elenco struct {
		Elementi []struct {
			Username string `json:"username"`
		} `json:"elementi"`
	}
	if err := json.Unmarshal([]byte(capoBeta.chiama(t, "GET", "/operatori", "").corpo), &elenco); err != nil {
		t.Fatal(err)
	}
	for _, o := range elenco.Elementi {
		if !slices.Contains([]string{"capo.beta", "luigi", "integratore.beta"}, o.Username) {
			t.Errorf("beta sees %s", o.Username)
		}
	}
}

// versioneDi reads the hidden version of a form.
func versioneDi(t *testing.T, r risposta) string {
	t.Helper()
	m := regexp.MustCompile(`name="versione" value="(\d+)"`).FindStringSubmatch(r.corpo)
	if m == nil {
		t.Fatalf("no version on the page (%d):\n%s", r.stato, r.corpo)
	}
	return m[1]
}

func unModulo(username, cognome string) url.Values {
	return url.Values{"username": {username}, "cognome": {cognome}, "nome": {"Anna"}, "codiceFiscale": {""}, "reparto": {"PL01"},
		"ruoli": {"OPERATORE", "LETTURA"}, "integratore": {""}, "verifica": {"LOCALE"}, "password": {password}, "ripetuta": {password}}
}

func TestPagineDegliOperatori(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	n := b.dentro(t, "capo.alfa")
	nuovo := n.apri("/CoreService/operatori/nuovo")
	nuovo.mostra(t, "Nuovo operatore", "LETTURA: leggere i verbali senza dati personali", `<option value="PL02">`, `type="password"`)
	nuovo.nasconde(t, "PIATTAFORMA")
	modulo := unModulo("anna", "Bianchi")
	modulo.Set("ripetuta", "altra")
	r := n.invia("/CoreService/operatori", modulo)
	if r.stato != http.StatusBadRequest {
		t.Errorf("two passwords: %d", r.stato)
	}
	r.mostra(t, "le due password sono diverse", `value="Bianchi"`)
	r.nasconde(t, password)
	if r = n.invia("/CoreService/operatori", unModulo("anna", "Bianchi")); r.stato != http.StatusSeeOther {
		t.Fatalf("creation: %d\n%s", r.stato, r.corpo)
	}
	n.apri(r.testa.Get("Location")).mostra(t, "Creato.", "Bianchi Anna", "LETTURA, OPERATORE", "Attivo")
	anna := b.dentro(t, "anna")

	pagina := n.apri("/CoreService/operatori/anna")
	pagina.mostra(t, "Operatore anna", `value="LETTURA" checked`, "Blocca anna", "vale da subito in ogni servizio")
	pagina.nasconde(t, "argon2", password)
	modulo = unModulo("", "Verdi")
	modulo.Set("versione", versioneDi(t, pagina))
	modulo["ruoli"] = []string{"UFFICIO"}
	if r := n.invia("/CoreService/operatori/anna", modulo); r.stato != http.StatusSeeOther {
		t.Fatalf("change: %d\n%s", r.stato, r.corpo)
	}
	modulo.Set("cognome", "Perduto")
	r = n.invia("/CoreService/operatori/anna", modulo)
	if r.stato != http.StatusConflict {
		t.Errorf("a page left open: %d", r.stato)
	}
	r.mostra(t, "Qualcun altro ha cambiato questi dati", `value="Perduto"`)

	r = n.invia("/CoreService/operatori/anna/password", url.Values{"password": {"breve"}, "ripetuta": {"breve"}})
	if r.stato != http.StatusBadRequest {
		t.Errorf("a short password: %d", r.stato)
	}
	r.mostra(t, "da 12 a 128 caratteri")
	r.nasconde(t, `value="breve"`)
	if r := anna.apri("/CoreService/"); r.testa.Get("Location") != "/CoreService/password" {
		t.Errorf("before she has changed the password: %d", r.stato)
	}
	b.entrata(t, "anna")
	if r := anna.apri("/CoreService/"); r.stato != http.StatusOK {
		t.Errorf("she is in: %d", r.stato)
	}
	if r := n.invia("/CoreService/operatori/anna/password", url.Values{"password": {passwordNuova}, "ripetuta": {passwordNuova}}); r.stato != http.StatusSeeOther {
		t.Errorf("a new password: %d", r.stato)
	}
	if r := anna.apri("/CoreService/"); r.stato != http.StatusSeeOther {
		t.Errorf("her session after it: %d", r.stato)
	}
}

func TestBloccareDallaPagina(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	n, mario := b.dentro(t, "capo.alfa"), b.dentro(t, "mario")
	if r := n.invia("/CoreService/operatori/mario/blocca", url.Values{}); r.testa.Get("Location") != "/CoreService/operatori?fatto=bloccato" {
		t.Fatalf("%d to %q", r.stato, r.testa.Get("Location"))
	}
	if r := mario.apri("/CoreService/"); r.stato != http.StatusSeeOther {
		t.Errorf("he is still in: %d", r.stato)
	}
	pagina := n.apri("/CoreService/operatori/mario")
	pagina.mostra(t, "Bloccato", "Sblocca mario")
	if r := n.invia("/CoreService/operatori/mario/sblocca", url.Values{"versione": {versioneDi(t, pagina)}}); r.stato != http.StatusSeeOther {
		t.Errorf("unblocked: %d\n%s", r.stato, r.corpo)
	}
	b.dentro(t, "mario")
	n.apri("/CoreService/operatori/capo.alfa").nasconde(t, "Blocca capo.alfa")
	r := n.invia("/CoreService/operatori/capo.alfa/blocca", url.Values{})
	if r.stato != http.StatusConflict {
		t.Errorf("himself: %d", r.stato)
	}
	r.mostra(t, "Nessuno può bloccare sé stesso")
	for _, percorso := range []string{"luigi", "luigi/blocca", "luigi/sblocca", "luigi/password"} {
		if r := n.invia("/CoreService/operatori/"+percorso, url.Values{"password": {passwordNuova}, "ripetuta": {passwordNuova}}); r.stato != http.StatusNotFound {
			t.Errorf("of another tenant, %s: %d", percorso, r.stato)
		}
	}
	if r := mario.apri("/CoreService/operatori"); r.stato == http.StatusOK {
		t.Error("an operator opens the list")
	}
}

// An administrator of the platform chooses a tenant, makes its administrators and reads the others.
func TestPagineDegliOperatoriPerLaPiattaforma(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	n := b.dentro(t, "piattaforma")
	if r := n.apri("/CoreService/operatori"); r.stato != http.StatusSeeOther || !strings.Contains(r.testa.Get("Location"), "connessione") {
		t.Fatalf("without a tenant: %d to %q", r.stato, r.testa.Get("Location"))
	}
	if r := n.invia("/CoreService/operatori", unModulo("anna", "Bianchi")); r.stato != http.StatusConflict {
		t.Errorf("a write without a tenant: %d", r.stato)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE sessione SET attributi = jsonb_set(attributi, '{connessione}', '"alfa"') WHERE username = 'piattaforma'`)
	nuovo := n.apri("/CoreService/operatori/nuovo")
	nuovo.mostra(t, `value="AMMINISTRATORE"`)
	nuovo.nasconde(t, `value="UFFICIO"`, `value="PIATTAFORMA"`)
	mario := n.apri("/CoreService/operatori/mario")
	mario.mostra(t, "si può leggere, bloccare e sbloccare", "Rossi Mario", "Blocca mario")
	mario.nasconde(t, `type="password"`)
	for _, atto := range []string{"", "/password"} {
		if r := n.invia("/CoreService/operatori/mario"+atto, url.Values{"versione": {"1"}, "password": {passwordNuova}, "ripetuta": {passwordNuova}}); r.stato != http.StatusForbidden {
			t.Errorf("mario%s: %d", atto, r.stato)
		}
	}
	if r := n.invia("/CoreService/operatori/mario/blocca", url.Values{}); r.stato != http.StatusSeeOther {
		t.Errorf("blocked: %d\n%s", r.stato, r.corpo)
	}
	mario = n.apri("/CoreService/operatori/mario")
	if r := n.invia("/CoreService/operatori/mario/sblocca", url.Values{"versione": {versioneDi(t, mario)}}); r.stato != http.StatusSeeOther {
		t.Errorf("let in again: %d\n%s", r.stato, r.corpo)
	}
	if r := n.invia("/CoreService/operatori", unModulo("anna", "Bianchi")); r.stato != http.StatusForbidden {
		t.Errorf("a new operator: %d", r.stato)
	}
	capo := unModulo("capo2", "Neri")
	capo["ruoli"] = []string{"AMMINISTRATORE"}
	if r := n.invia("/CoreService/operatori", capo); r.stato != http.StatusSeeOther {
		t.Errorf("a new administrator: %d\n%s", r.stato, r.corpo)
	}
	b.entrata(t, "capo2")
	b.dentro(t, "capo2").apri("/CoreService/operatori").mostra(t, "Neri Anna")
}

// Script in every text field comes back as text, from the form and from the database.
func TestScriptNeiCampiDegliOperatori(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	n := b.dentro(t, "capo.alfa")
	script := `"><script>alert('x')</script>`
	tutto := unModulo(script, script)
	for _, campo := range []string{"nome", "codiceFiscale", "reparto", "ruoli", "integratore", "verifica", "password", "ripetuta"} {
		tutto.Set(campo, script)
	}
	r := n.invia("/CoreService/operatori", tutto)
	if r.stato != http.StatusBadRequest && r.stato != http.StatusForbidden {
		t.Errorf("refused with %d", r.stato)
	}
	r.nasconde(t, "<script>alert")
	tenuto := unModulo("anna", script)
	tenuto.Set("nome", script)
	if r := n.invia("/CoreService/operatori", tenuto); r.stato != http.StatusSeeOther {
		t.Fatalf("names may have any sign: %d\n%s", r.stato, r.corpo)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE reparto SET descrizione = $1 WHERE tenant = 'alfa'`, script)
	b.ambiente.Esegui(t, "core", "", `UPDATE integratore SET nome = $1 WHERE tenant = 'alfa'`, script)
	for _, percorso := range []string{"operatori", "operatori/anna", "operatori/nuovo", "operatori?cerca=" + url.QueryEscape(script),
		"operatori/" + url.PathEscape(script)} {
		r := n.apri("/CoreService/" + percorso)
		r.nasconde(t, "<script>alert")
		if percorso == "operatori/anna" {
			r.mostra(t, "&lt;script&gt;")
		}
	}
	for i, campo := range []string{"versione", "stato", "fatto"} {
		n.apri("/CoreService/operatori?"+url.Values{campo: {script + strconv.Itoa(i)}}.Encode()).nasconde(t, "<script>alert")
	}
}

func TestLaPropriaPassword(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	n, altrove := b.dentro(t, "mario"), b.dentro(t, "mario")
	n.apri("/CoreService/password").mostra(t, "La propria password", `autocomplete="current-password"`)
	r := n.invia("/CoreService/password", url.Values{"attuale": {"sbagliata-segreta"}, "password": {passwordNuova}, "ripetuta": {passwordNuova}})
	if r.stato != http.StatusBadRequest {
		t.Errorf("with a wrong one: %d", r.stato)
	}
	r.mostra(t, "non è la password di questa utenza")
	r.nasconde(t, "sbagliata-segreta", passwordNuova)
	r = n.invia("/CoreService/password", url.Values{"attuale": {password}, "password": {passwordNuova}, "ripetuta": {passwordNuova}})
	if r.stato != http.StatusOK {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	r.mostra(t, "Password cambiata")
	for nome, x := range map[string]*navigatore{"this": n, "the other": altrove} {
		if r := x.apri("/CoreService/"); r.stato != http.StatusSeeOther {
			t.Errorf("%s session: %d", nome, r.stato)
		}
	}
	if r := b.navigatore(t).invia("/CoreService/login", url.Values{"username": {"mario"}, "password": {passwordNuova}}); r.stato != http.StatusSeeOther {
		t.Errorf("login with the new one: %d", r.stato)
	}
	if r := b.navigatore(t).invia("/CoreService/login", url.Values{"username": {"mario"}, "password": {password}}); r.stato != http.StatusUnauthorized {
		t.Errorf("login with the old one: %d", r.stato)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET verifica = 'LDAP' WHERE username = 'capo.alfa'`)
	capo := b.sessioneDi(t, "capo.beta", "capo.alfa")
	capo.apri("/CoreService/password").mostra(t, "è del server LDAP")
}

// sessioneDi is a browser of an account, made over to another.
func (b *banco) sessioneDi(t *testing.T, entrato, diventa string) *navigatore {
	t.Helper()
	n := b.dentro(t, entrato)
	b.ambiente.Esegui(t, "core", "", `UPDATE sessione SET username = $2, attributi = jsonb_set(jsonb_set(attributi, '{operatore}', to_jsonb($2::text)), '{connessione}', '"alfa"')
		WHERE username = $1`, entrato, diventa)
	return n
}

// An operator sees where he is logged in, ends the other sessions with his password, and is told what was changed.
func TestIPropriAccessi(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	n, altrove, anna := b.dentro(t, "mario"), b.dentro(t, "mario"), b.dentro(t, "lettore")
	r := n.apri("/CoreService/accessi")
	r.mostra(t, "I propri accessi", "con la password (questa)", `autocomplete="current-password"`)
	if quante := strings.Count(r.corpo, "con la password"); quante != 2 {
		t.Errorf("%d sessions, want 2\n%s", quante, r.corpo)
	}
	if r := n.invia("/CoreService/accessi", url.Values{"attuale": {"sbagliata-segreta"}}); r.stato != http.StatusBadRequest {
		t.Errorf("with a wrong password: %d", r.stato)
	}
	if r := altrove.apri("/CoreService/"); r.stato != http.StatusOK {
		t.Fatalf("the other session after a refusal: %d", r.stato)
	}
	n.invia("/CoreService/accessi", url.Values{"attuale": {password}}).mostra(t, "Chiuse 1 altra sessione", "altre sessioni chiuse, con questa stessa utenza")
	for nome, x := range map[string]struct {
		n     *navigatore
		stato int
	}{"this one": {n, http.StatusOK}, "the other": {altrove, http.StatusSeeOther}, "another operator's": {anna, http.StatusOK}} {
		if r := x.n.apri("/CoreService/"); r.stato != x.stato {
			t.Errorf("%s: %d, want %d", nome, r.stato, x.stato)
		}
	}
	n.apri("/CoreService/").nasconde(t, "qualcosa è cambiato")

	capo := b.dentro(t, "capo.alfa")
	capo.invia("/CoreService/operatori/mario/password", url.Values{"password": {passwordNuova}, "ripetuta": {passwordNuova}})
	b.entrata(t, "mario")
	n = b.navigatore(t)
	n.invia("/CoreService/login", url.Values{"username": {"mario"}, "password": {passwordNuova}})
	n.apri("/CoreService/").mostra(t, "qualcosa è cambiato", "password cambiata, da capo.alfa", `href="/CoreService/accessi"`)
	n.apri("/CoreService/accessi").mostra(t, "password cambiata, da capo.alfa", "Non ci sono altre sessioni aperte")
	anna.apri("/CoreService/").nasconde(t, "capo.alfa")
}
