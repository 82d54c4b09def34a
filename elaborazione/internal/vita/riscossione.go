package vita

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// riscossione: enforcement.
//
//nolint:gochecknoglobals // a table
var riscossione = capitolo{
	righe: []Transizione{
		{
			Evento: EventoSollecitoInviato, Chi: ChiDecide, Chiede: true, Aggrava: true,
			Significato: "Si ricorda a chi deve che deve, prima di procedere.",
			Debito:      resta(Esigibili()...),
			Riscossione: da[Riscossione]{RiscossioneNessuna, Sollecitato}.a(Sollecitato),
		},
		{
			Evento: EventoCreditoSelezionato, Chi: ChiDecide, Chiede: true, Aggrava: true,
			Significato: "Il credito entra nella lista di quelli da riscuotere.",
			Debito:      resta(Esigibili()...),
			Riscossione: da[Riscossione]{RiscossioneNessuna, Sollecitato}.a(Selezionato),
		},
		{
			Evento: EventoIscrittoARuolo, Chi: ChiDecide, Chiede: true, Aggrava: true,
			Significato: "Il credito è iscritto a ruolo (art. 206 CdS, art. 27 l. 689/1981).",
			Debito:      resta(Esigibili()...),
			Riscossione: passa(Selezionato, InRuolo),
		},
		{
			Evento: EventoIngiunzioneEmessa, Chi: ChiDecide, Chiede: true, Aggrava: true,
			Significato: "Il credito è chiesto con ingiunzione fiscale (r.d. 639/1910).",
			Debito:      resta(Esigibili()...),
			Riscossione: passa(Selezionato, Ingiunto),
		},
		{
			Evento: EventoCreditoRiscosso, Chi: ChiDecide,
			Significato: "La riscossione ha portato ciò che era dovuto.",
			Debito:      resta(Pagato, Eccedenza, Rimborsato),
			Riscossione: da[Riscossione]{InRuolo, Ingiunto, Inesigibile, RiscossioneBloccata}.a(Riscosso),
		},
		{
			Evento: EventoCreditoInesigibile, Chi: ChiDecide,
			Significato: "Chi riscuote dichiara che non c'è nulla da prendere.",
			Riscossione: da[Riscossione]{InRuolo, Ingiunto}.a(Inesigibile),
		},
		{
			Evento: EventoCreditoDiscaricato, Chi: ChiDecide,
			Significato: "Il credito è tolto a chi lo riscuote.",
			Riscossione: da[Riscossione]{Selezionato, InRuolo, Ingiunto, Inesigibile, RiscossioneBloccata}.a(Discaricato),
		},
		{
			Evento: EventoRiscossioneBloccata, Chi: ChiDecide,
			Significato: "La riscossione si ferma finché qualcuno non la riprende.",
			Riscossione: da[Riscossione]{RiscossioneNessuna, Sollecitato, Selezionato, InRuolo, Ingiunto}.a(RiscossioneBloccata),
		},
		{
			Evento: EventoRiscossioneSbloccata, Chi: ChiDecide,
			Significato: "Il blocco cade, e nessuna riscossione è in corso.",
			Riscossione: passa(RiscossioneBloccata, RiscossioneNessuna),
		},
		{
			Evento: EventoRiscossioneSbloccata, Chi: ChiDecide, Chiede: true, Aggrava: true,
			Significato: "La riscossione riprende da dove era.",
			Debito:      resta(Esigibili()...),
			Riscossione: passa(RiscossioneBloccata, Sollecitato, Selezionato, InRuolo, Ingiunto),
		},
	},
}

// NonEsecutivo says why there is no title yet for what is owed: an advance within the term is none, an
// order only once the thirty days from its service are over (artt. 203 c. 3, 204 and 206 CdS).
func (s Stato) NonEsecutivo(e Evento) string {
	switch s.Debito {
	case DebitoOrdinanza:
		if !s.Importato {
			return s.nonOrdinato(e)
		}
	case PagatoParziale:
		if !s.Importato && len(s.ordini(e.Posizione)) > 0 {
			return s.nonOrdinato(e)
		}
		p, _ := s.Servita()
		z, ok := s.Scadenza(p.ID, cds.PagamentoRidotto60)
		if ok && !e.DataLegale.After(z.Giorno) || !ok && !s.Importato {
			return "il termine per pagare non è decorso"
		}
	default: // INTERO came after its term; the table admits no other
	}
	return ""
}
