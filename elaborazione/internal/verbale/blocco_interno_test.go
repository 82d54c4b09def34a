package verbale

import (
	"strings"
	"testing"
)

// aRuolo is a fine of which half of the maximum is in the hands of the collector since 22 April 2026.
func aRuolo(t *testing.T) *pratica {
	t.Helper()
	p := nuovaPratica(t).notificata("2026-02-20").decorso("2026-04-22")
	p.vuole(Notificato, DebitoIntero)
	p.fa(EventoCreditoSelezionato, `{}`)
	p.fa(EventoIscrittoARuolo, `{}`)
	return p
}

// TestRiscossioneSenzaTitolo is invariant (b): what is in question or not due yet is not enforced, from the
// same change that makes it so.
func TestRiscossioneSenzaTitolo(t *testing.T) {
	t.Parallel()
	for regola, c := range map[string]struct {
		tipo   Tipo
		dati   string
		altri  []altro
		debito Debito
	}{
		"another day of service brings the term back":      {EventoNotificaRettificata, `{}`, []altro{nel("2026-04-10"), conProva}, DebitoRidotto},
		"the proof of service is in doubt":                 {EventoProvaContestata, `{}`, nil, DebitoIntero},
		"an appeal is lodged":                              {EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, nil, DebitoIntero},
		"the debt is held":                                 {EventoDebitoSospeso, `{}`, nil, Sospeso},
		"the prefect orders, and nobody has the order yet": {EventoOrdinanzaEmessa, `{"importoCent":8400}`, nil, DebitoOrdinanza},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := aRuolo(t)
			if eventi := p.fa(c.tipo, c.dati, c.altri...); !strings.HasSuffix(eventi, " RISCOSSIONE_BLOCCATA") || p.stato.Riscossione != RiscossioneBloccata {
				t.Errorf("%s: %s", eventi, p.stato.Riscossione)
			}
			p.vuole(Notificato, c.debito)
			p.rifiuta("", EventoRiscossioneSbloccata, `{}`)
			p.rivive()
		})
	}
	t.Run("who was served first is out of the fine, the other is inside his term", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-02-20")
		p.fa(EventoValidato, `{}`)
		p.stampa()
		p.fa(EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diObbligato), conProva)
		p.decorso("2026-03-01").il("2026-04-20").fa(EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diTrasgressore), conProva)
		p.decorso("2026-04-22")
		p.fa(EventoCreditoSelezionato, `{}`)
		if eventi := p.fa(EventoPosizioneChiusa, `{}`, di(diObbligato)); eventi != "POSIZIONE_CHIUSA RISCOSSIONE_BLOCCATA" {
			t.Error(eventi)
		}
		p.vuole(Notificato, DebitoRidotto30)
	})
	t.Run("a person takes it up again, once it may go on", func(t *testing.T) {
		t.Parallel()
		p := aRuolo(t)
		p.fa(EventoProvaContestata, `{}`)
		p.fa(EventoProvaConfermata, `{}`, conProva)
		if p.stato.Riscossione != RiscossioneBloccata {
			t.Error(p.stato.Riscossione)
		}
		if p.fa(EventoRiscossioneSbloccata, `{}`); p.stato.Riscossione != InRuolo {
			t.Error(p.stato.Riscossione)
		}
	})
	t.Run("what leaves the title as it was stops nothing", func(t *testing.T) {
		t.Parallel()
		p := aRuolo(t)
		p.fa(EventoNotificaRettificata, `{}`, nel("2026-02-19"), conProva)
		p.fa(EventoNotaAggiunta, `{"testo":"vista"}`)
		if p.stato.Riscossione != InRuolo {
			t.Error(p.stato.Riscossione)
		}
	})
	t.Run("what is granted or annulled is discharged, not blocked", func(t *testing.T) {
		t.Parallel()
		p := aRuolo(t)
		if eventi := p.fa(EventoAnnullato, `{}`); eventi != "VERBALE_ANNULLATO CREDITO_DISCARICATO" {
			t.Error(eventi)
		}
		p = aRuolo(t)
		p.fa(EventoRicorsoPresentato, `{"autorita":"GIUDICE_DI_PACE"}`)
		if eventi := p.fa(EventoRicorsoAccolto, `{}`); eventi != "RICORSO_ACCOLTO CREDITO_DISCARICATO" || p.stato.Riscossione != Discaricato {
			t.Errorf("%s %s", eventi, p.stato.Riscossione)
		}
	})
}
