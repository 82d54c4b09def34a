package verbale

import "slices"

// Groups of states, as the rows below name them.
func nonAccettati() []Procedura { return []Procedura{Rilevato, Preavvisato, DaValidare} }

func senzaAtto() []Procedura {
	return []Procedura{Validato, IntestatarioChiesto, IntestatarioIncerto, IntestatarioNoto}
}

func conAtto() []Procedura { return []Procedura{ConAtto, InNotifica, NonNotificabile} }

// inCorso are the fines that the command has accepted and that are not closed.
func inCorso() da[Procedura] { return unione(senzaAtto(), conAtto(), []Procedura{Notificato}) }

// altroveInNotifica are the procedures that the outcome of a service does not move.
func altroveInNotifica() da[Procedura] {
	return unione([]Procedura{IntestatarioChiesto, IntestatarioIncerto, IntestatarioNoto, Notificato}, procedureChiuse())
}

func esistenti() da[Procedura] { return unione(nonAccettati(), inCorso(), procedureChiuse()) }

// Procedure are the states of the procedure that a fine can be in.
func Procedure() []Procedura { return esistenti() }

// esigibili are the debts that enforcement may collect: who pays by instalments is left alone until they
// lapse (art. 202-bis CdS).
func esigibili() []Debito { return []Debito{DebitoIntero, DebitoOrdinanza, PagatoParziale} }

// debitiAlSeguito follow the position served first, or are priced again when a day of service changes;
// debitiFermi are moved by other events only.
func debitiAlSeguito() da[Debito] {
	return da[Debito]{NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero, PagatoParziale, Pagato, Eccedenza}
}

func debitiFermi() []Debito {
	return []Debito{DebitoOrdinanza, DebitoRateizzato, Sospeso, Rimborsato, Sgravato}
}

// chiuseSenzaPagare are the procedures that ended without asking, or without asking any more.
func chiuseSenzaPagare() []Procedura {
	return []Procedura{Scartato, Archiviato, AnnullatoAutotutela, EstintoTermini, EstintoDecesso}
}

func ricorsiPendenti() da[Ricorso] {
	return da[Ricorso]{RicorsoPresentato, RicorsoTrasmesso, RicorsoSospensiva, RicorsoImpugnato}
}

func ricorsiDecisi() da[Ricorso] {
	return da[Ricorso]{RicorsoAccolto, RicorsoRespinto, RicorsoRideterminato, RicorsoInammissibile}
}

// senzaRicorso are the appeals that hold nothing: none, or none that waits or was granted.
func senzaRicorso() []Ricorso {
	return []Ricorso{RicorsoNessuno, RicorsoRespinto, RicorsoRideterminato, RicorsoInammissibile, RicorsoDefinitivo}
}

// ordinabili are the appeals beside which an order may be, of the same person or of another.
func ordinabili() []Ricorso { return unione(ricorsiPendenti(), senzaRicorso()) }

// ancoraValidi are the fines that stand: in course, or paid.
func ancoraValidi() da[Procedura] { return unione(inCorso(), []Procedura{Definito}) }

// ricorribili are the fines that somebody may have in hand and that stand.
func ricorribili() []Procedura { return unione([]Procedura{DaValidare}, ancoraValidi()) }

// Transizioni is the table: all that may happen to a fine, in the order in which it usually does. What
// is not written here is refused. Imported history is not held against it.
func Transizioni() []Transizione {
	return slices.Concat(transizioniDellAtto(), transizioniDelDenaro(), transizioniDelRicorso(), transizioniDeiPunti(), transizioniDelSeguito())
}

// transizioniDellAtto: from the roadside to the addressee.
func transizioniDellAtto() []Transizione { //nolint:funlen // a table
	return []Transizione{
		{
			Evento: EventoInserito, Chi: SoloSistema,
			Significato: "Il verbale entra nella piattaforma e attende che il comando lo accetti; una rilevazione o un preavviso attendono di diventare verbale.",
			Procedura:   passa(proceduraInesistente, DaValidare, Rilevato, Preavvisato),
			Debito:      passa(debitoInesistente, NonEsigibile),
			Ricorso:     passa(ricorsoInesistente, RicorsoNessuno),
			Punti:       passa(puntiInesistenti, PuntiNonDovuti, PuntiRicevuti),
			Riscossione: passa(riscossioneInesistente, RiscossioneNessuna),
		},
		{
			Evento: EventoRedatto, Chi: ChiDecide, Chiede: true,
			Significato: "La rilevazione, o il preavviso non pagato, diventa verbale (art. 200 CdS).",
			Procedura:   da[Procedura]{Rilevato, Preavvisato}.a(DaValidare),
		},
		{
			Evento: EventoContestato, Chi: SoloSistema,
			Significato: "Il verbale è stato consegnato al trasgressore sul posto: per lui è notificato, i termini decorrono (artt. 200 e 202 CdS).",
			Procedura:   resta(DaValidare),
			Debito:      passa(NonEsigibile, DebitoRidotto30, DebitoRidotto, NonEsigibile),
		},
		{
			Evento: EventoValidato, Chi: ChiDecide,
			Significato: "Il comando accetta il verbale, per mano di una persona o per la regola che si è dato; se ogni destinatario l'ha già in mano è notificato.",
			Procedura:   passa(DaValidare, Validato, Notificato),
		},
		{
			Evento: EventoScartato, Chi: ChiDecide,
			Significato: "Il verbale è tolto prima che un atto esista: nulla è mai stato chiesto a nessuno, ciò che fosse stato versato si rimborsa.",
			Procedura:   unione(nonAccettati(), senzaAtto()).a(Scartato),
			Debito:      da[Debito]{NonEsigibile, Sospeso, PagatoParziale, Pagato, Eccedenza, Rimborsato}.a(Sgravato, Eccedenza, Rimborsato),
		},
		{
			Evento: EventoAvvisiEmessi, Chi: SoloSistema, Chiede: true,
			Significato: "Gli avvisi di pagamento ricevono numero e importo (art. 202 CdS); possono prendere il posto di altri.",
			Procedura:   resta(inCorso()...),
			Debito:      resta(debitiAperti()...),
		},
		{
			Evento: EventoIntestatarioRichiesto, Chi: ChiDecide,
			Significato: "Si chiede all'archivio dei veicoli chi risponde della targa nel giorno della violazione (art. 196 CdS).",
			Procedura:   da[Procedura]{Validato, IntestatarioIncerto}.a(IntestatarioChiesto),
		},
		{
			Evento: EventoIntestatarioRichiesto, Chi: ChiDecide,
			Significato: "Si cerca di nuovo chi risponde della targa, mentre la notifica ad altri è in corso.",
			Procedura:   resta(ConAtto, InNotifica, NonNotificabile),
		},
		{
			Evento: EventoIntestatarioTrovato, Chi: ChiDecide,
			Significato: "L'archivio ha risposto, o una persona ha deciso: la posizione ha il suo obbligato in solido (art. 196 CdS).",
			Procedura:   da[Procedura]{IntestatarioChiesto, IntestatarioIncerto}.a(IntestatarioNoto),
		},
		{
			Evento: EventoIntestatarioTrovato, Chi: ChiDecide,
			Significato: "L'archivio ha risposto, o una persona ha deciso, mentre la notifica ad altri è in corso.",
			Procedura:   resta(ConAtto, InNotifica, NonNotificabile),
		},
		{
			Evento: EventoIntestatarioAnomalo, Chi: SoloSistema,
			Significato: "L'archivio non conosce la targa o dà una risposta inservibile: deve guardare una persona.",
			Procedura:   passa(IntestatarioChiesto, IntestatarioIncerto),
		},
		{
			Evento: EventoIntestatarioAnomalo, Chi: SoloSistema,
			Significato: "Lo stesso, mentre la notifica ad altri è in corso: l'anomalia aspetta una persona.",
			Procedura:   resta(ConAtto, InNotifica, NonNotificabile),
		},
		{
			Evento: EventoPosizioneAperta, Chi: ChiDecide,
			Significato: "Un'altra persona risponde del verbale: ha posizione, avvisi e termini suoi (artt. 126-bis e 196 CdS).",
			Procedura:   unione(nonAccettati(), senzaAtto(), conAtto()).a(),
		},
		{
			Evento: EventoPosizioneAperta, Chi: ChiDecide,
			Significato: "Un'altra persona risponde di un verbale già notificato: resta da notificare a lei.",
			Procedura:   passa(Notificato, InNotifica),
		},
		{
			Evento: EventoPosizioneAperta, Chi: ChiDecide,
			Significato: "Si sa chi guidava quando tutto è già pagato: la sua posizione serve ai soli punti (art. 126-bis c. 2 CdS).",
			Procedura:   resta(Definito),
		},
		{
			Evento: EventoPosizioneChiusa, Chi: ChiDecide,
			Significato: "Da questa persona non si chiede più nulla, perché non è chi risponde: i suoi avvisi cadono, il debito torna a seguire gli altri; se gli altri sono notificati lo è il verbale.",
			Procedura:   inCorso().a(inCorso()...),
			Debito:      da[Debito]{NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero}.a(NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero),
		},
		{
			Evento: EventoPosizioneChiusa, Chi: ChiDecide,
			Significato: "Da questa persona non si chiede più nulla; la somma, già ordinata, rateizzata, sospesa o versata, resta quella.",
			Procedura:   inCorso().a(inCorso()...),
			Debito:      resta(unione(debitiFermi(), []Debito{PagatoParziale, Pagato, Eccedenza})...),
		},
		{
			Evento: EventoPosizioneChiusa, Chi: ChiDecide,
			Significato: "A questa persona non c'è nulla da chiedere: tutto è già pagato.",
			Procedura:   resta(Definito),
			Debito:      resta(debitiChiusi()...),
		},
		{
			Evento: EventoAttoGenerato, Chi: SoloSistema, Chiede: true,
			Significato: "L'atto del destinatario è stampato e conservato.",
			Procedura:   da[Procedura]{Validato, IntestatarioNoto, ConAtto}.a(ConAtto),
		},
		{
			Evento: EventoAttoGenerato, Chi: SoloSistema, Chiede: true,
			Significato: "È stampato l'atto di un destinatario mentre di un altro si cerca ancora il nome, o la notifica è in corso.",
			Procedura:   resta(IntestatarioChiesto, IntestatarioIncerto, InNotifica, NonNotificabile),
		},
		{
			Evento: EventoSpeseAddebitate, Chi: ChiDecide, Chiede: true,
			Significato: "Le spese di accertamento e di notifica si aggiungono a quanto si chiede (art. 201 c. 4 CdS).",
			Procedura:   resta(inCorso()...),
		},
		{
			Evento: EventoNotificaAvviata, Chi: ChiDecide, Chiede: true,
			Significato: "L'atto parte verso il destinatario, per SEND, PEC, posta o messo.",
			Procedura:   unione(conAtto(), []Procedura{Notificato}).a(InNotifica),
		},
		{
			Evento: EventoNotificaAvviata, Chi: ChiDecide, Chiede: true,
			Significato: "L'atto parte verso un destinatario mentre di un altro si cerca ancora il nome.",
			Procedura:   resta(IntestatarioChiesto, IntestatarioIncerto, IntestatarioNoto),
		},
		{
			Evento: EventoNotificaNonRiuscita, Chi: ChiDecide,
			Significato: "Il tentativo è fallito: si può ritentare per altra via; se nessun destinatario è raggiungibile il verbale non è notificabile.",
			Procedura:   da[Procedura]{InNotifica, ConAtto, NonNotificabile}.a(InNotifica, NonNotificabile, Notificato),
		},
		{
			Evento: EventoNotificaNonRiuscita, Chi: ChiDecide,
			Significato: "Il tentativo è fallito a cose già fatte, o mentre di un altro si cerca il nome: se ne prende nota.",
			Procedura:   resta(altroveInNotifica()...),
		},
		{
			Evento: EventoNotificaPerfezionata, Chi: ChiDecide,
			Significato: "La notifica è perfezionata: il giorno legale è il giorno zero della posizione, il debito segue chi è stato notificato per primo; il verbale è notificato quando non restano posizioni aperte.",
			Procedura:   da[Procedura]{ConAtto, InNotifica, NonNotificabile}.a(InNotifica, Notificato),
			Debito:      debitiAlSeguito().a(debitiAlSeguito()...),
		},
		{
			Evento: EventoNotificaPerfezionata, Chi: ChiDecide,
			Significato: "La notifica è perfezionata quando la somma è già ordinata, rateizzata, sospesa, rimborsata o non più dovuta: il debito resta com'è.",
			Procedura:   da[Procedura]{ConAtto, InNotifica, NonNotificabile}.a(InNotifica, Notificato),
			Debito:      resta(debitiFermi()...),
		},
		{
			Evento: EventoNotificaPerfezionata, Chi: ChiDecide,
			Significato: "La notifica è perfezionata mentre di un altro si cerca il nome, o a cose già fatte: fissa la data e non riapre nulla.",
			Procedura:   resta(altroveInNotifica()...),
			Debito:      debitiAlSeguito().a(debitiAlSeguito()...),
		},
		{
			Evento: EventoNotificaPerfezionata, Chi: ChiDecide,
			Significato: "Come sopra, quando la somma è già ordinata, rateizzata, sospesa, rimborsata o non più dovuta.",
			Procedura:   resta(altroveInNotifica()...),
			Debito:      resta(debitiFermi()...),
		},
		{
			Evento: EventoNotificaRettificata, Chi: ChiDecide,
			Significato: "La prova dice un altro giorno: i termini si ricalcolano da lì, e con loro la somma.",
			Procedura:   resta(unione(inCorso(), procedureChiuse())...),
			Debito:      debitiAlSeguito().a(debitiAlSeguito()...),
		},
		{
			Evento: EventoNotificaRettificata, Chi: ChiDecide,
			Significato: "La prova dice un altro giorno quando la somma è già ordinata, rateizzata, sospesa, rimborsata o non più dovuta.",
			Procedura:   resta(unione(inCorso(), procedureChiuse())...),
			Debito:      resta(debitiFermi()...),
		},
		{
			Evento: EventoProvaContestata, Chi: ChiDecide,
			Significato: "La prova della notifica è messa in dubbio: maggiorazione e riscossione si fermano.",
			Procedura:   resta(unione(inCorso(), procedureChiuse())...),
		},
		{
			Evento: EventoProvaConfermata, Chi: ChiDecide,
			Significato: "La prova della notifica è agli atti e non è in dubbio.",
			Procedura:   resta(unione(inCorso(), procedureChiuse())...),
		},
	}
}

// transizioniDelDenaro: terms and payments.
func transizioniDelDenaro() []Transizione { //nolint:funlen // a table
	return []Transizione{
		{
			Evento: EventoScontoDecorso, Chi: SoloSistema,
			Significato: "I cinque giorni dello sconto del 30 per cento sono passati: si paga il minimo (art. 202 c. 1 CdS).",
			Debito:      passa(DebitoRidotto30, DebitoRidotto, DebitoRidotto30),
		},
		{
			Evento: EventoScontoDecorso, Chi: SoloSistema,
			Significato: "I cinque giorni sono passati per una posizione che il debito non segue, o che ha già altro prezzo.",
			Debito:      resta(NonEsigibile, DebitoRidotto, DebitoIntero, DebitoOrdinanza, DebitoRateizzato, PagatoParziale, Sospeso),
		},
		{
			Evento: EventoRidottoDecorso, Chi: SoloSistema, Aggrava: true,
			Significato: "I sessanta giorni sono passati senza pagamento né ricorso: il verbale è titolo esecutivo per la metà del massimo (art. 203 c. 3 CdS).",
			Debito:      passa(DebitoRidotto, DebitoIntero, DebitoRidotto),
		},
		{
			Evento: EventoRidottoDecorso, Chi: SoloSistema, Aggrava: true,
			Significato: "Come sopra, quando dei cinque giorni non si è preso atto.",
			Debito:      passa(DebitoRidotto30, DebitoIntero, DebitoRidotto30),
		},
		{
			Evento: EventoRidottoDecorso, Chi: SoloSistema, Aggrava: true,
			Significato: "I sessanta giorni sono passati per una posizione che il debito non segue, o dopo un pagamento parziale.",
			Debito:      resta(NonEsigibile, DebitoIntero, DebitoOrdinanza, DebitoRateizzato, PagatoParziale),
		},
		{
			Evento: EventoPagamento, Chi: ChiSuoCanale,
			Significato: "È arrivato un pagamento, anche prima della notifica: se basta al prezzo del suo giorno chiude il debito, altrimenti è un acconto (artt. 202 CdS e 389 Reg.).",
			Debito:      unione(debitiAperti()).a(PagatoParziale, Pagato, Eccedenza, Rimborsato, Sgravato, DebitoRateizzato, Sospeso, NonEsigibile),
		},
		{
			Evento: EventoPagamento, Chi: ChiSuoCanale,
			Significato: "È arrivato un pagamento quando nulla era più dovuto: è tutto eccedenza, se non era arrivato prima, e in tempo; una persona guarda.",
			Debito:      unione(debitiChiusi()).a(Eccedenza, Pagato, Sgravato, Rimborsato),
		},
		{
			Evento: EventoPagamentoStornato, Chi: ChiDecide,
			Significato: "Il pagamento non c'era o era di altro verbale: si toglie, e il debito torna a quello che sarebbe.",
			Debito:      unione(debitiAperti()).a(debitiAperti()...),
		},
		{
			Evento: EventoPagamentoStornato, Chi: ChiDecide, Riapre: true,
			Significato: "Si toglie il pagamento che aveva chiuso il debito riscosso: il verbale torna in corso, il credito tra quelli da riscuotere.",
			Procedura:   ancoraValidi().a(ancoraValidi()...),
			Debito:      unione(debitiChiusi()).a(unione(debitiAperti(), debitiChiusi())...),
			Riscossione: passa(Riscosso, Riscosso, Selezionato),
		},
		{
			Evento: EventoPagamentoStornato, Chi: ChiDecide, Riapre: true,
			Significato: "Si toglie il pagamento che aveva chiuso il debito: una persona dice perché, e il verbale definito torna in corso.",
			Procedura:   ancoraValidi().a(ancoraValidi()...),
			Debito:      unione(debitiChiusi()).a(unione(debitiAperti(), debitiChiusi())...),
		},
		{
			Evento: EventoPagamentoStornato, Chi: ChiDecide, Riapre: true,
			Significato: "Si toglie il pagamento di un verbale che nulla chiede più, o non ancora accettato.",
			Procedura:   resta(unione(nonAccettati(), chiuseSenzaPagare())...),
			Debito:      unione(debitiChiusi()).a(unione(debitiChiusi(), []Debito{NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero, PagatoParziale})...),
		},
		{
			Evento: EventoRimborso, Chi: ChiDecide,
			Significato: "Ciò che è stato versato in più è restituito.",
			Debito:      passa(Eccedenza, Rimborsato, Eccedenza),
		},
		{
			Evento: EventoSgravio, Chi: ChiDecide,
			Significato: "Il comando rinuncia a ciò che resta, per esempio a un residuo di pochi centesimi; o a ciò che una storia importata lascia aperto.",
			Procedura:   resta(unione(inCorso(), procedureChiuse())...),
			Debito:      da[Debito]{DebitoRidotto30, DebitoRidotto, DebitoIntero, DebitoOrdinanza, DebitoRateizzato, PagatoParziale}.a(Sgravato),
		},
		{
			Evento: EventoDebitoSospeso, Chi: ChiDecide,
			Significato: "Il debito è sospeso: nessuna maggiorazione e nessuna riscossione finché dura.",
			Procedura:   resta(inCorso()...),
			Debito:      da[Debito]{NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero, DebitoOrdinanza, DebitoRateizzato, PagatoParziale}.a(Sospeso),
		},
		{
			Evento: EventoDebitoRipreso, Chi: ChiDecide,
			Significato: "La sospensione è finita: il debito torna dov'era.",
			Debito:      passa(Sospeso, NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero, DebitoOrdinanza, DebitoRateizzato, PagatoParziale),
		},
		{
			Evento: EventoRateizzazioneConcessa, Chi: ChiDecide, Chiede: true,
			Significato: "La somma si paga a rate (art. 202-bis CdS).",
			Procedura:   resta(inCorso()...),
			Debito:      da[Debito]{DebitoRidotto30, DebitoRidotto, DebitoIntero, DebitoOrdinanza, PagatoParziale}.a(DebitoRateizzato),
			Ricorso:     resta(senzaRicorso()...),
		},
		{
			Evento: EventoRateizzazioneDecaduta, Chi: ChiDecide, Aggrava: true,
			Significato: "Le rate non sono state pagate: si chiede tutto ciò che resta (art. 202-bis c. 7 CdS); entro i sessanta giorni dalla notifica, ciò che è dovuto quel giorno.",
			Debito:      passa(DebitoRateizzato, DebitoIntero, DebitoOrdinanza, DebitoRidotto, PagatoParziale),
		},
	}
}

// transizioniDelRicorso: from the appeal to the decision that nobody can appeal any more.
func transizioniDelRicorso() []Transizione {
	return slices.Concat(
		ricorsoAperto(),
		decisioni(EventoRicorsoRespinto, RicorsoRespinto, "Il ricorso è respinto: è dovuta la somma dell'ordinanza-ingiunzione o della sentenza (artt. 204 e 204-bis CdS)."),
		decisioni(EventoRicorsoRideterminato, RicorsoRideterminato, "L'autorità fissa un'altra somma."),
		ricorsoDeciso(),
	)
}

func ricorsoAperto() []Transizione {
	return []Transizione{
		{
			Evento: EventoRicorsoPresentato, Chi: ChiDecide,
			Significato: "È presentato ricorso, al prefetto o al giudice di pace: maggiorazione e riscossione si fermano (artt. 203 e 204-bis CdS).",
			Procedura:   resta(ricorribili()...),
			Ricorso:     passa(RicorsoNessuno, RicorsoPresentato),
		},
		{
			Evento: EventoRicorsoPresentato, Chi: ChiDecide,
			Significato: "Ricorre anche un altro destinatario, mentre pende il ricorso di uno: ciascuno ha il suo.",
			Procedura:   resta(ricorribili()...),
			Ricorso:     resta(ricorsiPendenti()...),
		},
		{
			Evento: EventoRicorsoPresentato, Chi: ChiDecide, Riapre: true,
			Significato: "Ricorre un altro destinatario, dopo che il ricorso di uno è deciso.",
			Procedura:   resta(ricorribili()...),
			Ricorso:     da[Ricorso]{RicorsoRespinto, RicorsoRideterminato, RicorsoInammissibile, RicorsoDefinitivo}.a(RicorsoPresentato),
		},
		{
			Evento: EventoRicorsoTrasmesso, Chi: ChiDecide,
			Significato: "Gli atti e le deduzioni vanno al prefetto o al giudice (art. 203 c. 2 CdS).",
			Ricorso:     da[Ricorso]{RicorsoPresentato, RicorsoTrasmesso, RicorsoSospensiva}.a(RicorsoTrasmesso, RicorsoSospensiva),
		},
		{
			Evento: EventoSospensivaConcessa, Chi: ChiDecide,
			Significato: "L'autorità sospende l'efficacia del verbale o dell'ordinanza.",
			Ricorso:     da[Ricorso]{RicorsoPresentato, RicorsoTrasmesso, RicorsoImpugnato}.a(RicorsoSospensiva),
		},
		{
			Evento: EventoSospensivaRevocata, Chi: ChiDecide,
			Significato: "La sospensione cade, il ricorso continua.",
			Ricorso:     passa(RicorsoSospensiva, RicorsoTrasmesso, RicorsoPresentato, RicorsoImpugnato),
		},
		{
			Evento: EventoRicorsoAccolto, Chi: ChiDecide,
			Significato: "Il ricorso è accolto: il verbale è archiviato o annullato, nulla è dovuto, il versato si rimborsa.",
			Procedura:   unione(ricorribili()).a(Archiviato),
			Debito:      unione(debitiAperti(), debitiChiusi()).a(Sgravato, Eccedenza, Rimborsato),
			Ricorso:     ricorsiPendenti().a(RicorsoAccolto),
		},
		{
			Evento: EventoRicorsoAccolto, Chi: ChiDecide,
			Significato: "Il ricorso è accolto, o la decisione che lo accoglieva è confermata, quando il verbale è già caduto: il debito è chiuso da allora.",
			Procedura:   resta(chiuseSenzaPagare()...),
			Debito:      resta(debitiChiusi()...),
			Ricorso:     ricorsiPendenti().a(RicorsoAccolto),
		},
	}
}

// decisioni are the rows of a decision that leaves something to pay.
func decisioni(evento Tipo, esito Ricorso, significato string) []Transizione {
	dopo := unione([]Debito{DebitoOrdinanza}, debitiAperti(), []Debito{Pagato, Eccedenza})
	return []Transizione{
		{
			Evento: evento, Chi: ChiDecide,
			Significato: significato,
			Debito:      unione(debitiAperti()).a(dopo...),
			Ricorso:     ricorsiPendenti().a(esito),
		},
		{
			Evento: evento, Chi: ChiDecide,
			Significato: "Come sopra, per il ricorso di un destinatario mentre ne pende un altro: maggiorazione e riscossione restano ferme.",
			Debito:      unione(debitiAperti()).a(dopo...),
			Ricorso:     resta(ricorsiPendenti()...),
		},
		{
			Evento: evento, Chi: ChiDecide,
			Significato: "Come sopra, quando il debito è già chiuso: resta chiuso.",
			Debito:      unione(debitiChiusi()).a(debitiChiusi()...),
			Ricorso:     ricorsiPendenti().a(esito),
		},
		{
			Evento: evento, Chi: ChiDecide,
			Significato: "Come sopra, a debito chiuso e mentre pende il ricorso di un altro.",
			Debito:      unione(debitiChiusi()).a(debitiChiusi()...),
			Ricorso:     resta(ricorsiPendenti()...),
		},
		{
			Evento: evento, Chi: ChiDecide, Riapre: true,
			Significato: "Come sopra, riformando la decisione che aveva accolto il ricorso: il verbale archiviato torna a valere.",
			Procedura:   passa(Archiviato, Notificato, InNotifica),
			Debito:      da[Debito]{Sgravato, Eccedenza, Rimborsato}.a(dopo...),
			Ricorso:     passa(RicorsoImpugnato, esito),
		},
	}
}

// ricorsoDeciso: after the decision.
func ricorsoDeciso() []Transizione {
	return []Transizione{
		{
			Evento: EventoRicorsoInammissibile, Chi: ChiDecide,
			Significato: "Il ricorso non è esaminato: il verbale vale come se non fosse stato presentato.",
			Ricorso:     ricorsiPendenti().a(RicorsoInammissibile),
		},
		{
			Evento: EventoRicorsoInammissibile, Chi: ChiDecide,
			Significato: "Non è esaminato il ricorso di un destinatario mentre ne pende un altro.",
			Ricorso:     resta(ricorsiPendenti()...),
		},
		{
			Evento: EventoRicorsoImpugnato, Chi: ChiDecide, Riapre: true,
			Significato: "La decisione è impugnata: opposizione all'ordinanza o appello (art. 205 CdS, art. 6 d.lgs. 150/2011).",
			Ricorso:     unione(ricorsiDecisi(), []Ricorso{RicorsoDefinitivo}).a(RicorsoImpugnato),
		},
		{
			Evento: EventoRicorsoImpugnato, Chi: ChiDecide,
			Significato: "È impugnata l'ordinanza che il prefetto ha emesso senza alcun ricorso (art. 205 CdS, art. 6 d.lgs. 150/2011).",
			Ricorso:     passa(RicorsoNessuno, RicorsoImpugnato),
		},
		{
			Evento: EventoRicorsoImpugnato, Chi: ChiDecide, Riapre: true,
			Significato: "È impugnata la decisione sul ricorso di uno mentre pende quello di un altro.",
			Ricorso:     resta(ricorsiPendenti()...),
		},
		{
			Evento: EventoRicorsoDefinito, Chi: ChiDecide,
			Significato: "La decisione non si può più impugnare.",
			Ricorso:     ricorsiDecisi().a(RicorsoDefinitivo),
		},
		{
			Evento: EventoRicorsoDefinito, Chi: ChiDecide,
			Significato: "La decisione sul ricorso di uno non si può più impugnare, mentre pende, o è già definito, quello di un altro.",
			Ricorso:     unione(ricorsiPendenti(), []Ricorso{RicorsoDefinitivo}).a(),
		},
		{
			Evento: EventoOrdinanzaEmessa, Chi: ChiDecide, Chiede: true,
			Significato: "Senza ricorso, perché il pagamento in misura ridotta non è ammesso, il prefetto ordina una somma (art. 202 cc. 3 e 3-bis CdS).",
			Procedura:   resta(inCorso()...),
			Debito:      unione(debitiAperti()).a(unione([]Debito{DebitoOrdinanza}, debitiAperti(), []Debito{Pagato, Eccedenza})...),
			Ricorso:     resta(ordinabili()...),
		},
		{
			Evento: EventoOrdinanzaEmessa, Chi: ChiDecide,
			Significato: "Come sopra, quando il debito è già chiuso: resta chiuso, e una persona guarda.",
			Procedura:   resta(ancoraValidi()...),
			Debito:      resta(debitiChiusi()...),
			Ricorso:     resta(ordinabili()...),
		},
		{
			Evento: EventoOrdinanzaNotificata, Chi: ChiDecide,
			Significato: "L'ordinanza o la sentenza è notificata alla persona: da lì decorrono i trenta giorni (artt. 204 e 205 CdS).",
			Ricorso:     resta(ordinabili()...),
		},
	}
}

// transizioniDeiPunti: who drove, and the points of the licence.
func transizioniDeiPunti() []Transizione { //nolint:funlen // a table
	return []Transizione{
		{
			Evento: EventoConducenteRichiesto, Chi: ChiDecide,
			Significato: "Si chiede al proprietario chi guidava (art. 126-bis c. 2 CdS).",
			Procedura:   resta(ancoraValidi()...),
			Punti:       passa(PuntiNonDovuti, PuntiRichiesti),
		},
		{
			Evento: EventoConducenteRicevuto, Chi: ChiDecide,
			Significato: "Il proprietario ha detto chi guidava.",
			Punti:       da[Punti]{PuntiRichiesti, PuntiOmessi}.a(PuntiRicevuti),
		},
		{
			Evento: EventoConducenteRichiesto, Chi: ChiDecide,
			Significato: "Si chiede di nuovo chi guidava: di chi era stato indicato la posizione è chiusa, perché non era lui.",
			Procedura:   resta(ancoraValidi()...),
			Punti:       da[Punti]{PuntiRicevuti, PuntiDaComunicare}.a(PuntiRichiesti),
		},
		{
			Evento: EventoConducenteRicevuto, Chi: ChiDecide,
			Significato: "Il proprietario dice che guidava un altro: di chi era stato indicato la posizione è chiusa.",
			Punti:       resta(PuntiRicevuti),
		},
		{
			Evento: EventoPosizioneChiusa, Chi: ChiDecide,
			Significato: "Chi era stato indicato non guidava: da lui non si chiede più nulla, e si chiede di nuovo chi guidava.",
			Procedura:   inCorso().a(inCorso()...),
			Debito:      da[Debito]{NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero}.a(NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero),
			Punti:       da[Punti]{PuntiRicevuti, PuntiDaComunicare}.a(PuntiRichiesti),
		},
		{
			Evento: EventoPosizioneChiusa, Chi: ChiDecide,
			Significato: "Come sopra, quando la somma è già ordinata, rateizzata, sospesa o versata in parte: resta quella.",
			Procedura:   inCorso().a(inCorso()...),
			Debito:      resta(DebitoOrdinanza, DebitoRateizzato, Sospeso, PagatoParziale),
			Punti:       da[Punti]{PuntiRicevuti, PuntiDaComunicare}.a(PuntiRichiesti),
		},
		{
			Evento: EventoNotificaPerfezionata, Chi: ChiDecide,
			Significato: "Tutto è pagato prima che l'atto sia stampato: al proprietario è notificata la sola richiesta di dire chi guidava, da lì i sessanta giorni.",
			Procedura:   resta(Validato),
			Debito:      resta(debitiChiusi()...),
			Punti:       resta(PuntiNonDovuti, PuntiRichiesti),
		},
		{
			Evento: EventoConducenteOmesso, Chi: ChiDecide,
			Significato: "Sessanta giorni senza risposta, e nessun ricorso che pende: nasce la violazione dell'art. 126-bis c. 2 CdS.",
			Procedura:   resta(ancoraValidi()...),
			Ricorso:     resta(senzaRicorso()...),
			Punti:       passa(PuntiRichiesti, PuntiOmessi),
		},
		{
			Evento: EventoPuntiDaComunicare, Chi: ChiDecide,
			Significato: "La violazione è definita, da un pagamento, da una decisione o dai termini: i punti vanno comunicati all'anagrafe degli abilitati alla guida.",
			Procedura:   resta(ancoraValidi()...),
			Ricorso:     resta(senzaRicorso()...),
			Punti:       passa(PuntiRicevuti, PuntiDaComunicare),
		},
		{
			Evento: EventoPuntiComunicati, Chi: ChiDecide,
			Significato: "L'anagrafe ha ricevuto la decurtazione.",
			Punti:       passa(PuntiDaComunicare, PuntiComunicati),
		},
		{
			Evento: EventoPuntiScartati, Chi: ChiDecide,
			Significato: "I punti non si tolgono: l'anagrafe li ha rifiutati o il verbale è caduto.",
			Punti:       da[Punti]{PuntiRichiesti, PuntiRicevuti, PuntiOmessi, PuntiDaComunicare}.a(PuntiScartati),
		},
		{
			Evento: EventoPuntiScartati, Chi: ChiDecide, Riapre: true,
			Significato: "Il verbale è caduto dopo la comunicazione: l'anagrafe restituisce i punti.",
			Procedura:   resta(chiuseSenzaPagare()...),
			Punti:       passa(PuntiComunicati, PuntiScartati),
		},
	}
}

// transizioniDelSeguito: enforcement, end, and what may be noted at any time.
func transizioniDelSeguito() []Transizione { //nolint:funlen // a table
	return []Transizione{
		{
			Evento: EventoSollecitoInviato, Chi: ChiDecide, Chiede: true, Aggrava: true,
			Significato: "Si ricorda a chi deve che deve, prima di procedere.",
			Debito:      resta(esigibili()...),
			Riscossione: da[Riscossione]{RiscossioneNessuna, Sollecitato}.a(Sollecitato),
		},
		{
			Evento: EventoCreditoSelezionato, Chi: ChiDecide, Chiede: true, Aggrava: true,
			Significato: "Il credito entra nella lista di quelli da riscuotere.",
			Debito:      resta(esigibili()...),
			Riscossione: da[Riscossione]{RiscossioneNessuna, Sollecitato}.a(Selezionato),
		},
		{
			Evento: EventoIscrittoARuolo, Chi: ChiDecide, Chiede: true, Aggrava: true,
			Significato: "Il credito è iscritto a ruolo (art. 206 CdS, art. 27 l. 689/1981).",
			Debito:      resta(esigibili()...),
			Riscossione: passa(Selezionato, InRuolo),
		},
		{
			Evento: EventoIngiunzioneEmessa, Chi: ChiDecide, Chiede: true, Aggrava: true,
			Significato: "Il credito è chiesto con ingiunzione fiscale (r.d. 639/1910).",
			Debito:      resta(esigibili()...),
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
			Debito:      resta(esigibili()...),
			Riscossione: passa(RiscossioneBloccata, Sollecitato, Selezionato, InRuolo, Ingiunto),
		},
		{
			Evento: EventoAnnullato, Chi: ChiDecide,
			Significato: "Il comando annulla il verbale in autotutela, anche contestato e non ancora accettato: nulla è dovuto, il versato si rimborsa.",
			Procedura:   unione(ricorribili()).a(AnnullatoAutotutela),
			Debito:      unione(debitiAperti(), debitiChiusi()).a(Sgravato, Eccedenza, Rimborsato),
		},
		{
			Evento: EventoArchiviato, Chi: ChiDecide,
			Significato: "Il prefetto archivia su proposta del comando (art. 386 Reg.).",
			Procedura:   ancoraValidi().a(Archiviato),
			Debito:      unione(debitiAperti(), debitiChiusi()).a(Sgravato, Eccedenza, Rimborsato),
		},
		{
			Evento: EventoEstintoTermini, Chi: ChiDecide,
			Significato: "La notifica non è avvenuta nei termini: l'obbligo è estinto (art. 201 c. 5 CdS); o il credito è prescritto (art. 209 CdS).",
			Procedura:   inCorso().a(EstintoTermini),
			Debito:      unione(debitiAperti()).a(Sgravato, Eccedenza),
		},
		{
			Evento: EventoEstintoDecesso, Chi: ChiDecide,
			Significato: "Chi rispondeva è morto: l'obbligo non passa agli eredi (art. 7 l. 689/1981).",
			Procedura:   inCorso().a(EstintoDecesso),
			Debito:      unione(debitiAperti()).a(Sgravato, Eccedenza),
		},
		{
			Evento: EventoDefinito, Chi: ChiDecide,
			Significato: "Il debito è chiuso e non resta altro da fare; un preavviso pagato non diventa verbale.",
			Procedura:   unione([]Procedura{Preavvisato}, inCorso()).a(Definito),
			Debito:      resta(debitiChiusi()...),
			Ricorso:     resta(RicorsoNessuno, RicorsoRespinto, RicorsoRideterminato, RicorsoInammissibile, RicorsoDefinitivo),
			Punti:       resta(PuntiNonDovuti, PuntiComunicati, PuntiScartati),
		},
		{
			Evento: EventoAnomaliaAperta, Chi: ChiOpera,
			Significato: "Qualcosa non torna: una persona deve guardare.",
			Procedura:   resta(esistenti()...),
		},
		{
			Evento: EventoAnomaliaRisolta, Chi: ChiDecide,
			Significato: "Una persona ha guardato e dice come si è risolto.",
			Procedura:   resta(esistenti()...),
		},
		{
			Evento: EventoAnomaliaRisolta, Chi: ChiDecide, Riapre: true,
			Significato: "Una persona ha guardato e riapre ciò che era chiuso: il verbale definito o estinto torna in corso, il debito torna dovuto.",
			Procedura:   unione(inCorso(), []Procedura{Definito, EstintoTermini}).a(inCorso()...),
			Debito:      unione(debitiChiusi()).a(unione(debitiAperti(), debitiChiusi())...),
		},
		{
			Evento: EventoDocumentoAllegato, Chi: SoloSistema,
			Significato: "Un documento entra nel fascicolo.",
			Procedura:   resta(esistenti()...),
		},
		{
			Evento: EventoNotaAggiunta, Chi: ChiOpera,
			Significato: "Una persona annota qualcosa.",
			Procedura:   resta(esistenti()...),
		},
	}
}
