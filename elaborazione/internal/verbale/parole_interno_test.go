package verbale

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// TestParole: what a person reads has words for every state of the debt, and no code.
func TestParole(t *testing.T) {
	t.Parallel()
	codice := regexp.MustCompile(`[A-Z]{3}|_`)
	for _, d := range []Debito{NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero, DebitoOrdinanza, DebitoRateizzato, PagatoParziale,
		Pagato, Eccedenza, Rimborsato, Sospeso, Sgravato} {
		if p := parolaDebito(d); p == "" || codice.MatchString(p) {
			t.Errorf("%s: %q", d, p)
		}
	}
	p := inviata(t, "2026-03-01").il("2026-03-10")
	p.paga(2940, "2026-03-05")
	s := p.stato
	s.Notifiche = slices.Clone(s.Notifiche)
	s.Notifiche[0].Stato = NotificaFallita
	s.Procedura = ConAtto
	if testo := s.NonSpedibile(s.Posizioni[0].ID); testo != "Il debito è chiuso (pagato): non si chiede più nulla." {
		t.Error(testo)
	}
	g := &giudice{EsitoPostale: EsitoPostale{Nome: "COMPIUTA_GIACENZA", Fatto: ggmm("2026-03-08"), Canale: "POSTA_DEPOSITO"}, noti: map[string]bool{}}
	g.Tentativo, g.Posizione = uuid.Nil, s.Posizioni[0].ID
	g.noti[g.chiave("contro:")] = true
	if _, _, err := g.contraddetto(s, "l'atto risulta notificato "+ggmm("2026-03-11").Detto("il")); err != nil {
		t.Fatal(err)
	}
	if g.giudizio.Testo != "La posta dice «compiuta giacenza» con CAD spedita l'08/03/2026, ma l'atto risulta notificato l'11/03/2026." {
		t.Error(g.giudizio.Testo)
	}
}

// TestParoleDelRifiuto: who is refused an event reads no code, whatever the event and wherever the fine is.
func TestParoleDelRifiuto(t *testing.T) {
	t.Parallel()
	codice := regexp.MustCompile(`[A-Z]{2,}_|\b[A-Z]{5,}\b|_|«»`)
	assi := []Assi{{}, {Procedura: DaValidare, Debito: NonEsigibile, Ricorso: RicorsoNessuno, Punti: PuntiNonDovuti, Riscossione: RiscossioneNessuna},
		{Procedura: EstintoTermini, Debito: Sgravato, Ricorso: RicorsoRideterminato, Punti: PuntiOmessi, Riscossione: RiscossioneBloccata}}
	for _, x := range Transizioni() {
		for _, a := range assi {
			s, tipo := Stato{Assi: a}, x.Evento
			for _, err := range []error{nonAmmessa(s, tipo), rifiutoTabella(s, tipo), comeRifiuto(s, tipo, invariante("il motivo"))} {
				if p := problem.As(err); codice.MatchString(p.Dettaglio) || p.Codice != "TRANSIZIONE_NON_AMMESSA" || !strings.Contains(p.Dettaglio, "L'evento «") {
					t.Errorf("%s: %s %q", tipo, p.Codice, p.Dettaglio)
				}
			}
		}
	}
}

// TestNorme: the letter of a violation is told with its article.
func TestNorme(t *testing.T) {
	t.Parallel()
	var n Nuovo
	n.Violazioni = make([]Violazione, 1)
	n.Violazioni[0].Articolo, n.Violazioni[0].Comma, n.Violazioni[0].Lettera = "158", "2", "h"
	articoli, norme := n.norme()
	if !slices.Equal(articoli, []string{"158"}) || !slices.Equal(norme, []string{"158 c. 2 lett. h"}) {
		t.Error(articoli, norme)
	}
}
