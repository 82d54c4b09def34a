package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// atto: the printed act and what it costs.
//
//nolint:gochecknoglobals // a table
var atto = []Transizione{
	{
		Evento: verbale.EventoAttoGenerato, Chi: SoloSistema, Chiede: true,
		Significato: "L'atto del destinatario è stampato e conservato.",
		Procedura:   da[verbale.Procedura]{verbale.Validato, verbale.IntestatarioNoto, verbale.ConAtto}.a(verbale.ConAtto),
	},
	{
		Evento: verbale.EventoAttoGenerato, Chi: SoloSistema, Chiede: true,
		Significato: "È stampato l'atto di un destinatario mentre di un altro si cerca ancora il nome, o la notifica è in corso.",
		Procedura:   resta(verbale.IntestatarioChiesto, verbale.IntestatarioIncerto, verbale.InNotifica, verbale.NonNotificabile),
	},
	{
		Evento: verbale.EventoSpeseAddebitate, Chi: ChiDecide, Chiede: true,
		Significato: "Le spese di accertamento e di notifica si aggiungono a quanto si chiede (art. 201 c. 4 CdS).",
		Procedura:   resta(inCorso()...),
	},
}
