package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// avvisi: payment notices.
//
//nolint:gochecknoglobals // a table
var avvisi = []Transizione{
	{
		Evento: verbale.EventoAvvisiEmessi, Chi: SoloSistema, Chiede: true,
		Significato: "Gli avvisi di pagamento ricevono numero e importo (art. 202 CdS); possono prendere il posto di altri.",
		Procedura:   resta(inCorso()...),
		Debito:      resta(verbale.DebitiAperti()...),
	},
}
