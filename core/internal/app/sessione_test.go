package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/oauth2-proxy/mockoidc"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"

	"github.com/piattaforma-verbali/verbali/core/internal/app"
)

const (
	restSessione = "/CoreService/rest/sessione"
	nostra       = "same-origin"
)

// stato is a session as GET /sessione says it.
type stato struct {
	Operatore          event.Operatore `json:"operatore"`
	Tenant             string          `json:"tenant"`
	Connessione        string          `json:"connessione"`
	RepartoInserimento string          `json:"repartoInserimento"`
	ScadeTraSecondi    int             `json:"scadeTraSecondi"`
}

func (n *navigatore) stato() stato {
	n.t.Helper()
	r := n.chiedi(http.MethodGet, restSessione, nil, map[string]string{"Accept": "application/json"})
	var s stato
	if err := json.Unmarshal([]byte(r.corpo), &s); err != nil || r.stato != http.StatusOK {
		n.t.Fatalf("%d %s (%v)", r.stato, r.corpo, err)
	}
	return s
}

// cambia sends a JSON body with PATCH /sessione.
func (n *navigatore) cambia(corpo string, testa map[string]string) (int, string) {
	n.t.Helper()
	req, err := http.NewRequestWithContext(n.t.Context(), http.MethodPatch, n.banco.sito.URL+restSessione, strings.NewReader(corpo))
	if err != nil {
		n.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
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
	return r.StatusCode, string(letto)
}

// attiva is the last activity of the only session, read where nobody is disturbed.
func (b *banco) attiva(t *testing.T) (ultima time.Time) {
	t.Helper()
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT attiva FROM sessione`).Scan(&ultima); err != nil {
		t.Fatal(err)
	}
	return ultima
}

// Each of the questions that a page asks by itself leaves the session as old as it was; what the
// operator asks makes it young again.
func TestChiEAttivitaEChiNo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "mario")
	casi := []struct {
		regola, metodo, percorso string
		testa                    map[string]string
		attivita                 bool
	}{
		{"the state", http.MethodGet, restSessione, nil, false},
		{"the heartbeat", http.MethodPost, restSessione + "/battito", nil, false},
		{"a part of a page that is read again by itself", http.MethodGet, "/CoreService/verbali", map[string]string{"Verbali-Automatica": "si", "HX-Request": "true"}, false},
		{"a page that the browser reads before it is asked for", http.MethodGet, "/CoreService/verbali", map[string]string{"Sec-Purpose": "prefetch"}, false},
		{"a file", http.MethodGet, "/CoreService/risorse/sessione.js", nil, false},
		{"a page", http.MethodGet, "/CoreService/verbali", nil, true},
		{"a part of a page that the operator asks for", http.MethodGet, "/CoreService/verbali", map[string]string{"HX-Request": "true"}, true},
		{"the button that says he is there", http.MethodPost, restSessione + "/prolunga", nil, true},
	}
	for _, c := range casi {
		b.ambiente.Esegui(t, "core", "", `UPDATE sessione SET attiva = now() - interval '20 minutes'`)
		prima := b.attiva(t)
		if r := n.chiedi(c.metodo, c.percorso, nil, c.testa); r.stato != http.StatusOK {
			t.Errorf("%s: %d\n%s", c.regola, r.stato, r.corpo)
		}
		if mossa := b.attiva(t).After(prima); mossa != c.attivita {
			t.Errorf("%s: counts as activity %v, want %v", c.regola, mossa, c.attivita)
		}
	}
}

func TestStatoDellaSessione(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	ha := b.dentro(t, "mario").stato()
	if ha.ScadeTraSecondi < 31*60-30 || ha.ScadeTraSecondi > 31*60 {
		t.Errorf("%d seconds left", ha.ScadeTraSecondi)
	}
	ha.ScadeTraSecondi = 0
	vuole := stato{Operatore: event.Operatore{Username: "mario", Nome: "Mario", Cognome: "Rossi", Reparto: "PL01", Ruoli: []string{"OPERATORE"}},
		Tenant: "alfa", Connessione: "alfa", RepartoInserimento: "PL01"}
	if diff := cmp.Diff(vuole, ha); diff != "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}
}

// A 401 to a script of a page must not make the browser open a window that asks for a password.
func TestSenzaSessioneGliScriptHanno401SenzaFinestre(t *testing.T) {
	t.Parallel()
	n := apparecchia(t).navigatore(t)
	for percorso, metodo := range map[string]string{"": http.MethodGet, "/battito": http.MethodPost, "/prolunga": http.MethodPost, "/eventi": http.MethodGet} {
		r := n.chiedi(metodo, restSessione+percorso, nil, map[string]string{"Accept": "text/event-stream"})
		if r.stato != http.StatusUnauthorized || !strings.Contains(r.testa.Get("Content-Type"), "problem+json") ||
			strings.Join(r.testa.Values("WWW-Authenticate"), ",") != `FormBased realm="ApplicationDomain"` {
			t.Errorf("%s%s: %d %v", metodo, percorso, r.stato, r.testa)
		}
	}
	if s, corpo := n.cambia(`{}`, nil); s != http.StatusUnauthorized {
		t.Errorf("PATCH: %d %s", s, corpo)
	}
}

func TestScritturaSenzaSessioneDiceCheNullaESalvato(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "piattaforma")
	b.ambiente.Esegui(t, "core", "", `UPDATE sessione SET attiva = now() - interval '32 minutes'`)
	r := n.invia("/CoreService/connessione", url.Values{"tenant": {"alfa"}})
	if r.stato != http.StatusUnauthorized || strings.HasPrefix(r.testa.Get("WWW-Authenticate"), "Basic") {
		t.Errorf("a form: %d %v", r.stato, r.testa)
	}
	r.mostra(t, "Nulla è stato salvato", "Tornare indietro", `target="_blank"`)
	if r := n.chiedi(http.MethodGet, "/CoreService/verbali", nil, map[string]string{"HX-Request": "true"}); r.stato != http.StatusUnauthorized || r.testa.Get("Hx-Reswap") != "none" {
		t.Errorf("a part of a page: %d %v", r.stato, r.testa)
	}
	if r := n.apri("/CoreService/verbali"); r.stato != http.StatusSeeOther {
		t.Errorf("a page: %d", r.stato)
	}
	// An operator who logs in again in another tab sends the same form from the page left open, and it
	// works.
	if r := n.invia("/CoreService/login", url.Values{"username": {"piattaforma"}, "password": {password}}); r.stato != http.StatusSeeOther {
		t.Fatalf("login: %d", r.stato)
	}
	if r := n.invia("/CoreService/connessione", url.Values{"tenant": {"alfa"}}); r.stato != http.StatusSeeOther {
		t.Errorf("the same form: %d\n%s", r.stato, r.corpo)
	}
}

func TestCambiaLaSessione(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "mario")
	casi := []struct {
		corpo string
		testa map[string]string
		stato int
		dice  string
	}{
		{`{"repartoInserimento":"PL02"}`, nil, 200, `"repartoInserimento":"PL02"`},
		{`{"repartoInserimento":"NESSUNO"}`, nil, 400, "repartoInserimento"},
		{`{"connessione":"beta"}`, nil, 400, "connessione"},
		{`{"validatoSso":true}`, nil, 400, "validatoSso"},
		{`{"autenticazione":{"validatoSso":true}}`, nil, 400, "autenticazione"},
		{`{"connessione":"alfa"}`, map[string]string{"Sec-Fetch-Site": "cross-site"}, 403, "ORIGINE_NON_AMMESSA"},
		{`{"connessione":"alfa"}`, map[string]string{"Content-Type": "text/plain"}, 415, "application/json"},
	}
	for _, c := range casi {
		if s, corpo := n.cambia(c.corpo, c.testa); s != c.stato || !strings.Contains(corpo, c.dice) {
			t.Errorf("%s: %d %s", c.corpo, s, corpo)
		}
	}
	if ha := n.stato(); ha.RepartoInserimento != "PL02" || ha.Connessione != "alfa" {
		t.Errorf("afterwards %+v", ha)
	}
}

func TestAmministratoreDellaPiattaformaSceglieIlComando(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET ruoli = '{PIATTAFORMA,UFFICIO}' WHERE username = 'piattaforma'`)
	n := b.dentro(t, "piattaforma")
	r := n.apri("/CoreService/verbali?targa=AB123CD")
	if r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/connessione?torna=%2FCoreService%2Fverbali%3Ftarga%3DAB123CD" {
		t.Fatalf("without a tenant: %d to %q", r.stato, r.testa.Get("Location"))
	}
	n.apri(r.testa.Get("Location")).mostra(t, "Scegliere il comando", "Polizia Locale di alfa", "Polizia Locale di beta", `value="/CoreService/verbali?targa=AB123CD"`)
	solo := n.apri("/CoreService/connessione?cerca=BETA")
	solo.mostra(t, "Polizia Locale di beta")
	solo.nasconde(t, "Polizia Locale di alfa")
	r = n.invia("/CoreService/connessione", url.Values{"tenant": {"alfa"}, "torna": {"/CoreService/verbali?targa=AB123CD"}})
	if r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/verbali?targa=AB123CD" {
		t.Fatalf("the choice: %d to %q\n%s", r.stato, r.testa.Get("Location"), r.corpo)
	}
	n.apri("/CoreService/verbali").mostra(t, "Polizia Locale di alfa", "Cambia comando")
	if ha := n.stato(); ha.Tenant != "" || ha.Connessione != "alfa" {
		t.Errorf("state %+v", ha)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
	if err := b.app.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := n.apri("/CoreService/verbali"); r.stato != http.StatusSeeOther || !strings.HasPrefix(r.testa.Get("Location"), "/CoreService/connessione") {
		t.Errorf("the tenant is suspended meanwhile: %d to %q", r.stato, r.testa.Get("Location"))
	}
	if r := n.invia("/CoreService/connessione", url.Values{"tenant": {"alfa"}}); r.stato != http.StatusForbidden {
		t.Errorf("a suspended tenant: %d", r.stato)
	}
	if r := b.dentro(t, "luigi").invia("/CoreService/connessione", url.Values{"tenant": {"alfa"}}); r.stato != http.StatusForbidden {
		t.Errorf("an operator of beta goes to alfa: %d", r.stato)
	}
}

// Nothing that a request carries makes the session of a password one of single sign-on, nor lets in
// without a password.
func TestValidatoSsoFalso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, pw := range []string{password, "sbagliata"} {
		n := b.navigatore(t)
		entra := func(query string) risposta {
			return n.chiedi(http.MethodPost, "/CoreService/login"+query,
				url.Values{"username": {"mario"}, "password": {pw}, "validatoSso": {"true"}, "autenticazione": {`{"validatoSso":true}`}},
				map[string]string{"Sec-Fetch-Site": nostra, "validatoSso": "true", "X-Validato-Sso": "true", "Cookie": "validatoSso=true; verbali_sso=true"})
		}
		if r := entra("?validatoSso=true&autenticazione.validatoSso=true"); r.stato != http.StatusBadRequest {
			t.Errorf("a form with fields in its address: %d", r.stato)
		}
		r := entra("")
		if pw != password {
			if r.stato != http.StatusUnauthorized {
				t.Errorf("a wrong password with the flag: %d", r.stato)
			}
			continue
		}
		if r.stato != http.StatusSeeOther {
			t.Fatalf("login: %d", r.stato)
		}
		n.chiedi(http.MethodGet, "/CoreService/?validatoSso=true", nil, map[string]string{"validatoSso": "true"})
		n.chiedi(http.MethodPost, restSessione+"/prolunga?validatoSso=true", url.Values{"validatoSso": {"true"}}, map[string]string{"Sec-Fetch-Site": nostra})
		n.cambia(`{"connessione":"alfa","validatoSso":true}`, nil)
		n.cambia(`{"connessione":"alfa"}`, map[string]string{"validatoSso": "true"})
	}
	var attributi string
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT string_agg(attributi::text, '') FROM sessione`).Scan(&attributi); err != nil || strings.Contains(attributi, "validatoSso") {
		t.Errorf("attributes %s, %v", attributi, err)
	}
	if r := b.navigatore(t).apri("/CoreService/sso/ritorno?code=x&state=y&validatoSso=true"); r.stato != http.StatusNotFound {
		t.Errorf("the callback where single sign-on is not set: %d", r.stato)
	}
	b.navigatore(t).apri("/CoreService/login").nasconde(t, "accesso unico")
}

// blocca blocks an account and says so to the platform, together.
func (b *banco) blocca(t *testing.T, username string) {
	t.Helper()
	database, err := b.app.Pools.Platform(t.Context())
	if err == nil {
		err = database.Transaction(t.Context(), func(tx *db.Tx) error {
			if err := tx.Exec(`UPDATE operatore SET stato = 'BLOCCATO' WHERE username = ?`, username).Error; err != nil {
				return err
			}
			return tx.Publish(event.OperatoreBloccato("alfa", username))
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The stream of the application: a fact of the platform about the operator ends it at once.
func TestFlussoDellaSessioneEFattiDellaPiattaforma(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "mario")
	for da, vuole := range map[string]int{"cross-site": 403, "same-site": 403} {
		if r := n.chiedi(http.MethodGet, restSessione+"/eventi", nil, map[string]string{"Accept": "text/event-stream", "Sec-Fetch-Site": da}); r.stato != vuole {
			t.Errorf("a stream from %s: %d", da, r.stato)
		}
	}
	if r := n.apri(restSessione + "/eventi"); r.stato != http.StatusBadRequest {
		t.Errorf("a stream that is no stream: %d", r.stato)
	}
	ctx, lascia := context.WithTimeout(t.Context(), 20*time.Second)
	defer lascia()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.sito.URL+restSessione+"/eventi", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	r, err := n.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	righe := bufio.NewScanner(r.Body)
	if !righe.Scan() || righe.Text() != "event: sessione" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/event-stream") {
		t.Fatalf("first line %q, %v", righe.Text(), righe.Err())
	}
	b.blocca(t, "mario")
	for righe.Scan() && righe.Text() != "event: fine" {
		continue
	}
	if !righe.Scan() || !strings.Contains(righe.Text(), "BLOCCATA") {
		t.Errorf("the last event %q, %v", righe.Text(), righe.Err())
	}
}

// An officer enters by single sign-on through the whole application.
func TestAccessoUnico(t *testing.T) {
	t.Parallel()
	m, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Shutdown() })
	b := apparecchia(t, func(i *app.Impostazioni) {
		i.ImpostazioniSso = app.ImpostazioniSso{SsoEmittente: m.Issuer(), SsoClientID: m.ClientID, SsoClientSegreto: m.ClientSecret,
			SsoIndirizzo: "http://127.0.0.1:1/", SsoAttributo: "preferred_username"}
	})
	n := b.navigatore(t)
	testkit.Attendi(t, 10*time.Second, "the provider to be found", func() bool {
		return strings.Contains(n.apri("/CoreService/login?torna=/CoreService/verbali").corpo, `href="/CoreService/sso?torna=%2FCoreService%2Fverbali"`)
	})
	for utente, vuole := range map[string]int{"Mario": http.StatusSeeOther, "nessuno": http.StatusForbidden} {
		n := b.navigatore(t)
		m.QueueUser(&mockoidc.MockUser{Subject: utente, PreferredUsername: utente})
		inizio := n.apri("/CoreService/sso?torna=/CoreService/verbali").testa.Get("Location")
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, inizio, nil)
		if err != nil {
			t.Fatal(err)
		}
		dal, err := n.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = dal.Body.Close()
		percorso, buono := strings.CutPrefix(dal.Header.Get("Location"), "http://127.0.0.1:1")
		r := n.apri(percorso)
		if !buono || r.stato != vuole {
			t.Errorf("%s: %d by %q\n%s", utente, r.stato, dal.Header.Get("Location"), r.corpo)
		}
		if vuole == http.StatusSeeOther {
			n.apri("/CoreService/").mostra(t, "Mario Rossi")
		}
	}
	var righe string
	err = b.ambiente.Banca(t, "core", "alfa").QueryRow(t.Context(), `SELECT string_agg(attore || ' ' || esito, ',') FROM registro WHERE azione = 'ACCESSO'`).Scan(&righe)
	if err != nil || righe != "mario AMMESSO" {
		t.Errorf("register of alfa: %q, %v", righe, err)
	}
	err = b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT string_agg(attore || ' ' || esito, ',') FROM registro WHERE azione = 'ACCESSO'`).Scan(&righe)
	if err != nil || righe != "nessuno RIFIUTATO" {
		t.Errorf("register of the platform: %q, %v", righe, err)
	}
}

func TestAccessoUnicoAMetaFermaLAvvio(t *testing.T) {
	t.Parallel()
	_, err := app.Nuova(t.Context(), app.Impostazioni{Settings: config.Settings{}, ChiaveFirma: chiave(t),
		ImpostazioniSso: app.ImpostazioniSso{SsoClientID: "core", SsoAttributo: "sub"}}, tempo.Adesso)
	if err == nil || !strings.Contains(err.Error(), "VERBALI_SSO_EMITTENTE") || !strings.Contains(err.Error(), "VERBALI_SSO_CLIENT_SEGRETO") {
		t.Errorf("error %v", err)
	}
}
