package verbale

import (
	"cmp"
	"slices"
	"sync"
)

// TipoEvento names a kind of event of the fine.
type TipoEvento string

// The events. Their names are for ever; when each may happen is in elaborazione's table of transitions.
const (
	EventoInserito              TipoEvento = "VERBALE_INSERITO"
	EventoRedatto               TipoEvento = "VERBALE_REDATTO"
	EventoContestato            TipoEvento = "VERBALE_CONTESTATO"
	EventoValidato              TipoEvento = "VERBALE_VALIDATO"
	EventoScartato              TipoEvento = "VERBALE_SCARTATO"
	EventoAnnullato             TipoEvento = "VERBALE_ANNULLATO"
	EventoArchiviato            TipoEvento = "VERBALE_ARCHIVIATO"
	EventoEstintoTermini        TipoEvento = "VERBALE_ESTINTO_TERMINI"
	EventoEstintoDecesso        TipoEvento = "VERBALE_ESTINTO_DECESSO"
	EventoDefinito              TipoEvento = "VERBALE_DEFINITO"
	EventoAvvisiEmessi          TipoEvento = "AVVISI_EMESSI"
	EventoIntestatarioRichiesto TipoEvento = "INTESTATARIO_RICHIESTO"
	EventoIntestatarioTrovato   TipoEvento = "INTESTATARIO_TROVATO"
	EventoIntestatarioAnomalo   TipoEvento = "INTESTATARIO_ANOMALO"
	EventoPosizioneAperta       TipoEvento = "POSIZIONE_APERTA"
	EventoPosizioneChiusa       TipoEvento = "POSIZIONE_CHIUSA"
	EventoAttoGenerato          TipoEvento = "ATTO_GENERATO"
	EventoSpeseAddebitate       TipoEvento = "SPESE_ADDEBITATE"
	EventoViolazioneScelta      TipoEvento = "VIOLAZIONE_SCELTA"

	EventoDispositivoIndicato        TipoEvento = "DISPOSITIVO_INDICATO"
	EventoViolazioneRettificata      TipoEvento = "VIOLAZIONE_RETTIFICATA"
	EventoAssicurazioneRegolarizzata TipoEvento = "ASSICURAZIONE_REGOLARIZZATA"

	EventoNotificaAvviata      TipoEvento = "NOTIFICA_AVVIATA"
	EventoNotificaNonRiuscita  TipoEvento = "NOTIFICA_NON_RIUSCITA"
	EventoNotificaPerfezionata TipoEvento = "NOTIFICA_PERFEZIONATA"
	EventoNotificaRettificata  TipoEvento = "DATA_NOTIFICA_RETTIFICATA"
	EventoProvaContestata      TipoEvento = "PROVA_NOTIFICA_CONTESTATA"
	EventoProvaConfermata      TipoEvento = "PROVA_NOTIFICA_CONFERMATA"
	EventoRecapitoIndicato     TipoEvento = "RECAPITO_INDICATO"
	EventoViaScelta            TipoEvento = "VIA_SCELTA"
	EventoVisuraChiesta        TipoEvento = "VISURA_CHIESTA"
	EventoVisuraRisposta       TipoEvento = "VISURA_RISPOSTA"
	EventoVisuraApplicata      TipoEvento = "VISURA_APPLICATA"
	EventoVisuraScartata       TipoEvento = "VISURA_SCARTATA"

	EventoScontoDecorso         TipoEvento = "TERMINE_SCONTO_DECORSO"
	EventoRidottoDecorso        TipoEvento = "TERMINE_RIDOTTO_DECORSO"
	EventoPagamento             TipoEvento = "PAGAMENTO_REGISTRATO"
	EventoPagamentoStornato     TipoEvento = "PAGAMENTO_STORNATO"
	EventoRimborso              TipoEvento = "RIMBORSO_DISPOSTO"
	EventoSgravio               TipoEvento = "SGRAVIO_DISPOSTO"
	EventoDebitoSospeso         TipoEvento = "DEBITO_SOSPESO"
	EventoDebitoRipreso         TipoEvento = "DEBITO_RIPRESO"
	EventoRateizzazioneConcessa TipoEvento = "RATEIZZAZIONE_CONCESSA"
	EventoRateizzazioneDecaduta TipoEvento = "RATEIZZAZIONE_DECADUTA"
	EventoRicorsoPresentato     TipoEvento = "RICORSO_PRESENTATO"
	EventoRicorsoTrasmesso      TipoEvento = "RICORSO_TRASMESSO"
	EventoSospensivaConcessa    TipoEvento = "SOSPENSIVA_CONCESSA"
	EventoSospensivaRevocata    TipoEvento = "SOSPENSIVA_REVOCATA"
	EventoRicorsoAccolto        TipoEvento = "RICORSO_ACCOLTO"
	EventoRicorsoRespinto       TipoEvento = "RICORSO_RESPINTO"
	EventoRicorsoRideterminato  TipoEvento = "RICORSO_RIDETERMINATO"
	EventoRicorsoInammissibile  TipoEvento = "RICORSO_INAMMISSIBILE"
	EventoRicorsoImpugnato      TipoEvento = "RICORSO_IMPUGNATO"
	EventoRicorsoDefinito       TipoEvento = "RICORSO_DEFINITO"
	EventoOrdinanzaEmessa       TipoEvento = "ORDINANZA_EMESSA"
	EventoOrdinanzaNotificata   TipoEvento = "ORDINANZA_NOTIFICATA"
	EventoConducenteRichiesto   TipoEvento = "DATI_CONDUCENTE_RICHIESTI"
	EventoConducenteRicevuto    TipoEvento = "DATI_CONDUCENTE_RICEVUTI"
	EventoConducenteOmesso      TipoEvento = "DATI_CONDUCENTE_OMESSI"
	EventoPuntiDaComunicare     TipoEvento = "PUNTI_DA_COMUNICARE"
	EventoPuntiComunicati       TipoEvento = "PUNTI_COMUNICATI"
	EventoPuntiScartati         TipoEvento = "PUNTI_SCARTATI"
	EventoSollecitoInviato      TipoEvento = "SOLLECITO_INVIATO"
	EventoCreditoSelezionato    TipoEvento = "CREDITO_SELEZIONATO"
	EventoIscrittoARuolo        TipoEvento = "ISCRITTO_A_RUOLO"
	EventoIngiunzioneEmessa     TipoEvento = "INGIUNZIONE_EMESSA"
	EventoCreditoRiscosso       TipoEvento = "CREDITO_RISCOSSO"
	EventoCreditoInesigibile    TipoEvento = "CREDITO_INESIGIBILE"
	EventoCreditoDiscaricato    TipoEvento = "CREDITO_DISCARICATO"
	EventoRiscossioneBloccata   TipoEvento = "RISCOSSIONE_BLOCCATA"
	EventoRiscossioneSbloccata  TipoEvento = "RISCOSSIONE_SBLOCCATA"
	EventoAnomaliaAperta        TipoEvento = "ANOMALIA_APERTA"
	EventoAnomaliaRisolta       TipoEvento = "ANOMALIA_RISOLTA"
	EventoDocumentoAllegato     TipoEvento = "DOCUMENTO_ALLEGATO"
	EventoNotaAggiunta          TipoEvento = "NOTA_AGGIUNTA"
)

// eventi tells each event: ufficio is the sentence of the office's history, cittadino that of the citizen's.
//
//nolint:gochecknoglobals // made once: it never changes
var eventi = sync.OnceValue(func() []voce[TipoEvento] {
	return slices.Concat(eventiDelVerbale(), eventiDelDenaro(), eventiDelRicorso(), eventiDelSeguito())
})

func eventiDelVerbale() []voce[TipoEvento] {
	return []voce[TipoEvento]{
		{EventoInserito, "Il verbale è stato registrato", "Il comando ha registrato la violazione."},
		{EventoRedatto, "Dalla rilevazione o dal preavviso è stato redatto il verbale", "Il comando ha redatto il verbale."},
		{EventoContestato, "La violazione è stata contestata al trasgressore", "Il verbale è stato consegnato sul posto a chi guidava: da questo giorno si contano i termini."},
		{EventoValidato, "Il verbale è stato convalidato", "Il comando ha controllato il verbale."},
		{EventoViolazioneScelta, "È stata scelta la riga della violazione fra quelle possibili", "Il comando ha precisato la violazione."},
		{EventoDispositivoIndicato, "Sono stati indicati i dati del dispositivo che ha accertato la violazione", nonSiDice},
		{EventoViolazioneRettificata, "La violazione è stata rettificata in autotutela: si chiede di meno",
			"Il comando ha corretto la violazione a tuo favore: vale la somma scritta qui, non quella dell'atto che hai ricevuto. Se hai pagato di più, la differenza ti è dovuta."},
		{EventoAssicurazioneRegolarizzata, "L'assicurazione è stata regolarizzata nei termini: la sanzione è dimezzata",
			"L'assicurazione è stata regolarizzata: la sanzione è dimezzata. Vale la somma scritta qui; se hai pagato di più, la differenza ti è dovuta."},
		{EventoScartato, "Il verbale è stato scartato", "Il comando ha scartato il verbale."},
		{EventoAnnullato, "Il verbale è stato annullato in autotutela", "Il comando ha annullato il verbale."},
		{EventoArchiviato, "Il verbale è stato archiviato", "Il verbale è stato archiviato."},
		{EventoEstintoTermini, "L'obbligo si è estinto per decorso dei termini", "L'obbligo di pagare si è estinto."},
		{EventoEstintoDecesso, "L'obbligo si è estinto per decesso", "L'obbligo di pagare si è estinto."},
		{EventoDefinito, "Il verbale è definito", "La pratica è conclusa."},
		{EventoAvvisiEmessi, "Sono stati emessi gli avvisi di pagamento", "Sono stati preparati gli avvisi per pagare."},
		{EventoIntestatarioRichiesto, "È stato chiesto l'intestatario del veicolo", nonSiDice},
		{EventoIntestatarioTrovato, "L'intestatario del veicolo è stato identificato", "Il registro dei veicoli ha indicato l'intestatario."},
		{EventoIntestatarioAnomalo, "L'archivio dei veicoli non ha dato un intestatario utilizzabile", nonSiDice},
		{EventoPosizioneAperta, "Un'altra persona risponde del verbale", "Il verbale riguarda anche un'altra persona."},
		{EventoPosizioneChiusa, "A una persona non si chiede più nulla", "A una delle persone non si chiede più nulla."},
		{EventoAttoGenerato, "L'atto è stato formato e conservato", "L'atto da notificare è stato preparato."},
		{EventoSpeseAddebitate, "Sono state addebitate le spese di accertamento e di notifica", "Alla somma si sono aggiunte le spese di accertamento e di notifica."},
		{EventoNotificaAvviata, "L'atto è partito verso il destinatario", "L'atto è stato spedito."},
		{EventoNotificaNonRiuscita, "Un tentativo di notifica non è riuscito", "Un tentativo di consegna non è riuscito."},
		{EventoRecapitoIndicato, "È stato indicato un altro indirizzo del destinatario: l'atto si stampa di nuovo", "Il comando ha un altro indirizzo a cui notificare il verbale."},
		{EventoViaScelta, "È stato scelto per quale via notificare", nonSiDice},
		{EventoVisuraChiesta, "Si è chiesto ai registri dello Stato dove si trova il destinatario", nonSiDice},
		{EventoVisuraRisposta, "I registri dello Stato hanno risposto sul destinatario", nonSiDice},
		{EventoVisuraApplicata, "La risposta dei registri dello Stato sul destinatario è stata applicata", nonSiDice},
		{EventoVisuraScartata, "La risposta dei registri dello Stato sul destinatario è stata scartata, o si procede senza", nonSiDice},
		{EventoNotificaPerfezionata, "La notifica si è perfezionata", "Il verbale risulta notificato: da questo giorno si contano i termini."},
		{EventoNotificaRettificata, "La data di notificazione è stata rettificata", "La data della notifica è stata corretta: i termini si contano da quella nuova."},
		{EventoProvaContestata, "La prova della notifica è stata messa in dubbio", "La prova della notifica è stata messa in dubbio: finché non è chiarita la somma non aumenta."},
		{EventoProvaConfermata, "La prova della notifica è stata confermata", "La prova della notifica è stata confermata."},
	}
}

func eventiDelDenaro() []voce[TipoEvento] {
	return []voce[TipoEvento]{
		{EventoScontoDecorso, "È passato il termine per pagare con lo sconto", "È passato il termine per pagare con lo sconto."},
		{EventoRidottoDecorso, "È passato il termine per pagare in misura ridotta", "È passato il termine per pagare in misura ridotta."},
		{EventoPagamento, "È stato registrato un pagamento", "È arrivato un pagamento."},
		{EventoPagamentoStornato, "Un pagamento è stato stornato", "Un pagamento è stato annullato."},
		{EventoRimborso, "È stato disposto un rimborso", "È stato disposto un rimborso."},
		{EventoSgravio, "Il comando ha rinunciato a quanto restava", "Il comando ha rinunciato a quanto restava da pagare."},
		{EventoDebitoSospeso, "Il debito è stato sospeso", "L'obbligo di pagare è stato sospeso."},
		{EventoDebitoRipreso, "La sospensione del debito è finita", "La sospensione è finita."},
		{EventoRateizzazioneConcessa, "È stato concesso il pagamento a rate", "È stato concesso di pagare a rate."},
		{EventoRateizzazioneDecaduta, "Il pagamento a rate è decaduto", "Il pagamento a rate non è più ammesso."},
	}
}

func eventiDelRicorso() []voce[TipoEvento] {
	return []voce[TipoEvento]{
		{EventoRicorsoPresentato, "È stato presentato ricorso", "È stato presentato un ricorso."},
		{EventoRicorsoTrasmesso, "Il ricorso è stato trasmesso all'autorità che decide", "Il ricorso è passato all'autorità che decide."},
		{EventoSospensivaConcessa, "L'autorità ha sospeso il verbale o l'ordinanza", "L'autorità ha sospeso l'obbligo di pagare."},
		{EventoSospensivaRevocata, "La sospensione è caduta", "La sospensione decisa dall'autorità è finita."},
		{EventoRicorsoAccolto, "Il ricorso è stato accolto", "Il ricorso è stato accolto."},
		{EventoRicorsoRespinto, "Il ricorso è stato respinto", "Il ricorso è stato respinto."},
		{EventoRicorsoRideterminato, "L'autorità ha fissato un'altra somma", "L'autorità ha fissato un'altra somma."},
		{EventoRicorsoInammissibile, "Il ricorso è stato dichiarato inammissibile", "Il ricorso non è stato ammesso."},
		{EventoRicorsoImpugnato, "La decisione è stata impugnata", "La decisione sul ricorso è stata impugnata."},
		{EventoRicorsoDefinito, "La decisione è definitiva", "La decisione sul ricorso è definitiva."},
		{EventoOrdinanzaEmessa, "Il prefetto ha ordinato una somma, senza ricorso", nonSiDice},
		{EventoOrdinanzaNotificata, "L'ordinanza o la sentenza è stata notificata", "L'ordinanza o la sentenza è stata notificata."},
	}
}

func eventiDelSeguito() []voce[TipoEvento] {
	return []voce[TipoEvento]{
		{EventoConducenteRichiesto, "È stato chiesto chi guidava", "È stato chiesto di comunicare chi guidava."},
		{EventoConducenteRicevuto, "È stato comunicato chi guidava", "È stato comunicato chi guidava."},
		{EventoConducenteOmesso, "Non è stato comunicato chi guidava", "Non è stato comunicato chi guidava."},
		{EventoPuntiDaComunicare, "I punti sono da comunicare all'anagrafe", nonSiDice},
		{EventoPuntiComunicati, "I punti sono stati comunicati all'anagrafe", "I punti da togliere sono stati comunicati all'anagrafe degli abilitati alla guida."},
		{EventoPuntiScartati, "I punti non sono stati decurtati", "I punti non sono stati tolti."},
		{EventoSollecitoInviato, "È stato inviato un sollecito", "È stato inviato un sollecito."},
		{EventoCreditoSelezionato, "Il credito è tra quelli da riscuotere", nonSiDice},
		{EventoIscrittoARuolo, "Il credito è stato iscritto a ruolo", "La somma è passata all'agente della riscossione."},
		{EventoIngiunzioneEmessa, "È stata emessa l'ingiunzione", "È stata emessa l'ingiunzione di pagamento."},
		{EventoCreditoRiscosso, "Il credito è stato riscosso", "La somma è stata riscossa."},
		{EventoCreditoInesigibile, "Il credito è stato dichiarato inesigibile", nonSiDice},
		{EventoCreditoDiscaricato, "Il credito è stato discaricato", "La riscossione è stata abbandonata."},
		{EventoRiscossioneBloccata, "La riscossione è stata bloccata", "La riscossione è stata fermata."},
		{EventoRiscossioneSbloccata, "La riscossione è stata sbloccata", "La riscossione è ripresa."},
		{EventoAnomaliaAperta, "È stata segnalata un'anomalia", nonSiDice},
		{EventoAnomaliaRisolta, "Un'anomalia è stata risolta", nonSiDice},
		{EventoDocumentoAllegato, "Un documento è entrato nel fascicolo", nonSiDice},
		{EventoNotaAggiunta, "È stata aggiunta una nota", nonSiDice},
	}
}

// azioni names what a person does who records an event: the words of its button. An event that only the platform
// records has none.
func azioni() map[TipoEvento]string {
	return map[TipoEvento]string{
		EventoRedatto: "Redigi il verbale", EventoValidato: "Valida il verbale", EventoScartato: "Scarta il verbale",
		EventoViolazioneScelta: "Scegli la riga della violazione", EventoViolazioneRettificata: "Rettifica in autotutela la violazione",
		EventoDispositivoIndicato:        "Indica i dati del dispositivo",
		EventoAssicurazioneRegolarizzata: "Registra che l'assicurazione è stata regolarizzata",
		EventoAnnullato:                  "Annulla in autotutela", EventoArchiviato: "Registra l'archiviazione del prefetto",
		EventoEstintoTermini: "Estingui per decorso dei termini", EventoEstintoDecesso: "Chiudi per decesso", EventoDefinito: "Definisci il verbale",
		EventoIntestatarioRichiesto: "Chiedi di nuovo l'intestatario", EventoIntestatarioTrovato: "Indica chi risponde",
		EventoPosizioneAperta: "Aggiungi un'altra persona", EventoPosizioneChiusa: "Non chiedere più nulla a un destinatario",
		EventoSpeseAddebitate: "Addebita le spese", EventoNotificaAvviata: "Registra che l'atto è partito",
		EventoNotificaNonRiuscita: "Registra che la notifica non è riuscita", EventoRecapitoIndicato: "Indica un altro indirizzo del destinatario",
		EventoViaScelta:     "Scegli per quale via notificare",
		EventoVisuraChiesta: "Chiedi la residenza del destinatario", EventoVisuraApplicata: "Applica la risposta dei registri",
		EventoVisuraScartata:       "Scarta la risposta dei registri",
		EventoNotificaPerfezionata: "Registra che la notifica è avvenuta", EventoNotificaRettificata: "Rettifica la data della notifica",
		EventoProvaContestata: "Metti in dubbio la prova della notifica", EventoProvaConfermata: "Conferma la prova della notifica",
		EventoPagamentoStornato: "Storna un pagamento", EventoRimborso: "Disponi un rimborso", EventoSgravio: "Rinuncia a quanto resta",
		EventoDebitoSospeso: "Sospendi il debito", EventoDebitoRipreso: "Fai finire la sospensione", EventoRateizzazioneConcessa: "Concedi il pagamento a rate",
		EventoRateizzazioneDecaduta: "Registra la decadenza dalle rate", EventoRicorsoPresentato: "Registra un ricorso",
		EventoRicorsoTrasmesso: "Registra la trasmissione del ricorso", EventoSospensivaConcessa: "Registra la sospensiva",
		EventoSospensivaRevocata: "Registra la fine della sospensiva", EventoRicorsoAccolto: "Registra l'accoglimento del ricorso",
		EventoRicorsoRespinto: "Registra il rigetto del ricorso", EventoRicorsoRideterminato: "Registra la somma rideterminata",
		EventoRicorsoInammissibile: "Registra l'inammissibilità del ricorso", EventoRicorsoImpugnato: "Registra l'impugnazione della decisione",
		EventoRicorsoDefinito: "Registra che la decisione è definitiva", EventoOrdinanzaEmessa: "Registra l'ordinanza del prefetto",
		EventoOrdinanzaNotificata: "Registra la notifica della decisione", EventoConducenteRichiesto: "Chiedi chi guidava",
		EventoConducenteRicevuto: "Registra chi guidava", EventoConducenteOmesso: "Registra che non è stato detto chi guidava",
		EventoPuntiDaComunicare: "Metti i punti tra quelli da comunicare", EventoPuntiComunicati: "Registra la comunicazione dei punti",
		EventoPuntiScartati: "Registra che i punti non si decurtano", EventoSollecitoInviato: "Registra un sollecito",
		EventoCreditoSelezionato: "Metti il credito tra quelli da riscuotere", EventoIscrittoARuolo: "Registra l'iscrizione a ruolo",
		EventoIngiunzioneEmessa: "Registra l'ingiunzione", EventoCreditoRiscosso: "Registra la riscossione",
		EventoCreditoInesigibile: "Registra che il credito è inesigibile", EventoCreditoDiscaricato: "Registra il discarico",
		EventoRiscossioneBloccata: "Blocca la riscossione", EventoRiscossioneSbloccata: "Sblocca la riscossione",
		EventoAnomaliaAperta: "Segnala un'anomalia", EventoAnomaliaRisolta: "Risolvi un'anomalia", EventoNotaAggiunta: "Aggiungi la nota",
	}
}

// Azione names what a person does who records the event; what it is called in the history is told by Parola.
func (t TipoEvento) Azione() string { return cmp.Or(azioni()[t], t.Parola()) }

// EventiDiRettifica are those by which the command asks for less than the act says.
func EventiDiRettifica() []TipoEvento {
	return []TipoEvento{EventoViolazioneRettificata, EventoAssicurazioneRegolarizzata}
}

// TipiEvento lists the kinds of event, by chapter.
func TipiEvento() []TipoEvento { return valori(eventi()) }

// Parola tells the event in the office's history.
func (t TipoEvento) Parola() string { return cerca(eventi(), t).ufficio }

// InFrase names the event inside a sentence: what happened is told by Parola.
func (t TipoEvento) InFrase() string { return "«" + inFrase(Leggibile(string(t))) + "»" }

// Cittadino tells the event in the history that a citizen reads; empty for an event not shown to this reader.
// dellaPersona: the reader is a person of the fine, not only the holder of a paper. somma is the money that the
// event moved, as people write it; empty where it moved none.
func (t TipoEvento) Cittadino(dellaPersona bool, somma string) string {
	switch testo := cerca(eventi(), t).cittadino; {
	case testo == "":
		return "Il verbale è stato aggiornato." // an event of a newer service: something happened, and the line says so
	case testo == nonSiDice, t.soloDellaPersona() && !dellaPersona:
		return ""
	case somma != "":
		return cmp.Or(t.conSomma(somma), testo)
	default:
		return testo
	}
}

// soloDellaPersona reports an event that only a person of the fine is told: of one's own address, licence, driver and
// fellow debtors.
func (t TipoEvento) soloDellaPersona() bool {
	return slices.Contains([]TipoEvento{EventoPosizioneAperta, EventoPosizioneChiusa, EventoRecapitoIndicato, EventoConducenteRichiesto,
		EventoConducenteRicevuto, EventoConducenteOmesso, EventoPuntiComunicati, EventoPuntiScartati}, t)
}

func (t TipoEvento) conSomma(somma string) string {
	switch t {
	case EventoPagamento:
		return "È arrivato un pagamento di " + somma + "."
	case EventoRimborso:
		return "È stato disposto un rimborso di " + somma + "."
	case EventoSgravio:
		return "Il comando ha rinunciato a " + somma + "."
	default:
		return ""
	}
}
