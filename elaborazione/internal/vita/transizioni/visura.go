package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// visura: what the registers of the State say of an addressee.
//
//nolint:gochecknoglobals // a table
var visura = []Transizione{
	{
		Evento: verbale.EventoVisuraChiesta, Chi: ChiDecide,
		Significato: "Si chiede ai registri dello Stato dove risiede il destinatario, o dove ha un domicilio digitale: il suo atto aspetta la risposta.",
		Procedura:   resta(inCorso()...),
	},
	{
		Evento: verbale.EventoVisuraRisposta, Chi: SoloSistema,
		Significato: "Il registro ha risposto: i dati uguali passano da soli, una contraddizione aspetta una persona; a verbale chiuso se ne prende nota.",
		Procedura:   resta(esistenti()...),
	},
	{
		Evento: verbale.EventoVisuraApplicata, Chi: ChiDecide, Chiede: true,
		Significato: "Una persona applica l'indirizzo dell'anagrafe: l'atto già stampato per quello di prima è superato (art. 201 CdS).",
		Procedura:   resta(inCorso()...),
	},
	{
		Evento: verbale.EventoVisuraScartata, Chi: ChiDecide,
		Significato: "Una persona scarta la risposta, o procede senza; o il comando non fa più chiedere al registro: vale ciò che il verbale dice già.",
		Procedura:   resta(esistenti()...),
	},
}
