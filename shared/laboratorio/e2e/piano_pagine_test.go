//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// TestPlanPages: an officer reads on the page of a fine how it will be served, finds it among what waits, and reads the figures of each
// way and what other channels would do. The pages are accessible.
func TestPlanPages(t *testing.T) {
	m := nuovaMulta("piano-pagine-"+unico(), 9_964)
	e, err := stack.soap(t, "alfa", busta11, m.corpo())
	if err != nil || e.Errore != "" {
		t.Fatalf("%+v %v", e, err)
	}
	conn := stack.collega(t, "elaborazione", "alfa")
	testkit.Attendi(t, 3*time.Minute, "the plan of a printed act", func() bool {
		return numero(t, conn, `SELECT count(*) FROM piano x JOIN verbale v ON v.id = x.verbale
			WHERE x.verbale = $1 AND v.procedura = 'ATTO_GENERATO' AND x.sequenza = v.sequenza`, e.IDVerbale) == 1
	})
	f, verbale, piano := apriFinestra(t), baseCore+"verbali/"+e.IDVerbale, baseCore+"piano"
	f.vai(verbale)
	f.attende(baseCore+"login", "Accesso")
	f.accede("ufficio.alfa", passwordProva)
	f.attende(verbale, "Verbale")
	f.attendeParole("how it is served", "Come si notifica", "Da mandare entro", "Piano fatto il", "Scegli per quale via notificare")
	f.accessibile("piano-verbale")
	f.vai(piano)
	f.attende(piano, "Che cosa aspetta")
	f.attendeParole("what waits", "Per quale via", "Da mandare entro", "Posta")
	f.accessibile("piano")
	f.segue(`main a[href="/CoreService/piano/cifre"]`)
	f.attende(piano+"/cifre", "Cifre per canale")
	f.accessibile("piano-cifre")
	f.vai(piano + "/simula")
	f.attende(piano+"/simula", "Prova altri canali")
	f.segue(`main form[method=get] button[type=submit]`)
	f.attendeParole("what other channels would do", "SEND, poi posta, verbali di")
	f.accessibile("piano-simula")
}
