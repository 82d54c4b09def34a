package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/identita"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const nuovaPassword = "tre gatti sul tetto"

// capo is an administrator of alfa, logged in.
func (b *banco) capo(t *testing.T) *navigatore {
	t.Helper()
	capo := operatore.Operatore{Username: "capo", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloAmministratore}}
	if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), capo, password); err != nil {
		t.Fatal(err)
	}
	return b.dentro(t, "capo")
}

// entra logs mario in through the form; it gives the status and where it leads.
func (n *navigatore) entra(password string) (int, string) {
	n.t.Helper()
	r := n.invia("/CoreService/login", url.Values{"username": {"mario"}, "password": {password}})
	return r.stato, r.testa.Get("Location")
}

// basic reads the accounts by core's REST with a username and a password.
func (b *banco) basic(t *testing.T, username, password string) risposta {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth(username, password)
	return b.navigatore(t).chiedi(http.MethodGet, "/CoreService/rest/operatori", nil, map[string]string{"Authorization": r.Header.Get("Authorization")})
}

// A password that somebody else has given opens nothing but the page that changes it.
func TestUnaPasswordProvvisoriaApreSoloLaPaginaCheLaCambia(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	amministratore := b.capo(t)
	r := amministratore.invia("/CoreService/operatori/mario/password",
		url.Values{"password": {nuovaPassword}, "ripetuta": {nuovaPassword}, "provvisoria": {"si"}})
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d %s", r.stato, r.corpo)
	}
	n := b.navigatore(t)
	if stato, _ := n.entra(nuovaPassword); stato != http.StatusSeeOther {
		t.Fatalf("the form: %d", stato)
	}
	for _, pagina := range []string{"/CoreService/", "/CoreService/verbali", "/CoreService/verbali/x"} {
		if r := n.apri(pagina); r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/password" {
			t.Errorf("%s: %d to %q", pagina, r.stato, r.testa.Get("Location"))
		}
	}
	if r := n.invia("/CoreService/lotti", url.Values{}); r.stato != http.StatusForbidden {
		t.Errorf("a write: %d", r.stato)
	}
	elaborazione := auth.RemoteRealm{Bus: testkit.Bus(t, b.nats, "elaborazione")}
	altrove := func() error {
		_, err := elaborazione.Login(t.Context(), event.DomandaAccesso{Utente: "mario", Password: nuovaPassword, Modulo: "elaborazione", Indirizzo: "192.0.2.1"})
		return err
	}
	for range 8 { // it is no failure: nobody is made to wait for it
		if err := altrove(); !problem.Is(err, "PASSWORD_DA_CAMBIARE") {
			t.Fatalf("another service: %v", err)
		}
	}
	if r := b.basic(t, "mario", nuovaPassword); r.stato != http.StatusForbidden || !strings.Contains(r.corpo, "PASSWORD_DA_CAMBIARE") {
		t.Errorf("core's own REST: %d %s", r.stato, r.corpo)
	}
	n.apri("/CoreService/password").mostra(t, "provvisoria o scaduta")
	cambia := func(nuova string) risposta {
		return n.invia("/CoreService/password", url.Values{"attuale": {nuovaPassword}, "password": {nuova}, "ripetuta": {nuova}})
	}
	if r := cambia(nuovaPassword); r.stato != http.StatusBadRequest {
		t.Errorf("the same again: %d", r.stato)
	} else {
		r.mostra(t, "stessa di prima")
	}
	const sua = "quattro cani in cortile"
	if r := cambia(sua); r.stato != http.StatusOK {
		t.Fatalf("%d %s", r.stato, r.corpo)
	}
	if stato, dove := n.entra(sua); stato != http.StatusSeeOther || dove != "/CoreService/" {
		t.Errorf("with his own: %d to %q", stato, dove)
	}
	if r := n.apri("/CoreService/"); r.stato != http.StatusOK {
		t.Errorf("then the first page: %d", r.stato)
	}
}

func TestLaPoliticaDelComando(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	imposta := func(chiave, valore string) {
		b.ambiente.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', $1, $2)`, chiave, valore)
	}
	amministratore := b.capo(t)
	da := func(password string) int {
		return amministratore.invia("/CoreService/operatori/mario/password", url.Values{"password": {password}, "ripetuta": {password}}).stato
	}
	for _, debole := range []string{"breve", "Password2026!", "mario mario mario", "111122223333", "            "} {
		if stato := da(debole); stato != http.StatusBadRequest {
			t.Errorf("%q: %d", debole, stato)
		}
	}
	imposta(identita.ChiavePasswordLunghezza, `20`)
	if stato := da(nuovaPassword); stato != http.StatusBadRequest {
		t.Errorf("nineteen characters where the command asks for twenty: %d", stato)
	}
	if stato := da(nuovaPassword + "!"); stato != http.StatusSeeOther {
		t.Errorf("twenty: %d", stato)
	}
	t.Run("a password expires where the command says so, and is changed", func(t *testing.T) {
		imposta(identita.ChiavePasswordScadenza, `90`)
		b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET provvisoria = false, password_dal = now() - interval '89 days' WHERE username = 'mario'`)
		n := b.navigatore(t)
		n.entra(nuovaPassword + "!")
		if r := n.apri("/CoreService/"); r.stato != http.StatusOK {
			t.Errorf("the day before: %d", r.stato)
		}
		b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET password_dal = now() - interval '91 days' WHERE username = 'mario'`)
		n = b.navigatore(t)
		n.entra(nuovaPassword + "!")
		if r := n.apri("/CoreService/"); r.testa.Get("Location") != "/CoreService/password" {
			t.Errorf("after it: %d to %q", r.stato, r.testa.Get("Location"))
		}
		if r := b.basic(t, "mario", nuovaPassword+"!"); !strings.Contains(r.corpo, "PASSWORD_DA_CAMBIARE") {
			t.Errorf("after it, core's own REST: %d %s", r.stato, r.corpo)
		}
	})
	t.Run("a program's password does not expire: nobody would change it", func(t *testing.T) {
		b.ambiente.Esegui(t, "core", "", `INSERT INTO integratore (id, tenant, nome) VALUES (gen_random_uuid(), 'alfa', 'palmari')`)
		b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET ruoli = '{INTEGRATORE}', integratore = (SELECT id FROM integratore WHERE nome = 'palmari'), provvisoria = false,
			password_dal = now() - interval '9 years' WHERE username = 'mario'`)
		if r := b.basic(t, "mario", nuovaPassword+"!"); strings.Contains(r.corpo, "PASSWORD_DA_CAMBIARE") || r.stato == http.StatusUnauthorized {
			t.Errorf("%d %s", r.stato, r.corpo)
		}
	})
}

// TestUnaPasswordProvvisoriaScade: for as long as the command says, told on the pages; then it opens nothing until another is given.
func TestUnaPasswordProvvisoriaScade(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	capo := b.dentro(t, "capo.alfa")
	dai := func() {
		t.Helper()
		r := capo.invia("/CoreService/operatori/mario/password", url.Values{"password": {nuovaPassword}, "ripetuta": {nuovaPassword}, "provvisoria": {"si"}})
		if r.stato != http.StatusSeeOther {
			t.Fatalf("%d\n%s", r.stato, r.corpo)
		}
	}
	ore := func() (n int) {
		t.Helper()
		if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(),
			`SELECT round(extract(epoch FROM provvisoria_fino - password_dal) / 3600) FROM operatore WHERE username = 'mario'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	dai()
	if n := ore(); n != 72 {
		t.Errorf("%d hours where the command has said nothing", n)
	}
	b.imposta(t, "alfa", "password.provvisoriaOre", 5)
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET impronta = 'altra' WHERE username = 'mario'`)
	dai()
	if n := ore(); n != 5 {
		t.Errorf("%d hours, as the command says 5", n)
	}
	capo.apri("/CoreService/operatori/mario").mostra(t, "La password è provvisoria: vale fino al ")
	n, r := b.accede(t, "mario", nuovaPassword)
	if r.stato != http.StatusSeeOther {
		t.Fatalf("within its term: %d", r.stato)
	}
	n.apri("/CoreService/password").mostra(t, "provvisoria o scaduta", "Vale fino al ")
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET provvisoria_fino = now() - interval '1 minute' WHERE username = 'mario'`)
	if _, r := b.accede(t, "mario", nuovaPassword); r.stato != http.StatusForbidden || !strings.Contains(r.corpo, "non vale più") {
		t.Errorf("after its term: %d\n%s", r.stato, r.corpo)
	}
	dai()
	if _, r := b.accede(t, "mario", nuovaPassword); r.stato != http.StatusSeeOther {
		t.Errorf("given once more: %d", r.stato)
	}
}

// TestLaPasswordDiUnAltroESempreProvvisoria: whoever gives a password to somebody else, and whatever he says of it, gives one that must
// be changed; a program's alone is not, and the demonstrations' is nobody's.
func TestLaPasswordDiUnAltroESempreProvvisoria(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	capo := b.capo(t)
	b.amministratore(t, "amministratrice")
	b.ambiente.Esegui(t, "core", "", `INSERT INTO integratore (id, tenant, nome) VALUES (gen_random_uuid(), 'alfa', 'palmari')`)
	crea := func(username, ruoli, integratore, altro string) string {
		return `{"username":"` + username + `","reparto":"PL01","ruoli":[` + ruoli + `],"nome":"","cognome":"","codiceFiscale":"","integratore":"` + integratore +
			`","verifica":"LOCALE","password":"` + nuovaPassword + `"` + altro + `}`
	}
	provvisoria := func(username string, vuole bool) {
		t.Helper()
		var ha bool
		if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT provvisoria FROM operatore WHERE username = $1`, username).Scan(&ha); err != nil || ha != vuole {
			t.Errorf("%s: provisional %v, want %v (%v)", username, ha, vuole, err)
		}
		testkit.Attendi(t, 15*time.Second, username+" by BASIC", func() bool { // an exchange of before holds until the fact of the change is there
			return strings.Contains(b.basic(t, username, nuovaPassword).corpo, "PASSWORD_DA_CAMBIARE") == vuole
		})
	}
	b.attendi(t, "capo POST /operatori", crea("rest", `"LETTURA"`, "", ""), 201)
	b.attendi(t, "capo POST /operatori", crea("rest.no", `"LETTURA"`, "", `,"provvisoria":false`), 201)
	b.attendi(t, "capo POST /operatori", crea("programma", `"INTEGRATORE"`, "palmari", ""), 201)
	b.attendi(t, "capo POST /operatori", crea("programma.chiesta", `"INTEGRATORE"`, "palmari", `,"provvisoria":true`), 201)
	b.attendi(t, "capo POST /operatori", crea("mezzo.programma", `"INTEGRATORE","UFFICIO"`, "palmari", ""), 201)
	b.attendi(t, "piattaforma@alfa POST /operatori", crea("amm", `"AMMINISTRATORE"`, "", ""), 201)
	r := capo.invia("/CoreService/operatori", url.Values{"username": {"pagina"}, "reparto": {"PL01"}, "ruoli": {"LETTURA"}, "verifica": {"LOCALE"},
		"password": {nuovaPassword}, "ripetuta": {nuovaPassword}, "comandoAperto": {"alfa"}})
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d %s", r.stato, r.corpo)
	}
	for username, vuole := range map[string]bool{"rest": true, "rest.no": true, "pagina": true, "amm": true, "mezzo.programma": true,
		"programma": false, "programma.chiesta": false} {
		provvisoria(username, vuole)
	}
	b.attendi(t, "capo POST /operatori/mario/password", `{"password":"`+nuovaPassword+`","provvisoria":false}`, 204)
	provvisoria("mario", true)
	b.attendi(t, "capo POST /operatori/programma/password", `{"password":"`+nuovaPassword+`x"}`, 204)
	b.attendi(t, "capo POST /operatori/programma/password", `{"password":"`+nuovaPassword+`"}`, 204)
	provvisoria("programma", false)
	b.opera(t, passo{"capo", "PUT /operatori/programma", `{"reparto":"PL01","ruoli":["LETTURA"],"nome":"","cognome":"","codiceFiscale":"","integratore":"","verifica":"LOCALE","stato":"ATTIVO","versione":{versione}}`})
	provvisoria("programma", true)
	b.attendi(t, "capo POST /operatori/capo/password", `{"password":"`+nuovaPassword+`"}`, 204)
	provvisoria("capo", false)
	for _, demo := range []string{"Verbali-demo-2026", "verbali demo 2027!", "VerbaliDemo2026"} {
		b.attendi(t, "amministratrice POST /operatori", strings.ReplaceAll(crea("altra", `"LETTURA"`, "", ""), nuovaPassword, demo), 400, "demo")
		b.attendi(t, "amministratrice POST /operatori/mario/password", `{"password":"`+demo+`"}`, 400, "demo")
	}
}
