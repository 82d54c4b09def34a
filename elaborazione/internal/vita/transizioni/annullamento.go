package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// annullamento: how a fine ends: annulled, filed, extinct, settled.
//
//nolint:gochecknoglobals // a table
var annullamento = []Transizione{
	{
		Evento: verbale.EventoAnnullato, Chi: ChiDecide,
		Significato: "Il comando annulla il verbale in autotutela, anche contestato e non ancora accettato: nulla è dovuto, il versato si rimborsa.",
		Procedura:   unione(ricorribili()).a(verbale.AnnullatoAutotutela),
		Debito:      unione(verbale.DebitiAperti(), verbale.DebitiChiusi()).a(verbale.Sgravato, verbale.Eccedenza, verbale.Rimborsato),
	},
	{
		Evento: verbale.EventoArchiviato, Chi: ChiDecide,
		Significato: "Il prefetto archivia su proposta del comando (art. 386 Reg.).",
		Procedura:   ProcedureValide().a(verbale.Archiviato),
		Debito:      unione(verbale.DebitiAperti(), verbale.DebitiChiusi()).a(verbale.Sgravato, verbale.Eccedenza, verbale.Rimborsato),
	},
	{
		Evento: verbale.EventoEstintoTermini, Chi: ChiDecide,
		Significato: "La notifica non è avvenuta nei termini: l'obbligo è estinto (art. 201 c. 5 CdS); o il credito è prescritto (art. 209 CdS).",
		Procedura:   inCorso().a(verbale.EstintoTermini),
		Debito:      unione(verbale.DebitiAperti()).a(verbale.Sgravato, verbale.Eccedenza),
	},
	{
		Evento: verbale.EventoEstintoDecesso, Chi: ChiDecide,
		Significato: "Chi rispondeva è morto: l'obbligo non passa agli eredi (art. 7 l. 689/1981).",
		Procedura:   inCorso().a(verbale.EstintoDecesso),
		Debito:      unione(verbale.DebitiAperti()).a(verbale.Sgravato, verbale.Eccedenza),
	},
	{
		Evento: verbale.EventoDefinito, Chi: ChiDecide,
		Significato: "Il debito è chiuso e non resta altro da fare; un preavviso pagato non diventa verbale.",
		Procedura:   unione([]verbale.Procedura{verbale.Preavvisato}, inCorso()).a(verbale.Definito),
		Debito:      resta(verbale.DebitiChiusi()...),
		Ricorso:     resta(verbale.RicorsoNessuno, verbale.RicorsoRespinto, verbale.RicorsoRideterminato, verbale.RicorsoInammissibile, verbale.RicorsoDefinitivo),
		Punti:       resta(verbale.PuntiNonDovuti, verbale.PuntiComunicati, verbale.PuntiScartati),
	},
}
