package mosse

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// aRuolo is a fine of which half of the maximum is in the hands of the collector since 22 April 2026.
func aRuolo(t *testing.T) *pratica {
	t.Helper()
	p := nuovaPratica(t).notificata("2026-02-20").decorso("2026-04-22")
	p.vuole(verbale.Notificato, verbale.DebitoIntero)
	p.fa(verbale.EventoCreditoSelezionato, `{}`)
	p.fa(verbale.EventoIscrittoARuolo, `{}`)
	return p
}

// TestRiscossioneSenzaTitolo is invariant (b): what is in question or not due yet is not enforced, from the
// same change that makes it so.
func TestRiscossioneSenzaTitolo(t *testing.T) {
	t.Parallel()
	for regola, c := range map[string]struct {
		tipo   verbale.TipoEvento
		dati   string
		altri  []altro
		debito verbale.Debito
	}{
		"another day of service brings the term back":      {verbale.EventoNotificaRettificata, `{}`, []altro{nel("2026-04-10"), conProva}, verbale.DebitoRidotto},
		"the proof of service is in doubt":                 {verbale.EventoProvaContestata, `{}`, nil, verbale.DebitoIntero},
		"an appeal is lodged":                              {verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, nil, verbale.DebitoIntero},
		"the debt is held":                                 {verbale.EventoDebitoSospeso, `{}`, nil, verbale.Sospeso},
		"the prefect orders, and nobody has the order yet": {verbale.EventoOrdinanzaEmessa, `{"importoCent":8400}`, nil, verbale.DebitoOrdinanza},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := aRuolo(t)
			if eventi := p.fa(c.tipo, c.dati, c.altri...); !strings.HasSuffix(eventi, " RISCOSSIONE_BLOCCATA") || p.stato.Riscossione != verbale.RiscossioneBloccata {
				t.Errorf("%s: %s", eventi, p.stato.Riscossione)
			}
			p.vuole(verbale.Notificato, c.debito)
			p.rifiuta("", verbale.EventoRiscossioneSbloccata, `{}`)
			p.rivive()
		})
	}
	t.Run("who was served first is out of the fine, the other is inside his term", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diObbligato), conProva)
		p.decorso("2026-03-01").il("2026-04-20").fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diTrasgressore), conProva)
		p.decorso("2026-04-22")
		p.fa(verbale.EventoCreditoSelezionato, `{}`)
		if eventi := p.fa(verbale.EventoPosizioneChiusa, `{}`, di(diObbligato)); eventi != "POSIZIONE_CHIUSA RISCOSSIONE_BLOCCATA" {
			t.Error(eventi)
		}
		p.vuole(verbale.Notificato, verbale.DebitoRidotto30)
	})
	t.Run("a person takes it up again, once it may go on", func(t *testing.T) {
		t.Parallel()
		p := aRuolo(t)
		p.fa(verbale.EventoProvaContestata, `{}`)
		p.fa(verbale.EventoProvaConfermata, `{}`, conProva)
		if p.stato.Riscossione != verbale.RiscossioneBloccata {
			t.Error(p.stato.Riscossione)
		}
		if p.fa(verbale.EventoRiscossioneSbloccata, `{}`); p.stato.Riscossione != verbale.InRuolo {
			t.Error(p.stato.Riscossione)
		}
	})
	t.Run("what leaves the title as it was stops nothing", func(t *testing.T) {
		t.Parallel()
		p := aRuolo(t)
		p.fa(verbale.EventoNotificaRettificata, `{}`, nel("2026-02-19"), conProva)
		p.fa(verbale.EventoNotaAggiunta, `{"testo":"vista"}`)
		if p.stato.Riscossione != verbale.InRuolo {
			t.Error(p.stato.Riscossione)
		}
	})
	t.Run("what is granted or annulled is discharged, not blocked", func(t *testing.T) {
		t.Parallel()
		p := aRuolo(t)
		if eventi := p.fa(verbale.EventoAnnullato, `{}`); eventi != "VERBALE_ANNULLATO CREDITO_DISCARICATO" {
			t.Error(eventi)
		}
		p = aRuolo(t)
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"GIUDICE_DI_PACE"}`)
		if eventi := p.fa(verbale.EventoRicorsoAccolto, `{}`); eventi != "RICORSO_ACCOLTO CREDITO_DISCARICATO" || p.stato.Riscossione != verbale.Discaricato {
			t.Errorf("%s %s", eventi, p.stato.Riscossione)
		}
	})
}
