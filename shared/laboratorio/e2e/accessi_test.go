//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/oauth2-proxy/mockoidc"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// TestThreeWaysIn lets officers of one command in by the password that core keeps, by the command's
// directory and by single sign-on, at a second core that has both.
func TestThreeWaysIn(t *testing.T) {
	const username = "direttorio.alfa"
	ldap := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "D'Angelò, Josè (PM) *", UID: username, Password: "segreta (1*) del direttorio"})
	fornitore := nuovoFornitore(t)
	core := nuovoGemello(t, "core", func(base string) map[string]string { return vieDiAccesso(t, base, ldap, fornitore) })
	core.postgres.apri(t)
	core.nats.apri(t)
	core.attende(t, "ready", http.StatusOK)
	creaUtenzaLDAP(t, username)
	f := apriFinestra(t)
	pagina := core.base + baseCore + "verbali"

	f.fa(chromedp.Navigate(pagina))
	f.attende(baseCore+"login", "Accesso")
	f.accessibile("accesso-tre-vie")
	f.accede("operatore.alfa", passwordProva)
	f.dentroCome(pagina)

	f.fa(chromedp.Navigate(pagina))
	f.attende(baseCore+"login", "Accesso")
	f.accede(username, passwordProva)
	testkit.Attendi(t, 10*time.Second, "the refusal", func() bool { return strings.Contains(f.testo(), "Nome utente o password errati") })
	f.accede(username, "segreta (1*) del direttorio")
	f.dentroCome(pagina)

	fornitore.QueueUser(&mockoidc.MockUser{Subject: "1", PreferredUsername: "ufficio.alfa"})
	f.fa(chromedp.Navigate(pagina))
	f.attende(baseCore+"login", "Accesso")
	f.fa(chromedp.Click(chromedp.CSS(`main a[href*="/sso"]`)))
	f.dentroCome(pagina)

	fornitore.QueueUser(&mockoidc.MockUser{Subject: "2", PreferredUsername: "nessuno.alfa"})
	f.fa(chromedp.Navigate(core.base + baseCore + "sso"))
	testkit.Attendi(t, 10*time.Second, "who has no account here to be told so", func() bool { return strings.Contains(f.dove(), "/sso/ritorno") })
	f.accessibile("accesso-unico-rifiutato")
}

// dentroCome waits for the page asked for and goes out again.
func (f *finestra) dentroCome(pagina string) {
	f.t.Helper()
	f.attende(baseCore+"verbali", "Verbali")
	if !strings.HasPrefix(f.dove(), pagina) {
		f.t.Errorf("the page is %s", f.dove())
	}
	f.esciDi()
}

// vieDiAccesso are core's settings for a directory and a provider.
func vieDiAccesso(t *testing.T, base string, ldap *testkit.LDAP, fornitore *mockoidc.MockOIDC) map[string]string {
	t.Helper()
	segreto := func(nome, valore string) string {
		file := filepath.Join(t.TempDir(), nome)
		if err := os.WriteFile(file, []byte(valore), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	return map[string]string{
		"VERBALI_LDAP_SERVER": "ldap://" + ldap.Indirizzo, "VERBALI_LDAP_BASE_DN": ldap.Base, "VERBALI_LDAP_UTENTE": "uid",
		"VERBALI_LDAP_AMMINISTRATORE":               ldap.Amministratore,
		"VERBALI_LDAP_AMMINISTRATORE_PASSWORD_FILE": segreto("ldap", ldap.Password),
		"VERBALI_SSO_EMITTENTE":                     fornitore.Issuer(), "VERBALI_SSO_CLIENT_ID": fornitore.ClientID,
		"VERBALI_SSO_CLIENT_SEGRETO_FILE": segreto("sso", fornitore.ClientSecret),
		"VERBALI_SSO_INDIRIZZO":           base,
	}
}

// nuovoFornitore starts a provider of identities.
func nuovoFornitore(t *testing.T) *mockoidc.MockOIDC {
	t.Helper()
	f, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Shutdown() }) // the test is over
	return f
}

// creaUtenzaLDAP makes, as the administrator of alfa, an account whose password the directory checks.
func creaUtenzaLDAP(t *testing.T, username string) {
	t.Helper()
	r := chiama(t, http.MethodPost, stack.url("core", baseCore+"rest/operatori"), map[string]any{
		"username": username, "nome": "Josè", "cognome": "D'Angelò", "reparto": "PL01", "ruoli": []string{"OPERATORE"}, "verifica": "LDAP",
	}, conBasic("amministratore.alfa", passwordProva))
	if r.stato != http.StatusCreated {
		t.Fatalf("the account of the directory: %d %s", r.stato, r.corpo)
	}
}
