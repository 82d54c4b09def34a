//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// TestCalculations: an agent, who may open nothing else, computes one of each with the keyboard alone and
// reads why.
func TestCalculations(t *testing.T) {
	f := apriFinestra(t)
	f.vai(baseCore + "calcoli")
	f.attende(baseCore+"login", "Accesso")
	f.accede("agente.alfa", passwordProva)
	f.attende(baseCore+"calcoli", "Calcoli")
	f.accessibile("calcoli")
	f.calcolaImporto()
	f.calcolaScadenze()
	f.calcolaVelocita()
	f.calcolaCodiceFiscale()
}

func (f *finestra) calcolaImporto() {
	f.t.Helper()
	f.apreCalcolo("importo", "Calcolo di un importo")
	f.digita("violazione", "153")
	f.digita("spese", "dodici"+kb.Enter)
	f.leggeRisposta("rifiuto", "Violazione", "Spese:", "sceglierne una")
	f.accessibile("importo-da-correggere")
	f.tastiera("link 153-10", `document.activeElement.tagName === "A" && document.activeElement.innerText.includes("(153-10)")`, kb.Enter)
	f.attende(baseCore+"calcoli/importo", "Calcolo di un importo")
	f.digitaGiorno("giorno", "01", "09", "2026")
	f.digitaGiorno("notifica", "10", "09", "2026")
	f.digitaGiorno("pagamento", "14", "09", "2026")
	f.digita("spese", "12,00"+kb.Enter)
	f.leggeRisposta("esito", "72,90 €", "Entro 5 giorni", "Sconto del 30 %", "art. 202 c. 1 CdS", "60,90 €", "12,00 €", "Totale", "99,00 €")
	f.suCarta("importo-su-carta")
	f.accessibile("importo")
	indirizzo := f.dove()
	f.fa(chromedp.NavigateBack(), chromedp.NavigateForward())
	f.leggeRisposta("esito", "72,90 €")
	if f.dove() != indirizzo {
		f.t.Errorf("back and forward lead to %s", f.dove())
	}
}

func (f *finestra) calcolaScadenze() {
	f.t.Helper()
	f.apreCalcolo("scadenza", "Calcolo di una scadenza")
	f.digitaGiorno("decorrenza", "10", "09", "2026")
	f.digita("decorrenza", kb.Enter)
	f.leggeRisposta("esito", "giovedì 10 settembre 2026", "martedì 15 settembre 2026", "lunedì 9 novembre 2026", "lunedì 12 ottobre 2026")
	f.accessibile("scadenze")
	f.tastiera("link of the sixty days", `document.activeElement.tagName === "A" && document.activeElement.innerText.includes("misura ridotta")`, kb.Enter)
	f.leggeRisposta("esito", "lunedì 9 novembre 2026", "art. 155 c. 1 c.p.c.", "60 giorni dal 10/09/2026")
	f.accessibile("scadenza")
}

func (f *finestra) calcolaVelocita() {
	f.t.Helper()
	f.apreCalcolo("velocita", "Calcolo di una velocità")
	f.digita("rilevata", "148")
	f.digita("limite", "130")
	f.digitaGiorno("giorno", "10", "09", "2026")
	f.digita("limite", kb.Enter)
	f.leggeRisposta("esito", "140,6 km/h", "10,6 km/h", "art. 142 c. 8", "173,00 €", "art. 345 c. 2 Reg.")
	f.accessibile("velocita")
}

func (f *finestra) calcolaCodiceFiscale() {
	f.t.Helper()
	f.apreCalcolo("codiceFiscale", "Codice fiscale")
	f.digita("cognome", "Lombardini")
	f.digita("nome", `<script>alert("nome")</script>`)
	f.digita("luogo", "Reggio"+kb.Enter)
	f.leggeRisposta("rifiuto", "nascita", "Sesso:")
	f.accessibile("codice-da-correggere")
	f.digita("nome", "Ettore")
	f.digitaGiorno("nascita", "07", "05", "1964")
	f.digita("sesso", "m")
	f.digita("luogo", "Reggio"+kb.Enter)
	f.leggeRisposta("rifiuto", "Reggio nell'Emilia")
	f.digita("luogo", "Firenze"+kb.Enter)
	f.leggeRisposta("esito", "LMBTTR64E07D612F", "Firenze (FI)", "07/05/1964")
	f.accessibile("codice-fiscale")
	f.digita("codice", "lmbttr64e07d61nu"+kb.Enter)
	f.leggeRisposta("esito", "Scritto bene", "omocodia", "LMBTTR64E07D612F")
	f.accessibile("codice-controllato")
	if dove := f.dove(); strings.ContainsAny(dove, "?#") {
		f.t.Errorf("the address says something: %s", dove)
	}
}

// apreCalcolo opens the page of a calculation.
func (f *finestra) apreCalcolo(nome, titolo string) {
	f.t.Helper()
	f.vai(baseCore + "calcoli/" + nome)
	f.attende(baseCore+"calcoli/"+nome, titolo)
}

// leggeRisposta waits for a page whose heading of that name has the focus, and reads it.
func (f *finestra) leggeRisposta(fuoco string, parole ...string) {
	f.t.Helper()
	testkit.Attendi(f.t, 20*time.Second, "the focus on "+fuoco+" and "+parole[0], func() bool {
		return chiedi[bool](f, `document.readyState === "complete" && document.activeElement?.id === "`+fuoco+`"`) && strings.Contains(f.testo(), parole[0])
	})
	testo := f.testo()
	for _, parola := range parole {
		if !strings.Contains(testo, parola) {
			f.t.Errorf("%s does not say %q:\n%s", f.dove(), parola, testo)
		}
	}
}

// suCarta looks at the page as it is printed: the answer and whose it is, without what only a screen can use.
func (f *finestra) suCarta(nome string) {
	f.t.Helper()
	mezzo := func(m string) {
		if _, err := chromedp.Call(f.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: m}); err != nil {
			f.t.Fatalf("medium %q: %v", m, err)
		}
	}
	mezzo("print")
	defer mezzo("")
	f.fotografa(nome)
	testo := f.testo()
	for _, parola := range []string{"Polizia Locale di Alfa", "72,90 €", "Totale"} {
		if !strings.Contains(testo, parola) {
			f.t.Errorf("the paper does not say %q:\n%s", parola, testo)
		}
	}
	for _, parola := range []string{"Esci", "Calcola l'importo", "Ricomincia", "Codice fiscale"} {
		if strings.Contains(testo, parola) {
			f.t.Errorf("the paper says %q:\n%s", parola, testo)
		}
	}
	if contorno := chiedi[string](f, `(s => s.outlineStyle + " " + s.boxShadow)(getComputedStyle(document.activeElement))`); contorno != "none none" {
		f.t.Errorf("the focus is printed: %s", contorno)
	}
}

// tastiera presses Tab until the focus is where the condition holds, then the keys given.
func (f *finestra) tastiera(dove, condizione, tasti string) {
	f.t.Helper()
	for range 120 {
		if chiedi[bool](f, condizione) {
			f.fa(chromedp.KeyEvent(tasti))
			return
		}
		f.fa(chromedp.KeyEvent(kb.Tab))
	}
	f.t.Fatalf("%s: no way to %s with the keyboard", f.dove(), dove)
}

// digita types into a field in place of what it holds; the focus comes to it with Tab.
func (f *finestra) digita(campo, testo string) {
	f.t.Helper()
	f.tastiera(campo, `document.activeElement?.name === "`+campo+`" && (document.activeElement.select?.(), true)`, testo)
}

// digitaGiorno types a day into a field for days, in the order of the browser's language.
func (f *finestra) digitaGiorno(campo, giorno, mese, anno string) {
	f.t.Helper()
	ordine := chiedi[string](f, `new Intl.DateTimeFormat(undefined, {year: "numeric", month: "2-digit", day: "2-digit"}).formatToParts(new Date(2026, 8, 10)).filter(p => p.type !== "literal").map(p => p.type[0]).join("")`)
	f.digita(campo, strings.NewReplacer("d", giorno, "m", mese, "y", anno).Replace(ordine))
	if valore := chiedi[string](f, `document.querySelector('[name="`+campo+`"]').value`); valore != anno+"-"+mese+"-"+giorno {
		f.t.Fatalf("%s holds %q after %s %s %s in the order %s", campo, valore, giorno, mese, anno, ordine)
	}
}
