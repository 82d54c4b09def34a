package decisione

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
)

// aRuolo is a fine of which half of the maximum is in the hands of the collector since 22 April 2026.
func aRuolo(t *testing.T) *pratica {
	t.Helper()
	p := nuovaPratica(t).notificata("2026-02-20").decorso("2026-04-22")
	p.vuole(vita.Notificato, vita.DebitoIntero)
	p.fa(vita.EventoCreditoSelezionato, `{}`)
	p.fa(vita.EventoIscrittoARuolo, `{}`)
	return p
}

// TestRiscossioneSenzaTitolo is invariant (b): what is in question or not due yet is not enforced, from the
// same change that makes it so.
func TestRiscossioneSenzaTitolo(t *testing.T) {
	t.Parallel()
	for regola, c := range map[string]struct {
		tipo   vita.Tipo
		dati   string
		altri  []altro
		debito vita.Debito
	}{
		"another day of service brings the term back":      {vita.EventoNotificaRettificata, `{}`, []altro{nel("2026-04-10"), conProva}, vita.DebitoRidotto},
		"the proof of service is in doubt":                 {vita.EventoProvaContestata, `{}`, nil, vita.DebitoIntero},
		"an appeal is lodged":                              {vita.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, nil, vita.DebitoIntero},
		"the debt is held":                                 {vita.EventoDebitoSospeso, `{}`, nil, vita.Sospeso},
		"the prefect orders, and nobody has the order yet": {vita.EventoOrdinanzaEmessa, `{"importoCent":8400}`, nil, vita.DebitoOrdinanza},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := aRuolo(t)
			if eventi := p.fa(c.tipo, c.dati, c.altri...); !strings.HasSuffix(eventi, " RISCOSSIONE_BLOCCATA") || p.stato.Riscossione != vita.RiscossioneBloccata {
				t.Errorf("%s: %s", eventi, p.stato.Riscossione)
			}
			p.vuole(vita.Notificato, c.debito)
			p.rifiuta("", vita.EventoRiscossioneSbloccata, `{}`)
			p.rivive()
		})
	}
	t.Run("who was served first is out of the fine, the other is inside his term", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore).il("2026-02-20")
		p.fa(vita.EventoValidato, `{}`)
		p.stampa()
		p.fa(vita.EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diObbligato), conProva)
		p.decorso("2026-03-01").il("2026-04-20").fa(vita.EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(diTrasgressore), conProva)
		p.decorso("2026-04-22")
		p.fa(vita.EventoCreditoSelezionato, `{}`)
		if eventi := p.fa(vita.EventoPosizioneChiusa, `{}`, di(diObbligato)); eventi != "POSIZIONE_CHIUSA RISCOSSIONE_BLOCCATA" {
			t.Error(eventi)
		}
		p.vuole(vita.Notificato, vita.DebitoRidotto30)
	})
	t.Run("a person takes it up again, once it may go on", func(t *testing.T) {
		t.Parallel()
		p := aRuolo(t)
		p.fa(vita.EventoProvaContestata, `{}`)
		p.fa(vita.EventoProvaConfermata, `{}`, conProva)
		if p.stato.Riscossione != vita.RiscossioneBloccata {
			t.Error(p.stato.Riscossione)
		}
		if p.fa(vita.EventoRiscossioneSbloccata, `{}`); p.stato.Riscossione != vita.InRuolo {
			t.Error(p.stato.Riscossione)
		}
	})
	t.Run("what leaves the title as it was stops nothing", func(t *testing.T) {
		t.Parallel()
		p := aRuolo(t)
		p.fa(vita.EventoNotificaRettificata, `{}`, nel("2026-02-19"), conProva)
		p.fa(vita.EventoNotaAggiunta, `{"testo":"vista"}`)
		if p.stato.Riscossione != vita.InRuolo {
			t.Error(p.stato.Riscossione)
		}
	})
	t.Run("what is granted or annulled is discharged, not blocked", func(t *testing.T) {
		t.Parallel()
		p := aRuolo(t)
		if eventi := p.fa(vita.EventoAnnullato, `{}`); eventi != "VERBALE_ANNULLATO CREDITO_DISCARICATO" {
			t.Error(eventi)
		}
		p = aRuolo(t)
		p.fa(vita.EventoRicorsoPresentato, `{"autorita":"GIUDICE_DI_PACE"}`)
		if eventi := p.fa(vita.EventoRicorsoAccolto, `{}`); eventi != "RICORSO_ACCOLTO CREDITO_DISCARICATO" || p.stato.Riscossione != vita.Discaricato {
			t.Errorf("%s %s", eventi, p.stato.Riscossione)
		}
	})
}
