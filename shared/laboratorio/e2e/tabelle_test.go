//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

const paginaTabelle = baseCore + "tabelle"

// TestTables: an administrator of the platform loads the decree of December in the browser, having seen
// what it changes, and the other services follow.
func TestTables(t *testing.T) {
	anno := tempo.Oggi().Anno() + 1
	f := apriFinestra(t)
	f.vai(paginaTabelle)
	f.attende(baseCore+"login", "Accesso")
	f.accede("piattaforma", passwordProva)
	f.attende(paginaTabelle, "Tabelle")
	f.accessibile("tabelle")
	f.consulta()
	f.fileSbagliato(anno)
	f.caricaDecreto(anno)
	f.storia(anno)
	seguono(t, anno)
	f.stradario()
}

// consulta: from the list to one row, through a search.
func (f *finestra) consulta() {
	f.t.Helper()
	f.segue(`main a[href="/CoreService/tabelle/violazioni"]`)
	f.attende(paginaTabelle+"/violazioni", "Violazioni")
	f.accessibile("violazioni")
	f.fa(scrive("#campo-testo", "142-7"))
	f.segue(`form[role=search] button`)
	testkit.Attendi(f.t, 10*time.Second, "the page of the search", func() bool {
		return chiedi[bool](f, `location.search.includes("142-7") && document.readyState === "complete"`)
	})
	f.attendeParole("the rows of art. 142 c. 7", "art. 142 c. 7 CdS", "42,00", "173,00")
	f.segue(`tbody th a`)
	f.attende(paginaTabelle+"/violazioni/riga", "142-7")
	f.attendeParole("the row and its history", "Testo per il verbale", "Tabella iniziale", "preparazione")
	f.accessibile("violazione")
}

// segue follows the first link, or presses the first button, that the selector finds. The element itself is clicked, not a point of the
// screen: a page that is still taking its shape moves under a pointer.
func (f *finestra) segue(selettore string) {
	f.t.Helper()
	testkit.Attendi(f.t, 10*time.Second, "what to press: "+selettore, func() bool {
		return chiedi[bool](f, fmt.Sprintf(`((a) => { if (a) a.click(); return a !== null })(document.querySelector(%q))`, selettore))
	})
}

// attendeParole waits for a page to say all of these.
func (f *finestra) attendeParole(cosa string, parole ...string) {
	f.t.Helper()
	testkit.Attendi(f.t, 10*time.Second, cosa, func() bool {
		testo := f.testo()
		for _, p := range parole {
			if !strings.Contains(testo, p) {
				return false
			}
		}
		return true
	})
}

// sceglie sends a file with the form of a table.
func (f *finestra) sceglie(tabella, contenuto string) {
	f.t.Helper()
	file := filepath.Join(f.t.TempDir(), tabella+".csv")
	if err := os.WriteFile(file, []byte(contenuto), 0o600); err != nil {
		f.t.Fatal(err)
	}
	f.vai(paginaTabelle + "/" + tabella + "/carica")
	f.attende(paginaTabelle+"/"+tabella+"/carica", "Carica "+tabella)
	f.fa(chromedp.SetUploadFiles(chromedp.CSS(`#campo-file`), []string{file}))
	f.segue(`main form[method=post] button[type=submit]`)
}

// tariffe is a decree in the form in which an office writes it.
func tariffe(righe ...string) string {
	return "codice;validoDa;minCent;maxCent;orizzonte;fonte;verifica\n" + strings.Join(righe, "\n") + "\n"
}

// fileSbagliato: what is wrong with a file is said by line and column, and nothing is written.
func (f *finestra) fileSbagliato(anno int) {
	f.t.Helper()
	f.sceglie("tariffe", tariffe(fmt.Sprintf("142-7;%d-01-01;4300;17600;;D.M. di prova;", anno), "142-8;ieri;quarantadue;1;;<script>alert(1)</script>;"))
	f.attendeParole("the faults", "riga 3, validoDa", "riga 3, minCent")
	f.accessibile("tabelle-file-sbagliato")
}

// caricaDecreto: the preview says exactly what changes; confirmed, it is the next version.
func (f *finestra) caricaDecreto(anno int) {
	f.t.Helper()
	f.sceglie("tariffe", tariffe(fmt.Sprintf("142-7;%d-01-01;4300;17600;;Decreto di prova;", anno)))
	f.attende(paginaTabelle+"/tariffe/bozze/", "Anteprima: tariffe")
	f.attendeParole("the difference", "Righe aggiunte: 1", "Righe modificate: 0", "Righe tolte: 0", fmt.Sprintf("01/01/%d", anno),
		"Minimo: da 42,00 € a 43,00 €", "Massimo: da 173,00 € a 176,00 €", "Fonte: da ")
	if testo := f.testo(); strings.Contains(testo, "giorni passati") {
		f.t.Errorf("a future decree is taken for a change of the past:\n%s", testo)
	}
	f.accessibile("tabelle-anteprima")
	f.compila(campo{"nota", "Decreto di dicembre, prova"})
	f.attende(paginaTabelle+"/tariffe/versioni", "Versioni di tariffe")
	f.attendeParole("the new version", "Caricata la versione 2.", "Decreto di dicembre, prova", "piattaforma")
	f.accessibile("tabelle-versioni")
}

// storia: every version can be compared with the one before.
func (f *finestra) storia(anno int) {
	f.t.Helper()
	f.segue(`tbody a[href*="differenza"]`)
	f.attende(paginaTabelle+"/tariffe/differenza", "Dalla versione 1 alla 2")
	f.attendeParole("what the version changed", "142-7", "Minimo: da 42,00 € a 43,00 €")
	f.accessibile("tabelle-differenza")
	f.vai(fmt.Sprintf("%s/violazioni/riga?chiave=142-7/%d-01-01", paginaTabelle, anno))
	f.attende(paginaTabelle+"/violazioni/riga", "142-7")
	f.attendeParole("the row of the decree", "43,00 €", "versione 2", "Decreto di dicembre, prova")
}

// seguono: through elaborazione's own door the new amounts are there for the days of the decree, and
// the old ones for those before.
func seguono(t *testing.T, anno int) {
	t.Helper()
	token := stack.operatore(t, "alfa")
	minimo := func(giorno string) (stato int, corpo string) {
		r := chiama(t, http.MethodPost, stack.url("elaborazione", "/ElaborazioneService/rest/UtilityService/velocita/calcola"),
			map[string]any{"rilevata": 60, "limite": 50, "data": giorno}, conToken(token))
		return r.stato, string(r.corpo)
	}
	testkit.Attendi(t, 20*time.Second, "elaborazione to follow the table", func() bool {
		stato, corpo := minimo(fmt.Sprintf("%d-01-01", anno))
		return stato == http.StatusOK && strings.Contains(corpo, `"minimoCent":4300`)
	})
	if stato, corpo := minimo(fmt.Sprintf("%d-12-31", anno-1)); stato != http.StatusOK || !strings.Contains(corpo, `"minimoCent":4200`) {
		t.Errorf("the day before: %d %s", stato, corpo)
	}
}

// stradario: streets belong to a command; its administrator loads them.
func (f *finestra) stradario() {
	f.t.Helper()
	f.esciDi()
	f.accede("amministratore.beta", passwordProva)
	f.attende(baseCore, "Pagina iniziale")
	f.vai(paginaTabelle + "/strade")
	f.attende(paginaTabelle+"/strade", "Strade")
	f.attendeParole("the streets of the local data", "Via Emilia", "Viale Europa")
	f.accessibile("strade")
	f.sceglie("strade", "codice;nome;comuneIstat;localita;ente;validoDa;validoA\nS001;Via Roma;015146;Centro;COMUNE;2000-01-01;\n"+
		"S011;\"Via <script>alert(1)</script>\";015146;;COMUNE;2026-01-01;\n")
	f.attende(paginaTabelle+"/strade/bozze/", "Anteprima: strade")
	f.attendeParole("the difference", "Righe aggiunte: 1", "Righe tolte: 9", "Righe invariate: 1", "Via <script>alert(1)</script>", "Mancano nel file")
	f.accessibile("strade-anteprima")
}
