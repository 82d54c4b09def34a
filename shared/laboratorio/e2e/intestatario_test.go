//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// TestOwner: the registry names several who answer; an officer reads who they are, chooses one with the keyboard
// alone, and the act is made. An administrator opens the list of the work that died.
func TestOwner(t *testing.T) {
	idEsterno := "intestatario-" + unico()
	n := int(tempo.Macchina().Unix())
	m := nuovaMulta(idEsterno, n%900)
	m.targa = fmt.Sprintf("ZS034%c%c", "ABCDEFGHJKLMNPRSTVWXYZ"[n%22], "ABCDEFGHJKLMNPRSTVWXYZ"[n/22%22])
	e := stack.inserisci(t, "alfa", m)
	testkit.Attendi(t, 20*time.Second, "the anomaly", func() bool {
		return stack.leggiVerbale(t, "alfa", idEsterno).Procedura == "INTESTATARIO_ANOMALO"
	})
	f := apriFinestra(t)
	f.vai(baseCore + "verbali/" + e.IDVerbale)
	f.attende(baseCore+"login", "Accesso")
	f.accede("ufficio.alfa", passwordProva)
	f.attende(baseCore+"verbali/"+e.IDVerbale, "Verbale")
	f.attendeParole("who answers", "Chi risponde", "Più soggetti rispondono al posto del proprietario", "Locatario", "Per il suo titolo non risponde")
	chiedi[bool](f, `document.querySelectorAll("details").forEach(d => { d.open = true }), true`) // every form there is
	f.accessibile("intestatario-da-scegliere")
	f.vai(baseCore + "verbali/" + e.IDVerbale)
	f.attende(baseCore+"verbali/"+e.IDVerbale, "Verbale")
	f.tastiera("a candidate", `document.activeElement.name === "candidato"`, " ")
	f.tastiera("the reason", `document.activeElement.name === "motivo"`, "contratto di locazione")
	f.tastiera("the confirmation", `document.activeElement.name === "conferma"`, " ")
	f.tastiera("the button", `document.activeElement.tagName === "BUTTON" && document.activeElement.innerText.includes("Notifica a chi")`, kb.Enter)
	f.attendeParole("the choice", "Destinatario indicato")
	stack.attendiAtto(t, "alfa", idEsterno, 20*time.Second)
	f.accessibile("intestatario-scelto")
	f.esciDi()
	f.accede("amministratore.alfa", passwordProva)
	f.attende(baseCore, "Pagina iniziale")
	f.vai(baseCore + "lavoriMorti")
	f.attende(baseCore+"lavoriMorti", "Lavori morti")
	f.accessibile("lavori-morti")
}
