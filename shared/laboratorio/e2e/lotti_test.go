//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// TestLots: an officer closes the open lot with the keyboard alone, sees it worked without touching the
// page, is offered its package, and enters what the post says of its letters.
func TestLots(t *testing.T) {
	v := inserisciConZeep(t, "VerbaleInsSoap11", "lotto", "lt 001-aa")
	database := stack.collega(t, "core", "alfa")
	testkit.Attendi(t, 30*time.Second, "the act in the open lot", func() bool {
		return numero(t, database, `SELECT count(*) FROM verbali_v1.voce v JOIN verbali_v1.lotto l ON l.id = v.lotto
			WHERE v.verbale = $1 AND l.automatico AND l.stato = 'BOZZA'`, v.id) == 1
	})
	f := apriFinestra(t)
	f.vai(baseCore + "lotti")
	f.attende(baseCore+"login", "Accesso")
	f.accede("ufficio.alfa", passwordProva)
	f.attende(baseCore+"lotti", "Lotti")
	f.accessibile("lotti")
	f.suUnCollegamento("Lotto aperto")
	f.attende(baseCore+"lotti/", "Lotto aperto")
	f.accessibile("lotto-aperto")
	f.suUnCollegamento("Chiudi e lavora")
	f.attende(baseCore+"lotti/", "Chiudere il lotto?")
	f.accessibile("lotto-da-chiudere")
	f.tastiera("the button", `document.activeElement.tagName === "BUTTON" && document.activeElement.innerText.includes("Chiudi")`, kb.Enter)
	f.attende(baseCore+"lotti/", "LOT-alfa-")
	testkit.Attendi(t, 60*time.Second, "the package on the page that nobody touches", func() bool {
		return strings.Contains(f.testo(), "Scarica il pacchetto")
	})
	f.accessibile("lotto-completato")
	f.suUnCollegamento("Lotti")
	f.attende(baseCore+"lotti", "Lotti")
	f.suUnCollegamento("Nuovo lotto")
	f.attende(baseCore+"lotti/nuovo", "Nuovo lotto")
	f.accessibile("lotto-nuovo")
	f.esitiDellaPosta(database, v)
}

// esitiDellaPosta: a wrong file comes back with the reason, a good one has a page that says by itself what became of
// its rows, and the fine is served. The same file again is the same page.
func (f *finestra) esitiDellaPosta(database *pgx.Conn, v unVerbale) {
	f.t.Helper()
	f.mandaEsiti("lotto;esito\nLOT-alfa-1;CONSEGNATO\n")
	f.attendeParole("the reason", "Il file non è stato accettato", "colonna «lotto»: serve lotto con sequenza")
	f.accessibile("esiti-file-sbagliato")
	riga := testi(f.t, database, `SELECT l.nome || ';' || v.ordine FROM verbali_v1.voce v JOIN verbali_v1.lotto l ON l.id = v.lotto WHERE v.verbale = $1 AND v.stato = 'OK'`, v.id)
	if len(riga) != 1 {
		f.t.Fatalf("the letter of the fine: %q", riga)
	}
	oggi := tempo.Oggi().Italiano()
	file := fmt.Sprintf("lotto;sequenza;esito;data;ricevuta\n%s;CONSEGNATO;%s;281526382192\nLOT-alfa-1;9999;CONSEGNATO;%s;281526382192\n", riga[0], oggi, oggi)
	f.mandaEsiti(file)
	f.attende(baseCore+"esitiPostali/", "Esiti del")
	testkit.Attendi(f.t, 60*time.Second, "the outcomes on the page that nobody touches", func() bool {
		return strings.Contains(f.testo(), "Completato, con righe da guardare")
	})
	f.attendeParole("the row of nobody's letter", "2 di 2 righe", "Lettera non trovata", "LOT-alfa-1, n. 9999")
	f.accessibile("esiti-file")
	dove, err := url.Parse(f.dove())
	if err != nil {
		f.t.Fatal(err)
	}
	f.vai(dove.Path + "?stato=APPLICATO")
	f.attendeParole("the row that was recorded", strings.Replace(riga[0], ";", ", n. ", 1), "Registrato")
	f.suUnCollegamento(v.numero + "/")
	f.attende(baseCore+"verbali/"+v.id, "Verbale")
	f.attendeParole("the fine is served", "Notificato")
	f.mandaEsiti(file)
	f.attende(dove.Path, "Esiti del")
	f.vai(baseCore + "esitiPostali")
	f.attende(baseCore+"esitiPostali", "Esiti della posta")
	f.accessibile("esiti")
}

// mandaEsiti sends a file of outcomes with the form.
func (f *finestra) mandaEsiti(contenuto string) {
	f.t.Helper()
	file := filepath.Join(f.t.TempDir(), "esiti.csv")
	if err := os.WriteFile(file, []byte(contenuto), 0o600); err != nil {
		f.t.Fatal(err)
	}
	f.vai(baseCore + "esitiPostali")
	f.attende(baseCore+"esitiPostali", "Esiti della posta")
	f.fa(chromedp.SetUploadFiles(chromedp.CSS(`#campo-file`), []string{file}))
	f.segue(`main form[enctype] button[type=submit]`)
}

// suUnCollegamento follows a link with the keyboard.
func (f *finestra) suUnCollegamento(testo string) {
	f.t.Helper()
	f.tastiera("link "+testo, `document.activeElement.tagName === "A" && document.activeElement.innerText.includes("`+testo+`")`, kb.Enter)
}
