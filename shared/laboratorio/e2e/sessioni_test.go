//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

const (
	vitaSessione = 31 * time.Minute // design, section 7
	saputoEntro  = 10 * time.Second // an open page learns what became of its session
	ubbiditoIn   = 5 * time.Second  // every service obeys a block or a suspension; what they keep of logins lasts a minute
)

// TestSessions leaves pages open at a second core while their sessions age, end, are blocked and
// suspended at the first: the pages say so within seconds, nothing typed is lost, every service obeys.
func TestSessions(t *testing.T) {
	core := nuovoGemello(t, "core", nil)
	core.postgres.apri(t)
	core.nats.apri(t)
	core.attende(t, "ready", http.StatusOK)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the second core said\n%.3000s", core.uscita)
		}
	})
	s := sessioniAperte{core: core, database: stack.collega(t, "core", bootstrap.PlatformDatabase)}
	t.Run("a form left open warns, survives the end of its session and is saved as it was typed", s.moduloLasciato)
	t.Run("a block is obeyed at once by every page and every service", s.blocco)
	t.Run("a suspended tenant stops at once and goes on when it is taken up again", s.sospensione)
}

// sessioniAperte is where the pages are open and where their sessions are kept.
type sessioniAperte struct {
	core     *gemello
	database *pgx.Conn
}

// moduloLasciato: the form of a new department, left open until its session is about to end, then until
// it is over, is saved as it was typed.
func (s sessioniAperte) moduloLasciato(t *testing.T) {
	const capo = "amministratore.alfa"
	f := apriFinestra(t)
	modulo := repartoScritto{codice: "S" + strings.ToUpper(unico()), descrizione: "Scritto prima dell'avviso"}
	f.apre(s.core, "reparti/nuovo")
	f.attende(baseCore+"login", "Accesso")
	f.accede(capo, passwordProva)
	f.attende(baseCore+"reparti/nuovo", "")
	f.fa(scrive(`main [name="codice"]`, modulo.codice), scrive(`main [name="descrizione"]`, modulo.descrizione))

	s.invecchia(t, capo, time.Minute)
	f.avvisa("La sessione scade", "Resta collegato")
	f.accessibile("sessione-in-scadenza")
	f.scritto(modulo)
	f.fa(chromedp.Click(chromedp.CSS(`#avviso-sessione button`)))
	f.senzaAvviso()
	f.scritto(modulo)
	if fuoco := chiedi[string](f, `document.activeElement.name ?? ""`); fuoco != "descrizione" {
		t.Errorf("after the button the operator is at %q", fuoco)
	}
	if resta := chiedi[int](f, `fetch("/CoreService/rest/sessione").then(r => r.json()).then(s => s.scadeTraSecondi)`); resta < 100 {
		t.Errorf("after the button the session lives %d s", resta)
	}

	modulo.descrizione += " e prima della fine"
	f.fa(chromedp.SendKeys(chromedp.CSS(`main [name="descrizione"]`), " e prima della fine"))
	s.invecchia(t, capo, -time.Second)
	f.avvisa("La sessione è scaduta", "Accedi in un'altra scheda")
	f.accessibile("sessione-scaduta")
	f.invia()
	testkit.Attendi(t, saputoEntro, "the warning instead of the sending", func() bool {
		return chiedi[bool](f, `document.querySelector("#avviso-sessione")?.contains(document.activeElement) ?? false`)
	})
	f.scritto(modulo)
	if r := s.reparto(t, modulo); r.stato != http.StatusNotFound {
		t.Fatalf("without a session it was saved: %d %s", r.stato, r.corpo)
	}

	f.rientraAltrove(s.core, capo)
	f.senzaAvviso()
	f.scritto(modulo)
	f.invia()
	f.accettato("reparti")
	f.attende(baseCore+"reparti", "Reparti")
	if testo := f.testo(); !strings.Contains(testo, modulo.codice) || !strings.Contains(testo, modulo.descrizione) {
		t.Errorf("the list says:\n%s", testo)
	}
}

// repartoScritto is what is typed in the form of a department.
type repartoScritto struct{ codice, descrizione string }

// invecchia does to the sessions of an operator what the clock would: they end in resta if nothing is done.
func (s sessioniAperte) invecchia(t *testing.T, username string, resta time.Duration) {
	t.Helper()
	tag, err := s.database.Exec(t.Context(), `UPDATE sessione SET attiva = now() - make_interval(secs => $2) WHERE username = $1`,
		username, (vitaSessione - resta).Seconds())
	if err != nil || tag.RowsAffected() == 0 {
		t.Fatalf("sessions of %s: %v, %v", username, tag, err)
	}
}

// reparto asks the first core for a department.
func (s sessioniAperte) reparto(t *testing.T, r repartoScritto) risposta {
	t.Helper()
	return chiama(t, http.MethodGet, stack.url("core", baseCore+"rest/reparti/"+r.codice), nil, conBasic("amministratore.alfa", passwordProva))
}

// apre opens an address of another core.
func (f *finestra) apre(core *gemello, percorso string) {
	f.t.Helper()
	f.fa(chromedp.Navigate(core.base + baseCore + percorso))
}

func (f *finestra) invia() {
	f.t.Helper()
	f.fa(chromedp.Click(chromedp.CSS(`main form[method=post] button[type=submit]`)))
}

// avvisa waits until the page says something of its session, by itself, and how to go on.
func (f *finestra) avvisa(frasi ...string) {
	f.t.Helper()
	testkit.Attendi(f.t, saputoEntro, "the page to say "+strings.Join(frasi, ", "), func() bool {
		testo := chiedi[string](f, `document.querySelector("#avviso-sessione[role=alert]:not([hidden])")?.innerText ?? ""`)
		for _, frase := range frasi {
			if !strings.Contains(testo, frase) {
				return false
			}
		}
		return true
	})
}

func (f *finestra) senzaAvviso() {
	f.t.Helper()
	testkit.Attendi(f.t, saputoEntro, "the warning to go", func() bool {
		return chiedi[bool](f, `document.querySelector("#avviso-sessione")?.hidden ?? false`)
	})
}

// scritto checks that the page and what is typed in it are still there.
func (f *finestra) scritto(r repartoScritto) {
	f.t.Helper()
	avuto := chiedi[string](f, `location.pathname + " " + ["codice", "descrizione"].map(n => document.querySelector("main [name=" + n + "]")?.value).join(" ")`)
	if vuole := fmt.Sprintf("%sreparti/nuovo %s %s", baseCore, r.codice, r.descrizione); avuto != vuole {
		f.t.Errorf("the form has become %q instead of %q", avuto, vuole)
	}
}

// rientraAltrove follows the link of the warning, logs in in the tab that it opens, and comes back.
func (f *finestra) rientraAltrove(core *gemello, username string) {
	f.t.Helper()
	f.fa(chromedp.Click(chromedp.CSS(`#avviso-sessione a`)))
	var scheda target.ID
	testkit.Attendi(f.t, saputoEntro, "the other tab", func() bool {
		aperte, err := chromedp.Targets(f.ctx)
		for _, x := range aperte {
			if x.Type == "page" && x.URL == core.base+baseCore+"login" {
				scheda = x.TargetID
			}
		}
		return err == nil && scheda != ""
	})
	ctx, chiudi := chromedp.NewContext(f.ctx, chromedp.WithTargetID(scheda))
	defer chiudi()
	if err := chromedp.Do(ctx); err != nil { // the tab is followed as long as the context of the first step lives
		f.t.Fatalf("the other tab: %v", err)
	}
	altra := &finestra{t: f.t, ctx: ctx}
	altra.attende(baseCore+"login", "Accesso")
	altra.accede(username, passwordProva)
	altra.attende(baseCore, "Pagina iniziale")
	if _, err := chromedp.Call(f.ctx, page.BringToFront, cdp.Empty{}); err != nil {
		f.t.Fatalf("back to the first tab: %v", err)
	}
}

// blocco: who is blocked at one core is told so by his page at the other, and no service lets him in any
// more; his session, opened at the first, was good at both.
func (s sessioniAperte) blocco(t *testing.T) {
	capo, operatore := apriFinestra(t), apriFinestra(t)
	username := creaUtenza(t)
	operatore.vai(baseCore + "verbali")
	operatore.attende(baseCore+"login", "Accesso")
	operatore.accede(username, passwordNuova)
	operatore.attende(baseCore+"verbali", "Verbali")
	operatore.apre(s.core, "verbali")
	operatore.attende(baseCore+"verbali", "Verbali")
	token := stack.entraCon(t, username, passwordNuova, "PL01", "alfa")
	for _, p := range porteDi("alfa") {
		p.apre(t, conToken(token))
		if !p.soloToken {
			p.apre(t, conBasic(username, passwordNuova))
		}
	}

	scheda := baseCore + "operatori/" + username
	capo.vai(scheda)
	capo.attende(baseCore+"login", "Accesso")
	capo.accede("amministratore.alfa", passwordProva)
	capo.attende(scheda, "")
	capo.fa(chromedp.Click(chromedp.CSS(`main form[action$="/blocca"] button[type=submit]`)))
	capo.accettato("the block")
	for i, p := range porteDi("alfa") {
		p.rifiuta(t, conToken(token))
		if !p.soloToken { // from an address of its own: refusals from one are slowed
			p.rifiuta(t, conBasic(username, passwordNuova), daIndirizzo(fmt.Sprintf("203.0.113.%d", 210+i)))
		}
	}
	operatore.avvisa("L'utenza non è più abilitata")

	capo.vai(scheda)
	capo.attende(scheda, "")
	capo.fa(chromedp.Click(chromedp.CSS(`main form[action$="/sblocca"] button[type=submit]`)))
	capo.accettato("the end of the block")
	nuovo := stack.entraCon(t, username, passwordNuova, "PL01", "alfa")
	for _, p := range porteDi("alfa") {
		p.attende(t, "the unblocked to come in", p.aperta, conToken(nuovo))
		p.rifiuta(t, conToken(token))
	}
}

// creaUtenza makes, as the administrator of alfa, an account that may enter every service; who uses it has changed its password.
func creaUtenza(t *testing.T) (username string) {
	t.Helper()
	username = "sessioni." + unico()
	r := chiama(t, http.MethodPost, stack.url("core", baseCore+"rest/operatori"), map[string]any{
		"username": username, "nome": "Elsa", "cognome": "Gialli", "reparto": "PL01", "ruoli": []string{"OPERATORE", "AGENTE"},
		"verifica": "LOCALE", "password": passwordData,
	}, conBasic("amministratore.alfa", passwordProva))
	if r.stato != http.StatusCreated {
		t.Fatalf("the account: %d %s", r.stato, r.corpo)
	}
	f := apriFinestra(t)
	f.vai(baseCore)
	f.attende(baseCore+"login", "Accesso")
	f.primoAccesso(username)
	f.attende(baseCore, "Pagina iniziale")
	f.esciDi()
	return username
}

// portaDi is a door of a service that an operator comes in by, with what it answers then and to whom is
// blocked. The tenant's own state is looked at behind it.
type portaDi struct {
	servizio, metodo, percorso string
	corpo                      any
	opzioni                    []opzione
	vietato                    int    // the status for a person who is blocked
	codice                     string // and its code
	senzaTenant                bool   // nothing of a tenant is behind it
	soloToken                  bool
}

// porteDi are the doors of every service that takes tokens, for operators of a tenant who are AGENTE too.
func porteDi(tenant string) []portaDi {
	const verbale = "01936a2e-7c00-7000-8000-000000000001"
	bloccato := func(p portaDi) portaDi {
		p.vietato, p.codice = http.StatusUnauthorized, "CREDENZIALI_NON_VALIDE"
		return p
	}
	return []portaDi{
		bloccato(portaDi{servizio: "connessione", metodo: "POST", percorso: baseConnessione + "/ricercaVerbalePagamento",
			corpo: map[string]string{"numero": "999999999", "lettera": "", "targa": "AB123CD"}}),
		bloccato(portaDi{servizio: "elaborazione", metodo: "GET", percorso: baseElaborazione + "/verbali/" + verbale}),
		bloccato(portaDi{servizio: "mobile", metodo: "GET", percorso: "/mobile/api/tabelleFisse"}),
		bloccato(portaDi{servizio: "ocr", metodo: "GET", percorso: "/OcrService/rest/non-esiste", senzaTenant: true}),
		bloccato(portaDi{servizio: "vpn", metodo: "GET", percorso: "/VpnService/rest/veicoli/AB123CD"}),
		bloccato(portaDi{servizio: "core", metodo: "GET", percorso: baseCore + "rest/non-esiste", senzaTenant: true}),
		{servizio: "tenantapi", metodo: "POST", percorso: "/api/verbale/ricerca", corpo: map[string]any{"codiceFiscale": "RSSMRA80A01H501U"},
			opzioni: []opzione{conTesta("X-Realm", tenant)}, vietato: http.StatusForbidden, codice: "RISERVATO", soloToken: true},
	}
}

func (p portaDi) chiedi(t *testing.T, chi ...opzione) risposta {
	t.Helper()
	return chiama(t, p.metodo, stack.url(p.servizio, p.percorso), p.corpo, append(chi, p.opzioni...)...)
}

// aperta reports whether an answer came from behind the door.
func (p portaDi) aperta(r risposta) bool {
	return r.stato != http.StatusUnauthorized && r.stato != http.StatusForbidden && r.stato < http.StatusInternalServerError
}

func (p portaDi) apre(t *testing.T, chi ...opzione) {
	t.Helper()
	if r := p.chiedi(t, chi...); !p.aperta(r) {
		t.Errorf("%s keeps out who may come in: %d %s", p.servizio, r.stato, r.corpo)
	}
}

// attende asks until the answer is the right one.
func (p portaDi) attende(t *testing.T, cosa string, giusta func(risposta) bool, chi ...opzione) (r risposta) {
	t.Helper()
	testkit.Attendi(t, ubbiditoIn, p.servizio+": "+cosa, func() bool {
		r = p.chiedi(t, chi...)
		return giusta(r)
	})
	return r
}

// rifiuta waits until who is blocked is kept out.
func (p portaDi) rifiuta(t *testing.T, chi ...opzione) {
	t.Helper()
	r := p.attende(t, "the block to be obeyed", func(r risposta) bool { return r.stato == p.vietato }, chi...)
	verificaProblema(t, r, p.vietato, p.codice)
}

// sospensione: the pages of a suspended tenant say so, every service refuses it, and all is as before
// when it is taken up again.
func (s sessioniAperte) sospensione(t *testing.T) {
	const username = "operatore.beta"
	f := apriFinestra(t)
	f.apre(s.core, "verbali")
	f.attende(baseCore+"login", "Accesso")
	f.accede(username, passwordProva)
	f.attende(baseCore+"verbali", "Verbali")
	f.senzaAvviso()
	token := map[string]string{"": stack.operatore(t, "beta"), "mobile": stack.entra(t, "agente.beta", "PL01", "beta")}
	chi := func(p portaDi) opzione {
		if p.servizio == "mobile" {
			return conToken(token["mobile"])
		}
		return conToken(token[""])
	}
	for _, p := range porteDi("beta") {
		p.apre(t, chi(p))
	}

	t.Cleanup(func() { portaTenant(t, "beta", "ATTIVO") })
	portaTenant(t, "beta", "SOSPESO")
	for _, p := range porteDi("beta") {
		if !p.senzaTenant {
			r := p.attende(t, "the suspension to be obeyed", func(r risposta) bool { return r.stato == http.StatusForbidden }, chi(p))
			verificaProblema(t, r, http.StatusForbidden, "TENANT_SOSPESO")
		}
	}
	f.avvisa("Il comando è sospeso")
	f.accessibile("comando-sospeso")
	for _, p := range []porta{ // by password now
		{"core", http.MethodGet, baseCore + "rest/reparti", "amministratore.beta", http.StatusForbidden},
		{"ocr", http.MethodGet, "/OcrService/rest/non-esiste", "amministratore.beta", http.StatusForbidden},
	} {
		verificaProblema(t, chiama(t, p.metodo, stack.url(p.servizio, p.percorso), nil, conBasic(p.chi, passwordProva)), p.stato, "TENANT_SOSPESO")
	}

	if e := stack.leggiVerbale(t, "beta", "mai"); e.Stato != http.StatusForbidden || e.Errore != "TENANT_SOSPESO" {
		t.Errorf("SOAP: %+v", e)
	}

	portaTenant(t, "beta", "ATTIVO")
	for _, p := range porteDi("beta") {
		p.attende(t, "the tenant to be served again", p.aperta, chi(p))
	}
	f.senzaAvviso()
	f.apre(s.core, "verbali")
	f.attende(baseCore+"verbali", "Verbali")
}

// portaTenant gives a tenant a state, as the administrator of the platform, unless it has it.
func portaTenant(t *testing.T, nome, stato string) {
	t.Helper()
	indirizzo, chi := stack.url("core", baseCore+"rest/tenant/"+nome), conBasic("piattaforma", passwordProva)
	ctx, fine := context.WithTimeout(context.WithoutCancel(t.Context()), 20*time.Second) // it is called at the end of the test too
	defer fine()
	manda := func(metodo string, corpo any) risposta {
		r, err := manda(richiesta(t, metodo, indirizzo, corpo, chi).WithContext(ctx))
		if err != nil {
			t.Fatalf("tenant %s: %v", nome, err)
		}
		return r
	}
	type tenant struct {
		Denominazione string `json:"denominazione"`
		CodiceFiscale string `json:"codiceFiscale"`
		Stato         string `json:"stato"`
		Versione      int    `json:"versione"`
	}
	ora := leggi[tenant](t, manda(http.MethodGet, nil), http.StatusOK)
	if ora.Stato == stato {
		return
	}
	ora.Stato = stato
	leggi[tenant](t, manda(http.MethodPut, ora), http.StatusOK)
}
