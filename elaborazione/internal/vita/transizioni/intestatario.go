package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// intestatario: who answers for the fine, and since when, until when.
//
//nolint:gochecknoglobals // a table
var intestatario = []Transizione{
	{
		Evento: verbale.EventoIntestatarioRichiesto, Chi: ChiDecide,
		Significato: "Si chiede all'archivio dei veicoli chi risponde della targa nel giorno della violazione (art. 196 CdS).",
		Procedura:   da[verbale.Procedura]{verbale.Validato, verbale.IntestatarioIncerto}.a(verbale.IntestatarioChiesto),
	},
	{
		Evento: verbale.EventoIntestatarioRichiesto, Chi: ChiDecide,
		Significato: "Si cerca di nuovo chi risponde della targa, mentre la notifica ad altri è in corso.",
		Procedura:   resta(verbale.ConAtto, verbale.InNotifica, verbale.NonNotificabile),
	},
	{
		Evento: verbale.EventoIntestatarioTrovato, Chi: ChiDecide,
		Significato: "L'archivio ha risposto, o una persona ha deciso: la posizione ha il suo obbligato in solido (art. 196 CdS).",
		Procedura:   da[verbale.Procedura]{verbale.IntestatarioChiesto, verbale.IntestatarioIncerto}.a(verbale.IntestatarioNoto),
	},
	{
		Evento: verbale.EventoIntestatarioTrovato, Chi: ChiDecide,
		Significato: "L'archivio ha risposto, o una persona ha deciso, mentre la notifica ad altri è in corso.",
		Procedura:   resta(verbale.ConAtto, verbale.InNotifica, verbale.NonNotificabile),
	},
	{
		Evento: verbale.EventoIntestatarioAnomalo, Chi: SoloSistema,
		Significato: "L'archivio non conosce la targa o dà una risposta inservibile: deve guardare una persona.",
		Procedura:   passa(verbale.IntestatarioChiesto, verbale.IntestatarioIncerto),
	},
	{
		Evento: verbale.EventoIntestatarioAnomalo, Chi: SoloSistema,
		Significato: "Lo stesso, mentre la notifica ad altri è in corso: l'anomalia aspetta una persona.",
		Procedura:   resta(verbale.ConAtto, verbale.InNotifica, verbale.NonNotificabile),
	},
	{
		Evento: verbale.EventoPosizioneAperta, Chi: ChiDecide,
		Significato: "Un'altra persona risponde del verbale: ha posizione, avvisi e termini suoi (artt. 126-bis e 196 CdS).",
		Procedura:   unione(verbale.ProcedureNonAccettate(), verbale.ProcedureSenzaAtto(), verbale.ProcedureConAtto()).a(),
	},
	{
		Evento: verbale.EventoPosizioneAperta, Chi: ChiDecide,
		Significato: "Un'altra persona risponde di un verbale già notificato: resta da notificare a lei.",
		Procedura:   passa(verbale.Notificato, verbale.InNotifica),
	},
	{
		Evento: verbale.EventoPosizioneAperta, Chi: ChiDecide,
		Significato: "Si sa chi guidava quando tutto è già pagato: la sua posizione serve ai soli punti (art. 126-bis c. 2 CdS).",
		Procedura:   resta(verbale.Definito),
	},
	{
		Evento: verbale.EventoPosizioneChiusa, Chi: ChiDecide,
		Significato: "Da questa persona non si chiede più nulla, perché non è chi risponde: i suoi avvisi cadono, il debito torna a seguire gli altri; se gli altri sono notificati lo è il verbale.",
		Procedura:   inCorso().a(inCorso()...),
		Debito: da[verbale.Debito]{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero}.a(verbale.NonEsigibile,
			verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero),
	},
	{
		Evento: verbale.EventoPosizioneChiusa, Chi: ChiDecide,
		Significato: "Da questa persona non si chiede più nulla; la somma, già ordinata, rateizzata, sospesa o versata, resta quella.",
		Procedura:   inCorso().a(inCorso()...),
		Debito:      resta(unione(debitiFermi(), []verbale.Debito{verbale.PagatoParziale, verbale.Pagato, verbale.Eccedenza})...),
	},
	{
		Evento: verbale.EventoPosizioneChiusa, Chi: ChiDecide,
		Significato: "Prima che il comando accetti il verbale: questa persona non è chi ne risponde, come un minorenne (art. 2 L. 689/1981), o i suoi dati sono di un'altra.",
		Procedura:   resta(verbale.ProcedureNonAccettate()...),
		Debito: da[verbale.Debito]{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero}.a(verbale.NonEsigibile,
			verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero),
	},
	{
		Evento: verbale.EventoPosizioneChiusa, Chi: ChiDecide,
		Significato: "A questa persona non c'è nulla da chiedere: tutto è già pagato.",
		Procedura:   resta(verbale.Definito),
		Debito:      resta(verbale.DebitiChiusi()...),
	},
}
