//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

const basePortale = "/ConnessioneService/portale/"

// TestPortale is a citizen's way through the pages, with the paper in hand and then with an account.
func TestPortale(t *testing.T) {
	m := nuovaMulta("portale-"+unico(), 9_900+int(tempo.Macchina().Unix()%90))
	e := stack.inserisci(t, "alfa", m)
	stack.attendiAtto(t, "alfa", m.idEsterno, 20*time.Second)
	attendiInstradato(t, m, e)
	f := apriFinestra(t)
	f.consultaErrata(m, e)
	f.consultaGiusta(m, e)
	f.conto()
}

// attendiInstradato waits until the portal knows whose the notice is: the fact that says so may wait for a service that an
// earlier test has killed. Few questions, because the door counts them.
func attendiInstradato(t *testing.T, m multa, e esitoSOAP) {
	t.Helper()
	for range 20 {
		if consultaAnonima(t, e.Avvisi[0].IUV, m.targa, "198.51.100.99").stato == http.StatusOK {
			return
		}
		if !aspetta(t.Context(), 2*time.Second) {
			break
		}
	}
	t.Fatal("the portal never learned of the notice")
}

// portale opens an address of the citizens' pages.
func (f *finestra) portale(percorso string) {
	f.t.Helper()
	f.fa(chromedp.Navigate(stack.url("connessione", basePortale+percorso)))
}

// mandaModulo fills a form of the page and sends it with its own button; pairs of field and text.
func (f *finestra) mandaModulo(campi ...string) {
	f.t.Helper()
	for i := 0; i+1 < len(campi); i += 2 {
		f.fa(scrive("#campo-"+campi[i], campi[i+1]))
	}
	f.fa(chromedp.Click(chromedp.CSS(`main form button[type=submit]`)))
}

// legge waits until the page says the first words, then wants all the others.
func (f *finestra) legge(parole ...string) {
	f.t.Helper()
	testkit.Attendi(f.t, 20*time.Second, "a page that says "+parole[0], func() bool { return strings.Contains(f.testo(), parole[0]) })
	testo := f.testo()
	for _, p := range parole {
		if !strings.Contains(testo, p) {
			f.t.Errorf("%s does not say %q:\n%s", f.dove(), p, testo)
		}
	}
}

// senzaTracce: nothing of what was typed is in the address, and scripts find no cookie.
func (f *finestra) senzaTracce(segreti ...string) {
	f.t.Helper()
	dove := f.dove() + chiedi[string](f, `document.cookie`)
	if i := slices.IndexFunc(segreti, func(s string) bool { return strings.Contains(dove, s) }); i >= 0 || strings.Contains(dove, "verbali_portale") {
		f.t.Errorf("the address or a cookie says too much: %s", dove)
	}
}

func (f *finestra) consultaErrata(m multa, e esitoSOAP) {
	f.t.Helper()
	f.portale("")
	f.attende(basePortale, "Consulta un verbale")
	f.accessibile("portale")
	f.mandaModulo("iuv", e.Avvisi[0].IUV, "targa", "ZZ999ZZ")
	f.legge("Nessun verbale corrisponde ai dati indicati")
	f.accessibile("portale-non-trovato")
	f.mandaModulo("iuv", "12", "targa", "!")
	f.legge("Numero avviso o IUV:", "Targa:")
	f.accessibile("portale-da-correggere")
	f.senzaTracce(m.targa, e.Avvisi[0].IUV)
}

func (f *finestra) consultaGiusta(m multa, e esitoSOAP) {
	f.t.Helper()
	f.mandaModulo("iuv", raggruppato(e.Avvisi[1].NumeroAvviso), "targa", strings.ToLower(m.targa[:2]+" "+m.targa[2:]))
	f.legge("Verbale n. "+e.Numero, "Quanto si deve oggi", "Polizia Locale di Alfa", "29,40 €", "42,00 €", "Perché",
		"Entro 5 giorni dalla notifica", "Entro 60 giorni dalla notifica",
		raggruppato(e.Avvisi[0].NumeroAvviso), raggruppato(e.Avvisi[1].NumeroAvviso), "Che cosa è successo", "L'atto da notificare è stato preparato.")
	f.accessibile("portale-verbale")
	f.senzaTracce(m.targa, e.Avvisi[1].IUV)
	ente := stack.enteDi(f.t, "alfa")
	attesi := make([]string, 0, len(e.Avvisi))
	for _, a := range e.Avvisi {
		attesi = append(attesi, fmt.Sprintf("PAGOPA|002|%s|%s|%d", a.NumeroAvviso, ente, a.ImportoCent))
	}
	letti := f.codici(fmt.Sprintf("pagina-%d-portale-verbale.png", f.foto))
	slices.Sort(letti)
	slices.Sort(attesi)
	if diff := cmp.Diff(attesi, letti); diff != "" {
		f.t.Errorf("QR codes on the page (-want +got):\n%s", diff)
	}
	r := chiama(f.t, http.MethodGet, chiedi[string](f, `document.querySelector('a[href*="/documenti/"]').href`), nil)
	if testo := testoPDF(f.t, r.corpo); r.stato != http.StatusOK || !strings.Contains(testo, "ANONIMO") {
		f.t.Errorf("the notice of the page answers %d:\n%s", r.stato, testo)
	}
}

// codici reads the QR codes of a picture of the page, each as a phone before it would.
func (f *finestra) codici(foto string) (testi []string) {
	f.t.Helper()
	file, err := os.Open(filepath.Join(cartellaEsiti(), foto))
	if err != nil {
		f.t.Fatal(err)
	}
	defer file.Close()
	pagina, err := png.Decode(file)
	if err != nil {
		f.t.Fatal(err)
	}
	parti, ok := pagina.(interface {
		SubImage(r image.Rectangle) image.Image
	})
	if !ok {
		f.t.Fatalf("%T cannot be cut", pagina)
	}
	for _, r := range chiedi[[][4]float64](f, `[...document.querySelectorAll("svg[role=img]")].map(s => s.getBoundingClientRect()).map(r => [r.left + scrollX, r.top + scrollY, r.right + scrollX, r.bottom + scrollY])`) {
		bitmap, err := gozxing.NewBinaryBitmapFromImage(parti.SubImage(image.Rect(int(r[0]), int(r[1]), int(r[2]), int(r[3]))))
		if err != nil {
			f.t.Fatal(err)
		}
		letto, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
		if err != nil {
			f.t.Errorf("a code that cannot be read at %v: %v", r, err)
			continue
		}
		testi = append(testi, letto.GetText())
	}
	return testi
}

// conto is the way of an account to the act and the names of its own fine, and out again.
func (f *finestra) conto() {
	f.t.Helper()
	const targa = "AB123CD"
	r := chiama(f.t, http.MethodPost, stack.url("tenantapi", "/api/verbale/ricerca"), map[string]any{"targa": targa, "articolo": "157"},
		conTesta("X-Realm", "alfa"))
	trovati := leggi[struct {
		Elementi []struct{ Numero, Lettera string }
	}](f.t, r, http.StatusOK).Elementi
	if len(trovati) == 0 {
		f.t.Fatal("the demonstration data have no fine of the citizen's car")
	}
	f.portale("accesso")
	f.attende(basePortale+"accesso", "Accesso")
	f.accessibile("portale-accesso")
	f.mandaModulo("username", "cittadino.alfa", "password", "sbagliata")
	f.legge("Nome utente o password errati")
	f.accessibile("portale-accesso-rifiutato")
	f.mandaModulo("username", "cittadino.alfa", "password", passwordProva)
	f.attende(basePortale+"miei", "I miei verbali")
	f.accessibile("portale-miei")
	f.mandaModulo("numero", trovati[0].Numero, "lettera", trovati[0].Lettera, "targa", targa)
	f.legge("Persone e termini", "Codice fiscale", "Verbale e avvisi di pagamento", "Quanto si deve oggi")
	f.accessibile("portale-proprio")
	f.senzaTracce(targa)
	atto, cookie := chiedi[string](f, `document.querySelector('a[href*="/documenti/"]').href`), f.cookiePortale()
	r = chiama(f.t, http.MethodGet, atto, nil, conTesta("Cookie", cookie))
	if testo := testoPDF(f.t, r.corpo); r.stato != http.StatusOK || !strings.Contains(testo, targa) {
		f.t.Errorf("the act of the page answers %d:\n%s", r.stato, testo)
	}
	f.fa(chromedp.Click(chromedp.CSS(`form[action$="esci"] button`)))
	f.attende(basePortale, "Consulta un verbale")
	if r := chiama(f.t, http.MethodGet, atto, nil, conTesta("Cookie", cookie)); r.stato != http.StatusUnauthorized {
		f.t.Errorf("after the logout the old cookie still opens the act: %d", r.stato)
	}
}

// cookiePortale is the session of the pages as the browser would send it.
func (f *finestra) cookiePortale() string {
	f.t.Helper()
	dove, err := url.Parse(f.dove())
	if err != nil {
		f.t.Fatal(err)
	}
	tutti, err := chromedp.Call(f.ctx, network.GetCookies, network.GetCookiesParams{URLs: []string{dove.String()}})
	if err != nil {
		f.t.Fatalf("cookies: %v", err)
	}
	for _, c := range tutti.Cookies {
		if c.Name == "verbali_portale" {
			if !c.HTTPOnly || c.SameSite != network.CookieSameSiteLax || c.Path != basePortale {
				f.t.Errorf("the cookie is not kept from others: %+v", c)
			}
			return c.Name + "=" + c.Value
		}
	}
	f.t.Fatal("no cookie of the session")
	return ""
}
