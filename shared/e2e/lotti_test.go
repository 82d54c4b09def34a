//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/piattaforma-verbali/verbali/shared/testkit"
)

// TestLots: an officer closes the open lot with the keyboard alone, sees it worked without touching the
// page, and is offered its package.
func TestLots(t *testing.T) {
	v := inserisciConZeep(t, "VerbaleInsSoap11", "lotto", "lt 001-aa")
	banca := stack.collega(t, "core", "alfa")
	testkit.Attendi(t, 30*time.Second, "the act in the open lot", func() bool {
		return numero(t, banca, `SELECT count(*) FROM verbali_v1.voce v JOIN verbali_v1.lotto l ON l.id = v.lotto
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
}

// suUnCollegamento follows a link with the keyboard.
func (f *finestra) suUnCollegamento(testo string) {
	f.t.Helper()
	f.tastiera("link "+testo, `document.activeElement.tagName === "A" && document.activeElement.innerText.includes("`+testo+`")`, kb.Enter)
}
