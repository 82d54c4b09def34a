//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"strings"
	"testing"
)

// TestRowChosen: a fine whose citation fits several rows waits for a person, who finds it by what holds it, reads each row
// and chooses one; the page that follows says what was done, what is settled, and asks it no more.
func TestRowChosen(t *testing.T) {
	m := nuovaMulta("scelta-"+unico(), 9_961)
	corpo := strings.Replace(m.corpo(), "<articolo>157</articolo><comma>8</comma>", "<articolo>158</articolo><comma>1</comma>", 1)
	e, err := stack.soap(t, "alfa", busta11, corpo)
	if err != nil || e.Errore != "" {
		t.Fatalf("%+v %v", e, err)
	}
	scheda := baseCore + "verbali/" + e.IDVerbale
	f := apriFinestra(t)
	f.vai(baseCore)
	f.attende(baseCore+"login", "Accesso")
	f.accede("ufficio.alfa", passwordProva)
	f.attende(baseCore, "Pagina iniziale")
	f.attendeParole("what waits", "Da validare: Violazione da scegliere")
	f.accessibile("iniziale-da-validare")
	f.segue(`main a[href*="motivo=VIOLAZIONE_DA_SCEGLIERE"]`)
	f.attende(baseCore+"verbali", "Verbali")
	f.attendeParole("the list", e.Numero+"/", "Perché aspetta", "Verbali dalla violazione più vecchia")
	f.accessibile("elenco-da-validare")
	f.segue(`main a[href$="` + e.IDVerbale + `"]`)
	f.attende(scheda, "Verbale")
	const riga = `document.querySelector('input[type=radio][value="158-1-f"]')`
	chiedi[bool](f, riga+`.closest("details").open = true`)
	f.attendeParole("the rows", "art. 158 c. 1 lett. f", "da 165,00 € a 660,00 €", "da 87,00 €", "Riga da scegliere", "Riduzione del 30 %")
	f.accessibile("scelta-riga")
	chiedi[bool](f, `(r => { r.click(); const m = r.form; m.querySelector("textarea").value = "all'intersezione"; m.requestSubmit(); return true })(`+riga+`)`)
	f.attendeParole("what was done", "Riga della violazione scelta.", "Già risolto, prima di validare", "Valida il verbale")
	if fatto := chiedi[string](f, `document.querySelector("main [role=status]").innerText`); fatto != "Riga della violazione scelta." {
		t.Errorf("the status is %q", fatto)
	}
	if testo := f.testo(); strings.Contains(testo, "Riga da scegliere") {
		t.Errorf("it still asks for the row:\n%s", testo)
	}
	f.accessibile("scelta-fatta")
}
