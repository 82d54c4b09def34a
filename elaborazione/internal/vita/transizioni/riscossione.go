package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// riscossione: enforcement.
//
//nolint:gochecknoglobals // a table
var riscossione = []Transizione{
	{
		Evento: verbale.EventoSollecitoInviato, Chi: ChiDecide, Chiede: true, Aggrava: true,
		Significato: "Si ricorda a chi deve che deve, prima di procedere.",
		Debito:      resta(Esigibili()...),
		Riscossione: da[verbale.Riscossione]{verbale.RiscossioneNessuna, verbale.Sollecitato}.a(verbale.Sollecitato),
	},
	{
		Evento: verbale.EventoCreditoSelezionato, Chi: ChiDecide, Chiede: true, Aggrava: true,
		Significato: "Il credito entra nella lista di quelli da riscuotere.",
		Debito:      resta(Esigibili()...),
		Riscossione: da[verbale.Riscossione]{verbale.RiscossioneNessuna, verbale.Sollecitato}.a(verbale.Selezionato),
	},
	{
		Evento: verbale.EventoIscrittoARuolo, Chi: ChiDecide, Chiede: true, Aggrava: true,
		Significato: "Il credito è iscritto a ruolo (art. 206 CdS, art. 27 l. 689/1981).",
		Debito:      resta(Esigibili()...),
		Riscossione: passa(verbale.Selezionato, verbale.InRuolo),
	},
	{
		Evento: verbale.EventoIngiunzioneEmessa, Chi: ChiDecide, Chiede: true, Aggrava: true,
		Significato: "Il credito è chiesto con ingiunzione fiscale (r.d. 639/1910).",
		Debito:      resta(Esigibili()...),
		Riscossione: passa(verbale.Selezionato, verbale.Ingiunto),
	},
	{
		Evento: verbale.EventoCreditoRiscosso, Chi: ChiDecide,
		Significato: "La riscossione ha portato ciò che era dovuto.",
		Debito:      resta(verbale.Pagato, verbale.Eccedenza, verbale.Rimborsato),
		Riscossione: da[verbale.Riscossione]{verbale.InRuolo, verbale.Ingiunto, verbale.Inesigibile, verbale.RiscossioneBloccata}.a(verbale.Riscosso),
	},
	{
		Evento: verbale.EventoCreditoInesigibile, Chi: ChiDecide,
		Significato: "Chi riscuote dichiara che non c'è nulla da prendere.",
		Riscossione: da[verbale.Riscossione]{verbale.InRuolo, verbale.Ingiunto}.a(verbale.Inesigibile),
	},
	{
		Evento: verbale.EventoCreditoDiscaricato, Chi: ChiDecide,
		Significato: "Il credito è tolto a chi lo riscuote.",
		Riscossione: da[verbale.Riscossione]{verbale.Selezionato, verbale.InRuolo, verbale.Ingiunto, verbale.Inesigibile,
			verbale.RiscossioneBloccata}.a(verbale.Discaricato),
	},
	{
		Evento: verbale.EventoRiscossioneBloccata, Chi: ChiDecide,
		Significato: "La riscossione si ferma finché qualcuno non la riprende.",
		Riscossione: da[verbale.Riscossione]{verbale.RiscossioneNessuna, verbale.Sollecitato, verbale.Selezionato, verbale.InRuolo,
			verbale.Ingiunto}.a(verbale.RiscossioneBloccata),
	},
	{
		Evento: verbale.EventoRiscossioneSbloccata, Chi: ChiDecide,
		Significato: "Il blocco cade, e nessuna riscossione è in corso.",
		Riscossione: passa(verbale.RiscossioneBloccata, verbale.RiscossioneNessuna),
	},
	{
		Evento: verbale.EventoRiscossioneSbloccata, Chi: ChiDecide, Chiede: true, Aggrava: true,
		Significato: "La riscossione riprende da dove era.",
		Debito:      resta(Esigibili()...),
		Riscossione: passa(verbale.RiscossioneBloccata, verbale.Sollecitato, verbale.Selezionato, verbale.InRuolo, verbale.Ingiunto),
	},
}
