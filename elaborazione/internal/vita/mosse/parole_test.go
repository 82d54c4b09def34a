package mosse

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/rifiuto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestParole: what a person reads has words for every state of the debt, and no code.
func TestParole(t *testing.T) {
	t.Parallel()
	codice := regexp.MustCompile(`[A-Z]{3}|_`)
	for _, d := range []verbale.Debito{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero, verbale.DebitoOrdinanza,
		verbale.DebitoRateizzato, verbale.PagatoParziale,
		verbale.Pagato, verbale.Eccedenza, verbale.Rimborsato, verbale.Sospeso, verbale.Sgravato} {
		if p := d.InFrase(); p == "" || codice.MatchString(p) {
			t.Errorf("%s: %q", d, p)
		}
	}
	p := inviata(t, "2026-03-01").il("2026-03-10")
	p.paga(2940, "2026-03-05")
	s := p.stato
	s.Notifiche = slices.Clone(s.Notifiche)
	s.Notifiche[0].Stato = verbale.NotificaFallita
	s.Procedura = verbale.ConAtto
	if testo := s.NonSpedibile(s.Posizioni[0].ID); testo != "Il debito è chiuso (pagato): non si chiede più nulla." {
		t.Error(testo)
	}
}

// TestParoleDelRifiuto: who is refused an event reads no code, whatever the event and wherever the fine is.
func TestParoleDelRifiuto(t *testing.T) {
	t.Parallel()
	codice := regexp.MustCompile(`[A-Z]{2,}_|\b[A-Z]{5,}\b|_|«»`)
	assi := []vita.Assi{{}, {Procedura: verbale.DaValidare, Debito: verbale.NonEsigibile, Ricorso: verbale.RicorsoNessuno,
		Punti: verbale.PuntiNonDovuti, Riscossione: verbale.RiscossioneNessuna},
		{Procedura: verbale.EstintoTermini, Debito: verbale.Sgravato, Ricorso: verbale.RicorsoRideterminato,
			Punti: verbale.PuntiOmessi, Riscossione: verbale.RiscossioneBloccata}}
	for _, x := range transizioni.Tutte() {
		for _, a := range assi {
			s, tipo := vita.Stato{Assi: a}, x.Evento
			for _, err := range []error{vita.NonAmmessa(s, tipo), rifiuto.DiTabella(s, tipo), rifiuto.Come(s, tipo, vita.Invariante("il motivo"))} {
				if p := problem.As(err); codice.MatchString(p.Dettaglio) || p.Codice != "TRANSIZIONE_NON_AMMESSA" || !strings.Contains(p.Dettaglio, "L'evento «") {
					t.Errorf("%s: %s %q", tipo, p.Codice, p.Dettaglio)
				}
			}
		}
	}
}
