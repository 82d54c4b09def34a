//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

const baseCore = "/CoreService/"

// finestra is a tab of a real browser, driven as a person would.
type finestra struct {
	t    *testing.T
	ctx  context.Context //nolint:containedctx // chromedp's handle of the tab
	foto int
}

// cercaChromium finds the browser under one of its names.
func cercaChromium(t *testing.T) string {
	t.Helper()
	for _, nome := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(nome); err == nil {
			return p
		}
	}
	t.Fatal("no Chromium (package chromium)")
	return ""
}

// browser is the Chromium of all the windows: it takes seconds to start. It is started at its first use, and again when it has died.
var browser struct {
	mu     sync.Mutex
	prima  *finestra // its own, which nobody uses
	chiudi func()
}

// avviaBrowser gives the browser that runs.
func avviaBrowser(t *testing.T) context.Context {
	t.Helper()
	browser.mu.Lock()
	defer browser.mu.Unlock()
	if browser.chiudi != nil {
		select {
		case <-chromedp.FromContext(browser.prima.ctx).Browser.LostConnection:
			browser.chiudi()
			browser.chiudi = nil
		default:
			return browser.prima.ctx
		}
	}
	alloc, fine := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(cercaChromium(t)), chromedp.WindowSize(1280, 900),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("no-proxy-server", true), chromedp.Flag("lang", "it"),
	)...)
	ctx, chiudi := chromedp.NewContext(alloc)
	if err := chromedp.Do(ctx); err != nil {
		chiudi()
		fine()
		t.Fatalf("browser: %v", err)
	}
	browser.prima, browser.chiudi = &finestra{ctx: ctx}, func() { chiudi(); fine() }
	return ctx
}

// chiudiBrowser ends the browser, if a test has used it.
func chiudiBrowser() {
	browser.mu.Lock()
	defer browser.mu.Unlock()
	if browser.chiudi != nil {
		browser.chiudi()
	}
}

// apriFinestra opens a window with nothing in it: cookies and storage of its own, gone with it.
func apriFinestra(t *testing.T) *finestra {
	t.Helper()
	ctx, chiudi := chromedp.NewContext(avviaBrowser(t), chromedp.WithNewBrowserContext())
	t.Cleanup(chiudi)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900)); err != nil {
		t.Fatalf("window: %v", err)
	}
	return &finestra{t: t, ctx: ctx}
}

// fa runs steps with a deadline.
func (f *finestra) fa(passi ...chromedp.Action[chromedp.Void]) {
	f.t.Helper()
	ctx, fine := context.WithTimeout(f.ctx, 20*time.Second)
	defer fine()
	if err := chromedp.Do(ctx, passi...); err != nil {
		f.t.Fatalf("at %s: %v", f.dove(), err)
	}
}

// chiedi asks the page, and the one that comes in its stead while it is asked.
func chiedi[T any](f *finestra, espressione string) (v T) {
	f.t.Helper()
	ctx, fine := context.WithTimeout(f.ctx, 20*time.Second)
	defer fine()
	for {
		v, err := chromedp.Run(ctx, chromedp.Evaluate[T](espressione, chromedp.EvalAwaitPromise))
		switch {
		case err == nil || errors.Is(err, chromedp.ErrJSNull):
			return v
		case ctx.Err() != nil || !strings.Contains(err.Error(), "Inspected target navigated"):
			f.t.Fatalf("%.200s: %v", espressione, err)
		}
	}
}

func (f *finestra) dove() string {
	ctx, fine := context.WithTimeout(f.ctx, 5*time.Second)
	defer fine()
	dove, _ := chromedp.Run(ctx, chromedp.Location()) // asked after a failure too
	return dove
}

// vai opens an address of the web application.
func (f *finestra) vai(percorso string) {
	f.t.Helper()
	f.fa(chromedp.Navigate(stack.url("core", percorso)))
}

// attende waits for a page by its address and its heading.
func (f *finestra) attende(percorso, titolo string) {
	f.t.Helper()
	testkit.Attendi(f.t, 20*time.Second, "the page "+percorso+" with "+titolo, func() bool {
		ctx, fine := context.WithTimeout(f.ctx, 5*time.Second)
		defer fine()
		testo, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.readyState === "complete" ? location.pathname + " " + (document.querySelector("h1")?.innerText ?? "") : ""`))
		return err == nil && strings.HasPrefix(testo, percorso) && strings.Contains(testo, titolo)
	})
}

// testo is what a person reads on the page.
func (f *finestra) testo() string {
	f.t.Helper()
	return chiedi[string](f, `document.body?.innerText ?? ""`)
}

// fotografa leaves a picture of the whole page for people.
func (f *finestra) fotografa(nome string) {
	f.t.Helper()
	ctx, fine := context.WithTimeout(f.ctx, 20*time.Second)
	defer fine()
	immagine, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		f.t.Fatalf("picture of %s: %v", nome, err)
	}
	f.foto++
	conserva(f.t, fmt.Sprintf("pagina-%d-%s.png", f.foto, nome), immagine)
}

// violazioneAxe is a rule of accessibility that a page breaks.
type violazioneAxe struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, FailureSummary string }
}

// ferme waits for colours that are changing: half-way they contrast with nothing.
const ferme = "Promise.all(document.getAnimations().filter(a => a.effect.getComputedTiming().endTime !== Infinity).map(a => a.finished.catch(() => 0)))"

// violazioniPolitica are what the page's own policy (CSP) forbade of it since it was opened, before axe-core came.
const violazioniPolitica = `(() => {
	if (window.axe) return [];
	const o = new ReportingObserver(() => {}, {types: ["csp-violation"], buffered: true});
	o.observe();
	const lette = o.takeRecords().map(r => r.body.effectiveDirective + " " + r.body.blockedURL + " " + r.body.sourceFile);
	o.disconnect();
	return lette;
})()`

// accessibile lets axe-core look at the page, on a wide and on a narrow screen; nothing of the page may be against its
// own policy.
func (f *finestra) accessibile(nome string) {
	f.t.Helper()
	for _, v := range chiedi[[]string](f, violazioniPolitica) {
		f.t.Errorf("%s: its policy forbids %s", nome, v)
	}
	axe, err := os.ReadFile(filepath.Join(testkit.Radice(), "shared", "spine", "static", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		f.t.Fatalf("axe-core (make risorse puts it there): %v", err)
	}
	for _, larghezza := range []int64{1280, 360} {
		f.largo(nome, larghezza)
		chiedi[bool](f, string(axe)+";true")
		for _, v := range chiedi[[]violazioneAxe](f, ferme+`.then(() => axe.run()).then(r => r.violations.map(v => ({id: v.id, impact: v.impact, help: v.help,
			nodes: v.nodes.map(n => ({html: n.html, failureSummary: n.failureSummary}))})))`) {
			f.t.Errorf("%s at %d px breaks %s (%s): %s\n%+v", nome, larghezza, v.ID, v.Impact, v.Help, v.Nodes)
		}
	}
	f.fa(chromedp.EmulateViewport(1280, 900))
	f.fotografa(nome)
}

// largo gives the page another width and waits until it fits: nobody should have to scroll sideways.
func (f *finestra) largo(nome string, larghezza int64) {
	f.t.Helper()
	f.fa(chromedp.EmulateViewport(larghezza, 900))
	testkit.Attendi(f.t, 5*time.Second, fmt.Sprintf("%s within %d px", nome, larghezza), func() bool {
		return chiedi[bool](f, fmt.Sprintf(`innerWidth === %d && document.documentElement.scrollWidth <= %d`, larghezza, larghezza))
	})
}

// scrive replaces what a field holds.
func scrive(campo, testo string) chromedp.Action[chromedp.Void] {
	return chromedp.Steps(chromedp.Clear(chromedp.CSS(campo)), chromedp.SendKeys(chromedp.CSS(campo), testo))
}

func (f *finestra) accede(utente, password string) {
	f.t.Helper()
	f.fa(scrive("#username", utente), scrive("#password", password), chromedp.Click(chromedp.CSS(`main button[type=submit]`)))
}

// TestBrowser is an operator's way through the web application.
func TestBrowser(t *testing.T) {
	idEsterno := "pagina-" + unico()
	m := nuovaMulta(idEsterno, 9_000+int(tempo.Macchina().Unix()%900))
	m.indirizzo = `Via <script>alert(1)</script> "Dante"`
	e := stack.inserisci(t, "alfa", m)
	stack.attendiAtto(t, "alfa", idEsterno, 10*time.Second)
	f := apriFinestra(t)
	f.entra(e.IDVerbale)
	f.cerca(m.targa, e)
	f.scheda(m, e)
	f.esce(e.IDVerbale)
}

// entra: an unknown person is sent to the login and, once in, to the page asked for.
func (f *finestra) entra(id string) {
	f.t.Helper()
	f.vai(baseCore + "verbali/" + id + "?prova=1")
	f.attende(baseCore+"login", "Accesso")
	f.accessibile("accesso")
	f.accede("operatore.alfa", "sbagliata")
	testkit.Attendi(f.t, 10*time.Second, "the refusal", func() bool { return strings.Contains(f.testo(), "Nome utente o password errati") })
	f.accessibile("accesso-rifiutato")
	if valore := chiedi[string](f, `document.querySelector("#password").value`); valore != "" {
		f.t.Error("the password stays in the form")
	}
	f.accede("operatore.alfa", passwordProva)
	f.attende(baseCore+"verbali/"+id, "Verbale")
	if !strings.HasSuffix(f.dove(), "?prova=1") {
		f.t.Errorf("the query was lost: %s", f.dove())
	}
	if leggibili := chiedi[string](f, `document.cookie`); strings.Contains(leggibili, "verbali_sessione") {
		f.t.Errorf("scripts can read the session: %s", leggibili)
	}
}

// cerca: from the first page to the fine, through the list.
func (f *finestra) cerca(targa string, e esitoSOAP) {
	f.t.Helper()
	f.vai(baseCore)
	f.attende(baseCore, "Pagina iniziale")
	f.accessibile("iniziale")
	f.fa(chromedp.Click(chromedp.CSS(`nav a[href="/CoreService/verbali"]`)))
	f.attende(baseCore+"verbali", "Verbali")
	f.accessibile("elenco")
	f.fa(scrive("#targa", strings.ToLower(targa[:2]+" "+targa[2:])), chromedp.Click(chromedp.CSS(`main button[type=submit]`)))
	testkit.Attendi(f.t, 10*time.Second, "the only fine of "+targa, func() bool {
		return chiedi[int](f, `document.querySelectorAll("tbody tr").length`) == 1
	})
	if testo := f.testo(); !strings.Contains(testo, targa) || !strings.Contains(testo, e.Numero) || !strings.Contains(testo, "29,40") {
		f.t.Errorf("the list says:\n%s", testo)
	}
	f.fotografa("ricerca")
	f.fa(chromedp.Click(chromedp.CSS(`tbody a`)))
	f.attende(baseCore+"verbali/"+e.IDVerbale, "Verbale")
}

// scheda: the fine with its people, its sums, its documents and its history.
func (f *finestra) scheda(m multa, e esitoSOAP) {
	f.t.Helper()
	f.fa(chromedp.Click(chromedp.CSS(`details summary`)))
	testo := f.testo()
	for _, parola := range []string{
		m.targa, m.indirizzo, "29,40", "42,00", e.Avvisi[0].NumeroAvviso, "Obbligato", "Codice fiscale",
		"Il verbale è stato registrato", "Sono stati emessi gli avvisi di pagamento",
		"L'intestatario del veicolo è stato identificato", "L'atto è stato formato e conservato",
	} {
		if !strings.Contains(strings.ToLower(testo), strings.ToLower(parola)) {
			f.t.Errorf("the page does not say %q:\n%s", parola, testo)
		}
	}
	f.accessibile("scheda")
	stato := chiedi[string](f, `fetch(document.querySelector('a[href*="/documenti/"]').href).then(r => r.status + " " + r.headers.get("content-type"))`)
	if stato != "200 application/pdf" {
		f.t.Errorf("the document of the page answers %s", stato)
	}
}

// esce: after the logout nothing of the session is good any more.
func (f *finestra) esce(id string) {
	f.t.Helper()
	cookie := f.cookie()
	if r := paginaCon(f.t, id, cookie); r.stato != http.StatusOK {
		f.t.Fatalf("the cookie of the session opens nothing: %d", r.stato)
	}
	f.fa(chromedp.Click(chromedp.CSS(`form[action$="logout"] button`)))
	f.attende(baseCore+"login", "Accesso")
	if r := paginaCon(f.t, id, cookie); r.stato != http.StatusSeeOther {
		f.t.Errorf("the old cookie still answers %d", r.stato)
	}
	f.vai(baseCore + "verbali")
	f.attende(baseCore+"login", "Accesso")
	f.accede("operatore.beta", passwordProva)
	f.attende(baseCore+"verbali", "Verbali")
	f.vai(baseCore + "verbali/" + id)
	testkit.Attendi(f.t, 10*time.Second, "another command's fine is not found", func() bool {
		return strings.Contains(strings.ToLower(f.testo()), "non trovato")
	})
	f.accessibile("non-trovato")
}

// cookie is the session as the browser would send it.
func (f *finestra) cookie() string {
	f.t.Helper()
	tutti, err := chromedp.Call(f.ctx, network.GetCookies, network.GetCookiesParams{})
	if err != nil {
		f.t.Fatalf("cookies: %v", err)
	}
	for _, c := range tutti.Cookies {
		if c.Name == "verbali_sessione" {
			if !c.HTTPOnly || c.SameSite == "" || c.SameSite == network.CookieSameSiteNone {
				f.t.Errorf("the cookie is not kept from others: %+v", c)
			}
			return c.Name + "=" + c.Value
		}
	}
	f.t.Fatal("no cookie of the session")
	return ""
}

func paginaCon(t *testing.T, id, cookie string) risposta {
	t.Helper()
	return chiama(t, http.MethodGet, stack.url("core", baseCore+"verbali/"+id), nil, conTesta("Cookie", cookie))
}
