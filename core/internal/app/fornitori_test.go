package app_test

import (
	"encoding/json"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"

	"github.com/piattaforma-verbali/verbali/core/internal/app"
	"github.com/piattaforma-verbali/verbali/core/internal/sso"
)

// pubblico is the address of core that the providers of the tests know; browsers of the tests go to the server itself.
const pubblico = "http://127.0.0.1:1"

// fornitori is core with a provider of the platform, one of alfa and one of beta.
type fornitori struct {
	*banco

	cartella                string
	piattaforma, alfa, beta *testkit.Fornitore
}

func conFornitori(t *testing.T, cambia ...func(*app.Impostazioni)) *fornitori {
	t.Helper()
	f := &fornitori{cartella: t.TempDir(), piattaforma: testkit.NuovoFornitore(t), alfa: testkit.NuovoFornitore(t), beta: testkit.NuovoFornitore(t)}
	f.banco = apparecchia(t, append([]func(*app.Impostazioni){conSegreti(f.cartella), func(i *app.Impostazioni) {
		i.ImpostazioniSso = app.ImpostazioniSso{SsoEmittente: f.piattaforma.Emittente(), SsoClientID: f.piattaforma.Client,
			SsoClientSegreto: f.piattaforma.Segreto, SsoIndirizzo: pubblico, SsoAttributo: "preferred_username"}
	}}, cambia...)...)
	f.amministratori(t)
	f.usa(t, "alfa", f.alfa)
	f.usa(t, "beta", f.beta)
	return f
}

// usa sets a command's own provider and switches to it.
func (f *fornitori) usa(t *testing.T, comando string, p *testkit.Fornitore) {
	t.Helper()
	segreto(t, f.cartella, comando, "sso", "host: 127.0.0.1\n"+p.Segreto+"\n")
	f.imposta(t, comando, "accessoUnico.emittente", p.Emittente())
	f.imposta(t, comando, "accessoUnico.client", p.Client)
	f.imposta(t, comando, "accessoUnico.segreto", "sso")
	f.imposta(t, comando, "accessoUnico.fornitore", "PROPRIO")
}

// va follows an address of another site and gives where it sends the browser back to, on this one.
func (n *navigatore) va(indirizzo string) (percorso string) {
	n.t.Helper()
	req, err := http.NewRequestWithContext(n.t.Context(), http.MethodGet, indirizzo, nil)
	if err != nil {
		n.t.Fatal(err)
	}
	r, err := n.client.Do(req)
	if err != nil {
		n.t.Fatal(err)
	}
	_ = r.Body.Close()
	percorso, nostro := strings.CutPrefix(r.Header.Get("Location"), pubblico)
	if !nostro {
		n.t.Fatalf("%s: %d to %q", indirizzo, r.StatusCode, r.Header.Get("Location"))
	}
	return percorso
}

// comincia goes to the provider of a command and gives where that one sends the browser back to.
func (n *navigatore) comincia(comando string) (ritorno string) {
	n.t.Helper()
	r := n.apri("/CoreService/sso?torna=/CoreService/verbali&comando=" + comando)
	if r.stato != http.StatusSeeOther {
		n.t.Fatalf("the beginning: %d\n%s", r.stato, r.corpo)
	}
	return n.va(r.testa.Get("Location"))
}

// segreto writes a file of a command's secrets.
func segreto(t *testing.T, cartella, tenant, nome, testo string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(cartella, tenant), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(cartella, tenant, nome), []byte(testo), 0o600); err != nil {
		t.Fatal(err)
	}
}

func chiamata(nome string) map[string]any {
	return map[string]any{"preferred_username": nome, "sub": "s-" + nome}
}

func TestOgniComandoHaIlSuoFornitore(t *testing.T) {
	t.Parallel()
	f := conFornitori(t)
	for _, p := range []*testkit.Fornitore{f.piattaforma, f.alfa, f.beta} {
		p.Entra(chiamata("mario"), nil) // every provider vouches for a mario
	}
	n := f.navigatore(t)
	n.apri("/CoreService/login?comando=alfa&torna=/CoreService/verbali").mostra(t, "comando=alfa", "Entra con l'accesso unico")
	n.apri("/CoreService/login").mostra(t, "comando=alfa") // the browser remembers
	f.navigatore(t).apri("/CoreService/login").nasconde(t, "comando=")
	if r := n.apri(n.comincia("alfa")); r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/verbali" {
		t.Fatalf("mario of alfa by alfa's: %d\n%s", r.stato, r.corpo)
	}
	n.apri("/CoreService/").mostra(t, "Mario Rossi")
	for comando, regola := range map[string]string{"beta": "the provider of another command", "": "the platform's, which alfa does not use"} {
		n := f.navigatore(t)
		if r := n.apri(n.comincia(comando)); r.stato != http.StatusForbidden || !strings.Contains(r.corpo, "utenza abilitata") {
			t.Errorf("mario of alfa by %s: %d\n%s", regola, r.stato, r.corpo)
		}
	}
	for _, comando := range []string{"nessuno", "../alfa", "alfa%0a"} { // who is no command comes in by the platform's, or is refused
		n := f.navigatore(t)
		if r := n.apri("/CoreService/sso?comando=" + comando); r.stato == http.StatusSeeOther && !strings.HasPrefix(r.testa.Get("Location"), f.piattaforma.Emittente()) {
			t.Errorf("%s: %d to %s", comando, r.stato, r.testa.Get("Location"))
		}
	}
	f.imposta(t, "alfa", "accessoUnico.fornitore", "PIATTAFORMA")
	n = f.navigatore(t)
	if r := n.apri(n.comincia("alfa")); r.stato != http.StatusSeeOther {
		t.Errorf("obeyed at the next login: %d\n%s", r.stato, r.corpo)
	}
	f.imposta(t, "alfa", "accessoUnico.fornitore", "SPENTO")
	n = f.navigatore(t)
	n.apri("/CoreService/login?comando=alfa").nasconde(t, "accesso-unico")
	if r := n.apri(n.comincia("")); r.stato != http.StatusForbidden {
		t.Errorf("switched off: %d", r.stato)
	}
}

// What one provider began another does not end, whatever the browser is made to bring.
func TestFornitoriScambiati(t *testing.T) {
	t.Parallel()
	f := conFornitori(t)
	f.alfa.Entra(chiamata("mario"), nil)
	f.beta.Entra(chiamata("mario"), nil)
	cambia := func(ritorno, campo, valore string) string {
		u, err := url.Parse(ritorno)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		q.Set(campo, valore)
		u.RawQuery = q.Encode()
		return u.String()
	}
	for regola, prova := range map[string]func(n *navigatore) (string, int){
		"begun with beta, brought to alfa's address": func(n *navigatore) (string, int) {
			return strings.Replace(n.comincia("beta"), "ritorno/beta", "ritorno/alfa", 1), http.StatusBadRequest
		},
		"brought to the platform's address": func(n *navigatore) (string, int) {
			return strings.Replace(n.comincia("alfa"), "ritorno/alfa", "ritorno", 1), http.StatusBadRequest
		},
		"an answer that says to be another's": func(n *navigatore) (string, int) {
			return cambia(n.comincia("alfa"), "iss", f.beta.Emittente()), http.StatusForbidden
		},
		"a code of another's": func(n *navigatore) (string, int) {
			altro := f.navigatore(t).comincia("beta")
			u, err := url.Parse(altro)
			if err != nil {
				t.Fatal(err)
			}
			return cambia(n.comincia("alfa"), "code", u.Query().Get("code")), http.StatusForbidden
		},
		"another's state": func(n *navigatore) (string, int) {
			altro := f.navigatore(t).comincia("alfa")
			u, err := url.Parse(altro)
			if err != nil {
				t.Fatal(err)
			}
			return cambia(n.comincia("alfa"), "state", u.Query().Get("state")), http.StatusBadRequest
		},
	} {
		n := f.navigatore(t)
		dove, vuole := prova(n)
		if r := n.apri(dove); r.stato != vuole {
			t.Errorf("%s: %d, want %d\n%s", regola, r.stato, vuole, r.corpo)
		}
		if r := n.apri("/CoreService/"); r.stato != http.StatusSeeOther {
			t.Errorf("%s: somebody is in", regola)
		}
	}
}

func TestIlFornitoreDiUnComandoEControllato(t *testing.T) {
	t.Parallel()
	f := conFornitori(t)
	f.imposta(t, "alfa", "accessoUnico.acr", []string{"alto"})
	alto := chiamata("mario")
	alto["acr"] = "alto"
	for _, c := range []struct {
		regola string
		chi    map[string]any
		cambia func(jwt.MapClaims)
		altrui bool
		vuole  int
	}{
		{"all right", alto, nil, false, http.StatusSeeOther},
		{"a level that is not enough", chiamata("mario"), nil, false, http.StatusForbidden},
		{"a key that nobody published", alto, nil, true, http.StatusForbidden},
		{"another issuer", alto, func(c jwt.MapClaims) { c["iss"] = f.beta.Emittente() }, false, http.StatusForbidden},
		{"for another client", alto, func(c jwt.MapClaims) { c["aud"] = "altro" }, false, http.StatusForbidden},
		{"expired", alto, func(c jwt.MapClaims) { c["exp"] = float64(1_000_000) }, false, http.StatusForbidden},
		{"another nonce", alto, func(c jwt.MapClaims) { c["nonce"] = "altro" }, false, http.StatusForbidden},
	} {
		f.alfa.Entra(c.chi, c.cambia)
		if c.altrui {
			f.alfa.FirmaAltrui()
		}
		n := f.navigatore(t)
		if r := n.apri(n.comincia("alfa")); r.stato != c.vuole {
			t.Errorf("%s: %d\n%s", c.regola, r.stato, r.corpo)
		}
	}
	f.alfa.Tace(true)
	n := f.navigatore(t)
	if r := n.apri("/CoreService/login?comando=alfa"); r.stato != http.StatusOK || !strings.Contains(r.corpo, `name="password"`) {
		t.Errorf("the form, while the provider is down: %d", r.stato)
	}
	if _, r := f.accede(t, "mario", password); r.stato != http.StatusSeeOther {
		t.Errorf("by password, while the provider is down: %d", r.stato)
	}
}

func TestIGruppiDelFornitoreDannoIRuoli(t *testing.T) {
	t.Parallel()
	f := conFornitori(t)
	f.imposta(t, "alfa", "gruppi.ruoli", map[string][]string{"/verbali/ufficio": {"UFFICIO"}, "lettori": {"LETTURA"}})
	entra := func(claims, info map[string]any) (string, string) {
		t.Helper()
		tutti := chiamata("mario")
		maps.Copy(tutti, claims)
		f.alfa.Entra(tutti, nil)
		f.alfa.Info(info)
		n := f.navigatore(t)
		if r := n.apri(n.comincia("alfa")); r.stato != http.StatusSeeOther {
			t.Fatalf("%d\n%s", r.stato, r.corpo)
		}
		return f.ruoliDi(t, "mario")
	}
	gruppi := map[string]any{"groups": []string{"/verbali/ufficio", "altri"}}
	for _, c := range []struct {
		regola, claim, ruoli string
		claims, info         map[string]any
	}{
		{"no claim is set: the provider says nothing of roles", "", "OPERATORE", gruppi, nil},
		{"in the token", "groups", "OPERATORE,UFFICIO", gruppi, nil},
		{"one alone, as a text", "groups", "LETTURA,OPERATORE", map[string]any{"groups": "Lettori"}, nil},
		{"at the door of persons alone", "groups", "OPERATORE,UFFICIO", nil, gruppi},
		{"nowhere", "groups", "OPERATORE", nil, nil},
	} {
		if c.claim != "" {
			f.imposta(t, "alfa", "accessoUnico.gruppi", c.claim)
		}
		if ruoli, _ := entra(c.claims, c.info); ruoli != c.ruoli {
			t.Errorf("%s: %s, want %s", c.regola, ruoli, c.ruoli)
		}
	}
}

func TestUscitaDalFornitore(t *testing.T) {
	t.Parallel()
	f := conFornitori(t)
	f.alfa.Entra(chiamata("mario"), nil)
	n := f.navigatore(t)
	if r := n.apri(n.comincia("alfa")); r.stato != http.StatusSeeOther {
		t.Fatalf("%d", r.stato)
	}
	var scritto string
	if err := f.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT attributi::text FROM sessione WHERE emittente IS NOT NULL`).Scan(&scritto); err != nil {
		t.Fatal(err)
	}
	r := n.invia("/CoreService/logout", url.Values{})
	la := regexp.MustCompile(`content="0;url=([^"]+)"`).FindStringSubmatch(r.corpo)
	if r.stato != http.StatusOK || la == nil {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	if torna := n.va(html.UnescapeString(la[1])); torna != "/CoreService/login" {
		t.Errorf("back to %s", torna)
	}
	uscite := f.alfa.Uscite()
	if len(uscite) != 1 || uscite[0].Get("client_id") != f.alfa.Client || strings.Count(uscite[0].Get("id_token_hint"), ".") != 2 {
		t.Fatalf("the provider is told %v", uscite)
	}
	if corpo := strings.Split(uscite[0].Get("id_token_hint"), ".")[1]; strings.Contains(scritto, corpo) {
		t.Error("who reads the table reads the provider's token")
	}
	if r := n.apri("/CoreService/"); r.stato != http.StatusSeeOther {
		t.Errorf("after the logout: %d", r.stato)
	}
	if r := f.dentro(t, "mario").invia("/CoreService/logout", url.Values{}); r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/login" {
		t.Errorf("who came in by password: %d to %s", r.stato, r.testa.Get("Location"))
	}
}

// A provider ends its sessions here, at once, and no others.
func TestIlFornitoreChiudeLaSessione(t *testing.T) {
	t.Parallel()
	f := conFornitori(t)
	dentro := func(p *testkit.Fornitore, comando, nome, sid string) *navigatore {
		t.Helper()
		chi := chiamata(nome)
		chi["sid"] = sid
		p.Entra(chi, nil)
		n := f.navigatore(t)
		if r := n.apri(n.comincia(comando)); r.stato != http.StatusSeeOther {
			t.Fatalf("%d\n%s", r.stato, r.corpo)
		}
		return n
	}
	viva := func(n *navigatore) bool { return n.apri("/CoreService/").stato == http.StatusOK }
	diAlfa := f.sito.URL + "/CoreService/sso/uscita/alfa"
	uno, due := dentro(f.alfa, "alfa", "mario", "uno"), dentro(f.alfa, "alfa", "mario", "due")
	diBeta, aMano := dentro(f.beta, "beta", "luigi", "uno"), f.dentro(t, "mario")
	buono := func(c jwt.MapClaims) { c["sid"], c["sub"] = "uno", "s-mario" }
	con := func(altro func(jwt.MapClaims)) func(jwt.MapClaims) {
		return func(c jwt.MapClaims) {
			buono(c)
			altro(c)
		}
	}
	for regola, avviso := range map[string]string{
		"nothing":                   "",
		"no token":                  "a.b.c",
		"of another issuer":         f.beta.Avviso(buono),
		"that says to be another's": f.alfa.Avviso(con(func(c jwt.MapClaims) { c["iss"] = f.beta.Emittente() })),
		"for another client":        f.alfa.Avviso(con(func(c jwt.MapClaims) { c["aud"] = "altro" })),
		"with a nonce":              f.alfa.Avviso(con(func(c jwt.MapClaims) { c["nonce"] = "n" })),
		"without an event":          f.alfa.Avviso(con(func(c jwt.MapClaims) { delete(c, "events") })),
		"of another event":          f.alfa.Avviso(con(func(c jwt.MapClaims) { c["events"] = map[string]any{"altro": map[string]any{}} })),
		"of nobody": f.alfa.Avviso(con(func(c jwt.MapClaims) {
			delete(c, "sub")
			delete(c, "sid")
		})),
		"without a name of its own": f.alfa.Avviso(con(func(c jwt.MapClaims) { delete(c, "jti") })),
		"expired":                   f.alfa.Avviso(con(func(c jwt.MapClaims) { c["exp"] = float64(1_000_000) })),
		"of an hour ago":            f.alfa.Avviso(con(func(c jwt.MapClaims) { c["iat"] = c["iat"].(int64) - 3600 })),
	} {
		if stato := f.alfa.Manda(t, diAlfa, avviso); stato != http.StatusBadRequest {
			t.Errorf("a notice %s: %d", regola, stato)
		}
	}
	f.alfa.FirmaAltrui()
	if stato := f.alfa.Manda(t, diAlfa, f.alfa.Avviso(buono)); stato != http.StatusBadRequest {
		t.Errorf("by a key that nobody published: %d", stato)
	}
	f.alfa.Entra(chiamata("mario"), nil)
	if !viva(uno) || !viva(due) || !viva(diBeta) {
		t.Fatal("a session ended by a notice that proves nothing")
	}
	inizio := time.Now() //nolint:forbidigo // measured against the machine's clock
	avviso := f.alfa.Avviso(buono)
	if stato := f.alfa.Manda(t, diAlfa, avviso); stato != http.StatusOK {
		t.Fatalf("%d", stato)
	}
	if viva(uno) || time.Since(inizio) > time.Second {
		t.Errorf("the session goes on after %v", time.Since(inizio))
	}
	if !viva(due) || !viva(diBeta) || !viva(aMano) {
		t.Error("a session of somebody else, or of another login, ended")
	}
	if stato := f.alfa.Manda(t, diAlfa, avviso); stato != http.StatusBadRequest {
		t.Errorf("the same notice again: %d", stato)
	}
	if stato := f.alfa.Manda(t, diAlfa, f.alfa.Avviso(func(c jwt.MapClaims) { c["sub"] = "s-mario" })); stato != http.StatusOK || viva(due) || !viva(aMano) {
		t.Errorf("every session of a person: %d, the second goes on %v, that by password %v", stato, viva(due), viva(aMano))
	}
	if stato := f.alfa.Manda(t, f.sito.URL+"/CoreService/sso/uscita/beta", f.alfa.Avviso(func(c jwt.MapClaims) { c["sub"] = "s-luigi" })); stato != http.StatusBadRequest || !viva(diBeta) {
		t.Errorf("at another command's address: %d", stato)
	}
	var righe int
	if err := f.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM registro WHERE azione = 'USCITO_DAL_FORNITORE' AND oggetto = 'alfa/mario'`).Scan(&righe); err != nil || righe != 2 {
		t.Errorf("%d lines of the register (%v)", righe, err)
	}
}

// prova tries the provider of alfa (of a portal of it) and gives what it says.
func (f *fornitori) prova(t *testing.T, portale string) (r sso.Referto) {
	t.Helper()
	letta := programma{f.banco, "capo.alfa", ""}.chiama(t, http.MethodPost, "/accesso/unico/prova", `{"portale":"`+portale+`"}`)
	if err := json.Unmarshal([]byte(letta.corpo), &r); err != nil || letta.stato != http.StatusOK {
		t.Fatalf("%d %s", letta.stato, letta.corpo)
	}
	if strings.Contains(letta.corpo, f.alfa.Segreto) {
		t.Errorf("the trial tells the secret: %s", letta.corpo)
	}
	return r
}

// TestLaProvaDelFornitoreDiceCheCosaNonVa tries the settings of a provider before they are in force: each fault in words.
func TestLaProvaDelFornitoreDiceCheCosaNonVa(t *testing.T) {
	t.Parallel()
	f := conFornitori(t)
	f.imposta(t, "alfa", "accessoUnico.fornitore", "PIATTAFORMA") // set, and not in force
	if r := f.prova(t, ""); !r.Riuscita || r.Ritorno != pubblico+"/CoreService/sso/ritorno/alfa" {
		t.Fatalf("all right: %+v", r)
	}
	male := func(regola, parola string) {
		t.Helper()
		if r := f.prova(t, ""); r.Riuscita || !strings.Contains(r.Frase, parola) {
			t.Errorf("%s: %+v", regola, r)
		}
	}
	segreto(t, f.cartella, "alfa", "sso", "host: 127.0.0.1\nsbagliato")
	male("another secret", "non accetta il nome o il segreto")
	segreto(t, f.cartella, "alfa", "sso", "host: 127.0.0.1\n"+f.alfa.Segreto)
	f.alfa.Tace(true)
	male("a provider that fails", "Non si legge il documento")
	f.alfa.Tace(false)
	f.alfa.RifiutaPrima("invalid_request") // whoever asks: the secret is not looked at
	male("an answer about the request", "non si sa se riconosca il nome e il segreto")
	f.alfa.RifiutaPrima("temporarily_unavailable")
	male("an answer about neither", "non si sa se riconosca il nome e il segreto")
	f.alfa.RifiutaPrima("")
	f.alfa.SenzaChiavi(true)
	male("no keys", "non pubblica chiavi")
	f.alfa.SenzaChiavi(false)
	for _, c := range []struct{ regola, chiave, valore, bene, parola string }{
		{"a name that it does not know", "accessoUnico.client", "altri", f.alfa.Client, "non accetta il nome o il segreto"},
		{"an address that is not as it writes it", "accessoUnico.emittente", f.alfa.Emittente() + "/", f.alfa.Emittente(), "è di un altro emittente"},
		{"a path where it is not", "accessoUnico.emittente", f.alfa.Emittente() + "/realm", f.alfa.Emittente(), "Non si legge il documento"},
		{"a port where nobody is", "accessoUnico.emittente", "http://127.0.0.1:1", f.alfa.Emittente(), "Non si legge il documento"},
		{"a name that nobody has", "accessoUnico.emittente", "https://nessuno.invalid", f.alfa.Emittente(), "per un altro server serve un altro file"},
		{"no https", "accessoUnico.emittente", "http://accesso.example", f.alfa.Emittente(), "per un altro server serve un altro file"},
		{"a secret that is not there", "accessoUnico.segreto", "sso-manca", "sso", "il file sso-manca non si legge"},
	} {
		f.imposta(t, "alfa", c.chiave, c.valore)
		male(c.regola, c.parola)
		f.imposta(t, "alfa", c.chiave, c.bene)
	}
	for _, c := range []struct{ membro, dove, parola string }{
		{"token_endpoint", "http://192.0.2.7/token", "senza https"},
		{"token_endpoint", "ftp://127.0.0.1/token", "senza https"},
		{"token_endpoint", "//127.0.0.1/token", "senza https"},
		{"userinfo_endpoint", "http://accesso.example/persona", "senza https"},
		{"jwks_uri", "http://192.0.2.7/chiavi", "senza https"},
		{"issuer", "https://altri.example/<b>segreto", "è di un altro emittente"},
	} {
		f.alfa.Indica(c.membro, c.dove)
		male(c.membro+" "+c.dove, c.parola)
		if r := f.prova(t, ""); strings.Contains(r.Frase, c.dove) {
			t.Errorf("the trial repeats what the provider says: %s", r.Frase)
		}
		f.alfa.Indica(c.membro, "")
	}
	f.nonSiSaChiCE(t)
	f.imposta(t, "alfa", "accessoUnico.acr", []string{"alto"})
	f.alfa.Entra(chiamata("mario"), nil)
	if r := f.prova(t, ""); !r.Riuscita {
		t.Errorf("right again: %+v", r)
	}
	f.provaPortali(t)
}

// nonSiSaChiCE: a trial says the same of a port where nobody is and of one where somebody is who is no provider.
func (f *fornitori) nonSiSaChiCE(t *testing.T) {
	t.Helper()
	altrove := 0
	frasi := map[string]string{}
	for nome, risponde := range map[string]http.HandlerFunc{
		"not found": http.NotFound,
		"forbidden": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "CHIAVE-SEGRETA", http.StatusForbidden) },
		"a page":    func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>CHIAVE-SEGRETA</html>")) },
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			altrove++
			http.Redirect(w, r, "/altrove", http.StatusTemporaryRedirect)
		},
	} {
		server := httptest.NewServer(risponde)
		f.imposta(t, "alfa", "accessoUnico.emittente", server.URL)
		frasi[nome] = f.prova(t, "").Frase
		server.Close()
		frasi[nome+", closed"] = f.prova(t, "").Frase
	}
	f.imposta(t, "alfa", "accessoUnico.emittente", f.alfa.Emittente())
	for nome, frase := range frasi {
		if frase != frasi["not found"] || strings.Contains(frase, "127.0.0.1") {
			t.Errorf("%s: %q", nome, frase)
		}
	}
	if altrove != 1 {
		t.Errorf("a redirect was followed: %d requests", altrove)
	}
}

func (f *fornitori) provaPortali(t *testing.T) {
	t.Helper()
	segreto(t, f.cartella, "alfa", "portale", "host: 127.0.0.1\n"+f.alfa.Segreto)
	f.imposta(t, "alfa", "portali.accessoUnico", map[string]any{"alfa-cittadini": map[string]any{"emittente": f.alfa.Emittente(), "client": f.alfa.Client,
		"segreto": "portale", "indirizzo": pubblico}})
	if r := f.prova(t, "alfa-cittadini"); !r.Riuscita || r.Ritorno != pubblico+"/ConnessioneService/portale/accesso/ritorno/alfa-cittadini" {
		t.Errorf("of a portal: %+v", r)
	}
	for _, portale := range []string{"alfa", "beta-cittadini"} {
		if r := f.prova(t, portale); r.Riuscita || !strings.Contains(r.Frase, "non ha impostato un fornitore") {
			t.Errorf("%s: %+v", portale, r)
		}
	}
	n := f.dentro(t, "capo.alfa")
	n.invia("/CoreService/accesso/unico", url.Values{"portale": {""}}).mostra(t, "riconosce il nome e il segreto", "sso/ritorno/alfa")
	n.invia("/CoreService/accesso/unico", url.Values{"portale": {"<b>"}}).mostra(t, "non è il codice di un portale")
	n.apri("/CoreService/impostazioni/accessoUnico.emittente").mostra(t, "Prova ciò che è impostato")
	var righe int
	if err := f.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM registro WHERE attore = 'capo.alfa' AND oggetto_tipo = 'fornitore'
		AND azione = 'LETTO' AND oggetto IN ('alfa/operatori', 'alfa/alfa-cittadini')`).Scan(&righe); err != nil || righe < 10 {
		t.Errorf("%d lines of the register (%v)", righe, err)
	}
}
