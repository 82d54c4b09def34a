package mosse

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestCheSegueNonPrecede: the days of a life are in its order, and nobody is served with what is not printed.
func TestCheSegueNonPrecede(t *testing.T) {
	t.Parallel()
	t.Run("an appeal before the service, a decision before the appeal", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-03-02").il("2026-04-01")
		p.rifiuta("segue", verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, di(diObbligato), nel("2026-03-01"))
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, di(diObbligato), nel("2026-03-20"))
		p.rifiuta("ne segue la presentazione", verbale.EventoRicorsoRespinto, `{"importoCent":8400}`, nel("2026-03-19"))
		p.fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`)
	})
	t.Run("a service before the act left, or before there was one", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, ignoto).il("2026-02-10")
		p.fa(verbale.EventoValidato, `{}`)
		p.sistema(diObbligato, vita.IntestatarioTrovato{IDSoggetto: idProva(21)})
		p.rifiuta("non è ancora formato", verbale.EventoNotificaPerfezionata, `{"canale":"MESSO"}`)
		p.stampa()
		p.fa(verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
		p.il("2026-02-20").rifiuta("è partito", verbale.EventoNotificaPerfezionata, `{"canale":"MESSO"}`, nel("2026-02-09"))
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MESSO"}`, nel("2026-02-12"))
	})
}

// TestOrdineDopoIlDenaro: the notice of an order asks for what the account says, whatever came in or went back before.
func TestOrdineDopoIlDenaro(t *testing.T) {
	t.Parallel()
	t.Run("an advance is taken off", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-03-02").il("2026-03-20")
		p.paga(1000, "2026-03-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.il("2026-06-01").fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`)
		p.chiedeIlResiduo(7400)
	})
	t.Run("what was refunded is owed again", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t).notificata("2026-03-02").il("2026-03-04")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.paga(2940, "2026-03-04")
		p.il("2026-04-01").fa(verbale.EventoRicorsoAccolto, `{}`)
		p.fa(verbale.EventoRimborso, `{"importoCent":2940}`)
		p.il("2026-04-10").fa(verbale.EventoRicorsoImpugnato, `{"autorita":"GIUDICE_DI_PACE"}`)
		p.il("2026-09-01").fa(verbale.EventoRicorsoRespinto, `{"importoCent":3000}`)
		p.chiedeIlResiduo(3000)
	})
}

// chiedeIlResiduo wants account and notice to ask the same.
func (p *pratica) chiedeIlResiduo(cent int64) {
	p.tb.Helper()
	ultimo := p.stato.Avvisi[len(p.stato.Avvisi)-1]
	if int64(p.stato.Conto.ResiduoCent) != cent || int64(ultimo.ImportoCent) != cent || ultimo.Stato != verbale.AvvisoEmesso {
		p.tb.Errorf("il conto chiede %d, l'avviso %s %d invece di %d", p.stato.Conto.ResiduoCent, ultimo.Tipo, ultimo.ImportoCent, cent)
	}
	p.rivive()
}
