//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// TestSendPages: an officer sends a fine by SEND from its page, having read what leaves and what it costs, and reads there step by step
// that a letter was delivered and that service took effect, with the proofs; the channel's page and the fine's tell the same.
func TestSendPages(t *testing.T) {
	m := nuovaMulta("send-pagine-"+unico(), 9_963)
	m.targa = motorizzazione.TargaSocieta("003", "ZW")
	e, err := stack.soap(t, "alfa", busta11, m.corpo())
	if err != nil || e.Errore != "" {
		t.Fatalf("%+v %v", e, err)
	}
	conn := stack.collega(t, "elaborazione", "alfa")
	testkit.Attendi(t, time.Minute, "the act", func() bool {
		return numero(t, conn, `SELECT count(*) FROM verbale WHERE id = $1 AND procedura = 'ATTO_GENERATO'`, e.IDVerbale) == 1
	})
	f, verbale := apriFinestra(t), baseCore+"verbali/"+e.IDVerbale
	f.vai(verbale)
	f.attende(baseCore+"login", "Accesso")
	f.accede("ufficio.alfa", passwordProva)
	f.attende(verbale, "Verbale")
	f.segue(`a[href^="/CoreService/send/nuova"]`)
	f.attende(baseCore+"send/nuova", "Manda con SEND il verbale")
	f.attendeParole("what leaves and what it costs", "Che cosa parte", "Destinatario", "Quanto costa al comando", "Al domicilio digitale: 2,00 €")
	f.accessibile("send-nuova")
	f.fa(chromedp.SendKeys(chromedp.CSS(`main [name="motivo"]`), "Prova delle pagine"))
	f.segue(`main form[method=post] button[type=submit]`)
	f.attende(baseCore+"send/", "Notifica con SEND del verbale")
	_, resto, _ := strings.Cut(f.dove(), baseCore)
	notifica := baseCore + resto
	testkit.Attendi(t, time.Minute, "the end of the story, with its proofs", func() bool {
		f.vai(notifica)
		f.attende(baseCore+"send/", "Notifica con SEND del verbale")
		testo := f.testo()
		return strings.Contains(testo, "Perfezionata per decorrenza dei termini") && !strings.Contains(testo, "SEND non l'ha ancora data")
	})
	f.attendeParole("the story", "SEND ha accettato la notifica", "Spedita una lettera", "raccomandata per atti giudiziari", "La lettera è stata consegnata",
		"Ricevuta della posta", "Attestazione della presa in carico", "I termini del verbale decorrono dal", "In tutto")
	f.accessibile("send-notifica")
	f.vai(baseCore + "send")
	f.attende(baseCore+"send", "Notifiche con SEND")
	f.attendeParole("the channel", "Collegata a ", "Letto l'ultima volta", "Partite oggi", "Perfezionata")
	f.accessibile("send-canale")
	f.vai(verbale)
	f.attende(verbale, "Verbale")
	f.attendeParole("the latest step", "Con SEND: Perfezionata", "Perfezionata per decorrenza dei termini")
}
