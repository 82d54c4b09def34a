package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// notifica: the act on its way to the addressee.
//
//nolint:gochecknoglobals // a table
var notifica = []Transizione{
	{
		Evento: verbale.EventoNotificaAvviata, Chi: ChiDecide, Chiede: true,
		Significato: "L'atto parte verso il destinatario, per SEND, PEC, posta o messo.",
		Procedura:   unione(verbale.ProcedureConAtto(), []verbale.Procedura{verbale.Notificato}).a(verbale.InNotifica),
	},
	{
		Evento: verbale.EventoNotificaAvviata, Chi: ChiDecide, Chiede: true,
		Significato: "L'atto parte verso un destinatario mentre di un altro si cerca ancora il nome.",
		Procedura:   resta(verbale.IntestatarioChiesto, verbale.IntestatarioIncerto, verbale.IntestatarioNoto),
	},
	{
		Evento: verbale.EventoNotificaNonRiuscita, Chi: ChiDecide,
		Significato: "Il tentativo è fallito: si può ritentare per altra via; se nessun destinatario è raggiungibile il verbale non è notificabile.",
		Procedura: da[verbale.Procedura]{verbale.InNotifica, verbale.ConAtto, verbale.NonNotificabile}.a(verbale.InNotifica, verbale.NonNotificabile,
			verbale.Notificato),
	},
	{
		Evento: verbale.EventoNotificaNonRiuscita, Chi: ChiDecide,
		Significato: "Il tentativo è fallito a cose già fatte, o mentre di un altro si cerca il nome: se ne prende nota.",
		Procedura:   resta(altroveInNotifica()...),
	},
	{
		Evento: verbale.EventoRecapitoIndicato, Chi: ChiDecide, Chiede: true,
		Significato: "Di chi non è stato raggiunto si conosce un altro indirizzo: l'atto che c'era è superato e se ne stampa uno nuovo, se il termine per notificare non è passato (art. 201 CdS).",
		Procedura:   passa(verbale.NonNotificabile, verbale.IntestatarioNoto),
	},
	{
		Evento: verbale.EventoRecapitoIndicato, Chi: ChiDecide, Chiede: true,
		Significato: "Lo stesso, mentre si stampa l'atto di un altro o la notifica ad altri è in corso.",
		Procedura:   resta(verbale.IntestatarioNoto, verbale.ConAtto, verbale.InNotifica),
	},
	{
		Evento: verbale.EventoRecapitoIndicato, Chi: ChiDecide, Chiede: true,
		Significato: "L'anagrafe dà un altro indirizzo di chi resta da notificare, mentre di un altro si cerca ancora il nome.",
		Procedura:   resta(verbale.Validato, verbale.IntestatarioChiesto, verbale.IntestatarioIncerto),
	},
	{
		Evento: verbale.EventoViaScelta, Chi: ChiDecide, Chiede: true,
		Significato: "Una persona dice per quale via l'atto deve partire, al posto di quella del piano.",
		Procedura:   resta(unione(verbale.ProcedureSenzaAtto(), unione(verbale.ProcedureConAtto(), []verbale.Procedura{verbale.Notificato}))...),
	},
	{
		Evento: verbale.EventoNotificaPerfezionata, Chi: ChiDecide,
		Significato: "La notifica è perfezionata: il giorno legale è il giorno zero della posizione, il debito segue chi è stato notificato per primo; il verbale è notificato quando non restano posizioni aperte.",
		Procedura:   da[verbale.Procedura]{verbale.ConAtto, verbale.InNotifica, verbale.NonNotificabile}.a(verbale.InNotifica, verbale.Notificato),
		Debito:      DebitiAlSeguito().a(DebitiAlSeguito()...),
	},
	{
		Evento: verbale.EventoNotificaPerfezionata, Chi: ChiDecide,
		Significato: "La notifica è perfezionata quando la somma è già ordinata, rateizzata, sospesa, rimborsata o non più dovuta: il debito resta com'è.",
		Procedura:   da[verbale.Procedura]{verbale.ConAtto, verbale.InNotifica, verbale.NonNotificabile}.a(verbale.InNotifica, verbale.Notificato),
		Debito:      resta(debitiFermi()...),
	},
	{
		Evento: verbale.EventoNotificaPerfezionata, Chi: ChiDecide,
		Significato: "La notifica è perfezionata mentre di un altro si cerca il nome, o a cose già fatte: fissa la data e non riapre nulla.",
		Procedura:   resta(altroveInNotifica()...),
		Debito:      DebitiAlSeguito().a(DebitiAlSeguito()...),
	},
	{
		Evento: verbale.EventoNotificaPerfezionata, Chi: ChiDecide,
		Significato: "Come sopra, quando la somma è già ordinata, rateizzata, sospesa, rimborsata o non più dovuta.",
		Procedura:   resta(altroveInNotifica()...),
		Debito:      resta(debitiFermi()...),
	},
	{
		Evento: verbale.EventoNotificaRettificata, Chi: ChiDecide,
		Significato: "La prova dice un altro giorno: i termini si ricalcolano da lì, e con loro la somma.",
		Procedura:   resta(unione(inCorso(), verbale.ProcedureChiuse())...),
		Debito:      DebitiAlSeguito().a(DebitiAlSeguito()...),
	},
	{
		Evento: verbale.EventoNotificaRettificata, Chi: ChiDecide,
		Significato: "La prova dice un altro giorno quando la somma è già ordinata, rateizzata, sospesa, rimborsata o non più dovuta.",
		Procedura:   resta(unione(inCorso(), verbale.ProcedureChiuse())...),
		Debito:      resta(debitiFermi()...),
	},
	{
		Evento: verbale.EventoProvaContestata, Chi: ChiDecide,
		Significato: "La prova della notifica è messa in dubbio: maggiorazione e riscossione si fermano.",
		Procedura:   resta(unione(inCorso(), verbale.ProcedureChiuse())...),
	},
	{
		Evento: verbale.EventoProvaConfermata, Chi: ChiDecide,
		Significato: "La prova della notifica è agli atti e non è in dubbio.",
		Procedura:   resta(unione(inCorso(), verbale.ProcedureChiuse())...),
	},
}
