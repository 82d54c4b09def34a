package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// fascicolo: what may be noted at any time.
//
//nolint:gochecknoglobals // a table
var fascicolo = []Transizione{
	{
		Evento: verbale.EventoAnomaliaAperta, Chi: ChiOpera,
		Significato: "Qualcosa non torna: una persona deve guardare.",
		Procedura:   resta(esistenti()...),
	},
	{
		Evento: verbale.EventoAnomaliaRisolta, Chi: ChiDecide,
		Significato: "Una persona ha guardato e dice come si è risolto.",
		Procedura:   resta(esistenti()...),
	},
	{
		Evento: verbale.EventoAnomaliaRisolta, Chi: ChiDecide, Riapre: true,
		Significato: "Una persona ha guardato e riapre ciò che era chiuso: il verbale definito o estinto torna in corso, il debito torna dovuto.",
		Procedura:   unione(inCorso(), []verbale.Procedura{verbale.Definito, verbale.EstintoTermini}).a(inCorso()...),
		Debito:      unione(verbale.DebitiChiusi()).a(unione(verbale.DebitiAperti(), verbale.DebitiChiusi())...),
	},
	{
		Evento: verbale.EventoDocumentoAllegato, Chi: SoloSistema,
		Significato: "Un documento entra nel fascicolo.",
		Procedura:   resta(esistenti()...),
	},
	{
		Evento: verbale.EventoNotaAggiunta, Chi: ChiOpera,
		Significato: "Una persona annota qualcosa.",
		Procedura:   resta(esistenti()...),
	},
}
