package mosse

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestPrezzoSospeso: while the payment is held nobody has to pay, and what is owed says by whom and since when:
// here as on every page that reads the fine.
func TestPrezzoSospeso(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t).notificata("2026-02-20")
	dice := func(giorno, parole string) {
		t.Helper()
		p.il(giorno)
		e, err := p.stato.DovutoAl(idProva(diObbligato), p.oggi)
		if err != nil || (e.DovutoCent == 0) != (parole != "") || !strings.Contains(e.Spiegazione[0].Testo, parole) {
			t.Errorf("%s: %d, %+v, %v", giorno, e.DovutoCent, e.Spiegazione, err)
		}
		p.rivive()
	}
	dice("2026-02-21", "")
	p.il("2026-02-23").fa(verbale.EventoDebitoSospeso, `{}`)
	dice("2026-03-20", "Il comando ha sospeso l'obbligo di pagare dal 23/02/2026")
	p.il("2026-03-21").fa(verbale.EventoDebitoRipreso, `{}`)
	dice("2026-03-22", "")
	p.il("2026-03-23").fa(verbale.EventoRicorsoPresentato, `{"autorita":"GIUDICE_DI_PACE"}`)
	p.il("2026-03-25").fa(verbale.EventoSospensivaConcessa, `{}`)
	dice("2026-06-20", "Il giudice di pace ha sospeso l'obbligo di pagare dal 25/03/2026")
}
