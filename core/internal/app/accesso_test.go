package app_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

func TestChiNonEEntratoVaAllAccessoETorna(t *testing.T) {
	t.Parallel()
	n := apparecchia(t).navigatore(t)
	r := n.apri("/CoreService/verbali?numero=123")
	if r.stato != http.StatusSeeOther {
		t.Fatalf("status %d", r.stato)
	}
	accesso := r.testa.Get("Location")
	if !strings.HasPrefix(accesso, "/CoreService/login?torna=") {
		t.Fatalf("goes to %q", accesso)
	}
	modulo := n.apri(accesso)
	modulo.mostra(t, `name="username"`, `name="password"`, `<html lang="it">`, `value="/CoreService/verbali?numero=123"`)
	r = n.invia("/CoreService/login", url.Values{"username": {"Mario"}, "password": {password}, "torna": {"/CoreService/verbali?numero=123"}})
	if r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/verbali?numero=123" {
		t.Fatalf("after the login: %d to %q", r.stato, r.testa.Get("Location"))
	}
	cookie := r.testa.Get("Set-Cookie")
	for _, parola := range []string{"HttpOnly", "SameSite=Lax", "Path=/CoreService/"} {
		if !strings.Contains(cookie, parola) {
			t.Errorf("cookie %q without %s", cookie, parola)
		}
	}
	if strings.Contains(cookie, "Secure") {
		t.Error("a cookie over http is marked Secure: no browser would send it back")
	}
	if r := n.apri(r.testa.Get("Location")); r.stato != http.StatusOK {
		t.Errorf("the page asked for: %d", r.stato)
	}
	if r := n.apri("/CoreService/login"); r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/" {
		t.Errorf("the login of who is in: %d to %q", r.stato, r.testa.Get("Location"))
	}
}

func TestCookieSuHTTPSESecure(t *testing.T) {
	t.Parallel()
	n := apparecchia(t).navigatore(t)
	r := n.chiedi(http.MethodPost, "/CoreService/login", url.Values{"username": {"mario"}, "password": {password}},
		map[string]string{"X-Forwarded-Proto": "https", "Sec-Fetch-Site": "same-origin"})
	if !strings.Contains(r.testa.Get("Set-Cookie"), "Secure") {
		t.Errorf("cookie %q", r.testa.Get("Set-Cookie"))
	}
}

func TestRitornoSoloAPagineNostre(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, torna := range []string{
		"https://esempio.it/", "//esempio.it/CoreService/", `/\esempio.it`, `\\esempio.it`, "/CoreService/..//esempio.it", "/CoreService/../altro",
		"javascript:alert(1)", "http:/CoreService/", "/CoreService//esempio.it", "/CoreService/login", "/CoreService/logout", "/altro",
		"/CoreService/\r\nSet-Cookie: a=b", "/CoreService/%0d%0aSet-Cookie:a=b/..", "CoreService/", "", "?x", "https:CoreService/verbali",
		"//CoreService/verbali", "/CoreService/\t/esempio.it",
	} {
		t.Run(torna, func(t *testing.T) {
			t.Parallel()
			r := b.navigatore(t).invia("/CoreService/login", url.Values{"username": {"mario"}, "password": {password}, "torna": {torna}})
			if luogo := r.testa.Get("Location"); r.stato != http.StatusSeeOther || luogo != "/CoreService/" {
				t.Errorf("%d to %q", r.stato, luogo)
			}
		})
	}
}

func TestAccessoRifiutatoELoStessoPerChiunque(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'lettore'`)
	casi := []struct{ regola, username, password string }{
		{"wrong password", "mario", "altra"}, {"unknown user", "nobody", password}, {"blocked user", "lettore", password},
	}
	var prima string
	for _, c := range casi {
		r := b.navigatore(t).invia("/CoreService/login", url.Values{"username": {c.username}, "password": {c.password}})
		if r.stato != http.StatusUnauthorized || r.testa.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d, cookie %q", c.regola, r.stato, r.testa.Get("Set-Cookie"))
		}
		if strings.HasPrefix(r.testa.Get("WWW-Authenticate"), "Basic") {
			t.Errorf("%s: the browser would open a window of its own", c.regola)
		}
		corpo := strings.ReplaceAll(r.corpo, c.username, "")
		if prima == "" {
			prima = corpo
		}
		if corpo != prima {
			t.Errorf("%s: another page", c.regola)
		}
		r.mostra(t, "Nome utente o password errati.")
		r.nasconde(t, c.password)
	}
}

func TestScriptNeiCampiEInnocuo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	script := `"><script>alert('x')</script>`
	r := b.navigatore(t).invia("/CoreService/login", url.Values{"username": {script}, "password": {script}, "torna": {script}})
	r.nasconde(t, "<script>alert")
	r.mostra(t, "&lt;script&gt;")
	if prima, dopo := strings.Index(r.corpo, "risorse/politica.js"), strings.Index(r.corpo, "bootstrap-italia.bundle"); prima < 0 || dopo < prima {
		t.Error("the library may write styles that the policy forbids")
	}
	if r.testa.Get("Content-Security-Policy") == "" || strings.Contains(r.testa.Get("Content-Security-Policy"), "unsafe") {
		t.Errorf("policy %q", r.testa.Get("Content-Security-Policy"))
	}
	dentro := b.dentro(t, "mario")
	dentro.apri("/CoreService/verbali?"+url.Values{"numero": {script}, "targa": {script}}.Encode()).nasconde(t, "<script>alert")
	dentro.apri("/CoreService/verbali/"+url.PathEscape(script)).nasconde(t, "<script>alert")
}

func TestUscita(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "mario")
	n.apri("/CoreService/").mostra(t, "Mario Rossi", "Esci", "mario")
	if r := n.invia("/CoreService/logout", url.Values{}); r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/login" {
		t.Errorf("logout: %d to %q", r.stato, r.testa.Get("Location"))
	}
	if r := n.apri("/CoreService/"); r.stato != http.StatusSeeOther {
		t.Errorf("after the logout: %d", r.stato)
	}
	if r := n.apri("/CoreService/logout"); r.stato != http.StatusMethodNotAllowed {
		t.Errorf("a link that logs out: %d, want 405", r.stato)
	}
}

// A page of another site cannot make the browser of an operator log in, log out or beat.
func TestScrittureDaAltriSitiRifiutate(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "mario")
	casi := []struct {
		regola, percorso string
		testa            map[string]string
	}{
		{"logout from another site", "/CoreService/logout", map[string]string{"Sec-Fetch-Site": "cross-site"}},
		{"login from another site", "/CoreService/login", map[string]string{"Sec-Fetch-Site": "cross-site"}},
		{"heartbeat from another site", "/CoreService/rest/sessione/battito", map[string]string{"Sec-Fetch-Site": "cross-site"}},
		{"an old browser, other origin", "/CoreService/logout", map[string]string{"Origin": "https://esempio.it"}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			if r := n.chiedi(http.MethodPost, c.percorso, url.Values{"username": {"mario"}, "password": {password}}, c.testa); r.stato != http.StatusForbidden {
				t.Errorf("status %d", r.stato)
			}
		})
	}
	if r := n.apri("/CoreService/"); r.stato != http.StatusOK {
		t.Errorf("the session did not survive: %d", r.stato)
	}
}

func TestBattito(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if r := b.navigatore(t).invia("/CoreService/rest/sessione/battito", nil); r.stato != http.StatusUnauthorized {
		t.Errorf("without a session: %d", r.stato)
	}
	n := b.dentro(t, "mario")
	b.ambiente.Esegui(t, "core", "", `UPDATE sessione SET attiva = now() - interval '20 minutes'`)
	r := n.invia("/CoreService/rest/sessione/battito", nil)
	var corpo struct {
		ScadeTraSecondi int `json:"scadeTraSecondi"`
	}
	if err := json.Unmarshal([]byte(r.corpo), &corpo); err != nil || r.stato != http.StatusOK {
		t.Fatalf("%d %s (%v)", r.stato, r.corpo, err)
	}
	if corpo.ScadeTraSecondi < 600 || corpo.ScadeTraSecondi > 660 {
		t.Errorf("%d seconds left after 20 idle minutes of 31", corpo.ScadeTraSecondi)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE sessione SET attiva = now() - interval '32 minutes'`)
	if r := n.invia("/CoreService/rest/sessione/battito", nil); r.stato != http.StatusUnauthorized {
		t.Errorf("after the end: %d", r.stato)
	}
	if r := n.apri("/CoreService/"); r.stato != http.StatusSeeOther {
		t.Errorf("a page after the end: %d", r.stato)
	}
}

func TestChiaviEDomandaDiAccesso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, prefisso := range []string{"/CoreService/rest", "/CoreService/rest/rest", "/rest"} {
		r := b.navigatore(t).apri(prefisso + "/chiavi")
		var insieme auth.KeySet
		if err := json.Unmarshal([]byte(r.corpo), &insieme); err != nil || r.stato != http.StatusOK || len(insieme.Keys) != 1 {
			t.Errorf("%s: %d %s (%v)", prefisso, r.stato, r.corpo, err)
		}
	}
	altro, err := bus.Open(bus.Options{URL: b.nats.URL(), Module: "vpn", Log: b.app.Log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(altro.Close)
	v := auth.NewVerifier("vpn", tempo.Adesso)
	altro.FollowKeys(v.Set)
	testkit.Attendi(t, 10*time.Second, "the key set in NATS", v.Ready)
	ctx, fine := context.WithTimeout(t.Context(), 10*time.Second)
	defer fine()
	risposta, err := auth.RemoteRealm{Bus: altro}.Login(ctx, event.DomandaAccesso{Utente: "mario", Password: password, Modulo: "vpn"})
	if err != nil {
		t.Fatal(err)
	}
	if i, err := v.Verify(risposta.Token); err != nil || i.User != "mario" || i.Tenant != "alfa" {
		t.Errorf("identity %+v, %v", i, err)
	}
}

func TestSottoRESTPrima401Poi404(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.navigatore(t)
	if r := n.apri("/CoreService/rest/inesistente"); r.stato != http.StatusUnauthorized || !strings.Contains(r.testa.Get("Content-Type"), "problem+json") {
		t.Errorf("stranger: %d %s", r.stato, r.testa.Get("Content-Type"))
	}
	req := map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte("mario:"+password))}
	testkit.Attendi(t, 10*time.Second, "the realm to answer over NATS", func() bool {
		return n.chiedi(http.MethodGet, "/CoreService/rest/inesistente", nil, req).stato == http.StatusNotFound
	})
	n.apri("/CoreService/inesistente").mostra(t, "Risorsa inesistente", "<html")
}

// One password on forty names, from one address: the fortieth is not looked at, and an operator of another office gets in.
func TestUnaPasswordSuQuarantaNomi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	modulo := func(username, password string) *http.Request {
		campi := url.Values{"username": {username}, "password": {password}}
		r := httptest.NewRequest(http.MethodPost, "/CoreService/login", strings.NewReader(campi.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		return r
	}
	basic := func(username, password string) *http.Request {
		r := httptest.NewRequest(http.MethodGet, "/CoreService/rest/inesistente", http.NoBody)
		r.SetBasicAuth(username, password)
		return r
	}
	for porta, c := range map[string]struct {
		chiede    func(username, password string) *http.Request
		indirizzo string
		dentro    int
	}{
		"the form": {modulo, "203.0.113.7", http.StatusSeeOther}, "BASIC": {basic, "203.0.113.8", http.StatusNotFound},
	} {
		entra := func(username, password, indirizzo string) int {
			r := c.chiede(username, password)
			r.RemoteAddr = net.JoinHostPort(indirizzo, "4000")
			w := httptest.NewRecorder()
			b.app.Web.Echo.ServeHTTP(w, r)
			return w.Code
		}
		for i := range 40 {
			vuole := http.StatusUnauthorized
			if i > 30 {
				vuole = http.StatusTooManyRequests
			}
			if stato := entra(fmt.Sprintf("utente%d", i), "Primavera2026!", c.indirizzo); stato != vuole {
				t.Fatalf("%s, name %d: %d, want %d", porta, i, stato, vuole)
			}
		}
		if stato := entra("mario", password, "198.51.100.8"); stato != c.dentro {
			t.Errorf("%s, an operator elsewhere: %d", porta, stato)
		}
	}
}

// A program that goes on with the password of before keeps nobody out, at two replicas in turn; four different guesses do, at both.
func TestIlFrenoDiUnUtenzaContaSulleRepliche(t *testing.T) {
	t.Parallel()
	b := apparecchiaCon(t, tempo.Fisso(tempo.Adesso()).Adesso)
	repliche := []*banco{b, b.replica(t)}
	entra := func(n int, password string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/CoreService/rest/inesistente", http.NoBody)
		r.SetBasicAuth("mario", password)
		r.RemoteAddr = "203.0.113.7:4000"
		w := httptest.NewRecorder()
		repliche[n%2].app.Web.Echo.ServeHTTP(w, r)
		return w
	}
	for n := range 40 {
		if w := entra(n, "Quella-di-prima-2026"); w.Code != http.StatusUnauthorized {
			t.Fatalf("attempt %d of the old password: %d %s", n, w.Code, w.Body)
		}
	}
	for n := range repliche {
		if w := entra(n, password); w.Code != http.StatusNotFound {
			t.Errorf("the right password at replica %d: %d", n, w.Code)
		}
	}
	for n := range 4 {
		if w := entra(n, fmt.Sprint("Primavera2026!", n)); w.Code != http.StatusUnauthorized {
			t.Fatalf("guess %d: %d %s", n, w.Code, w.Body)
		}
	}
	for n := range repliche {
		if w := entra(n, "Primavera2026!altra"); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "2" {
			t.Errorf("one more at replica %d: %d, Retry-After %q", n, w.Code, w.Header().Get("Retry-After"))
		}
	}
}
