package verbale

import "github.com/piattaforma-verbali/verbali/shared/legge/debito"

// ParolaProcedura says where the procedure is.
func ParolaProcedura(codice string) string {
	return parola(map[string]string{
		"PREAVVISATO": "Preavviso lasciato sul veicolo", "DA_VALIDARE": "Da validare", "INTESTATARIO_RICHIESTO": "Intestatario richiesto",
		"INTESTATARIO_TROVATO": "Intestatario trovato", "INTESTATARIO_ANOMALO": "Intestatario da verificare",
		"ATTO_GENERATO": "Atto formato", "IN_NOTIFICA": "In corso di notifica", "NON_NOTIFICABILE": "Non notificabile",
		"ANNULLATO_AUTOTUTELA": "Annullato in autotutela", "ESTINTO_TERMINI": "Estinto per decorso dei termini",
		"ESTINTO_DECESSO": "Estinto per decesso",
	}, codice)
}

// ParolaDebito says what is owed and under which title.
func ParolaDebito(codice string) string {
	if p, nota := debito.Parola(codice); nota {
		return p
	}
	return parola(nil, codice)
}

// ParolaRicorso says where the appeal is.
func ParolaRicorso(codice string) string {
	return parola(map[string]string{
		"NESSUNO": "Nessuno", "TRASMESSO": "Trasmesso all'autorità", "SOSPENSIVA": "Sospensione concessa", "RIDETERMINATO": "Somma rideterminata",
		"IMPUGNATO": "Decisione impugnata",
	}, codice)
}

// ParolaPunti says where the points of the licence are.
func ParolaPunti(codice string) string {
	return parola(map[string]string{
		"NON_DOVUTI": "Non dovuti", "DATI_RICHIESTI": "Chiesto chi guidava", "DATI_RICEVUTI": "Conducente noto",
		"DATI_OMESSI": "Conducente non comunicato", "DA_COMUNICARE": "Da comunicare all'anagrafe", "COMUNICATI": "Comunicati all'anagrafe",
		"SCARTATI": "Non decurtati",
	}, codice)
}

// ParolaRiscossione says where enforcement is.
func ParolaRiscossione(codice string) string {
	return parola(map[string]string{
		"SELEZIONATO": "Da riscuotere", "IN_RUOLO": "Iscritto a ruolo", "INGIUNTO": "Ingiunzione emessa", "BLOCCATO": "Riscossione bloccata",
	}, codice)
}

// ParolaFonte says where the fine came from.
func ParolaFonte(fonte string) string {
	return parola(map[string]string{
		"SOAP": "Sistema esterno", "OCR": "Lettura ottica", "IMPIANTO": "Dispositivo o rete di pedaggio",
		"MANUALE": "Inserimento manuale", "IMPORTAZIONE": "Importato da un altro sistema",
	}, fonte)
}

// ParolaDocumento names a document.
func ParolaDocumento(tipo string) string {
	return parola(map[string]string{"ATTO": "Verbale da notificare", "AVVISO_ANONIMO": "Avviso di pagamento senza nominativo",
		"PROVA": "Prova della notifica"}, tipo)
}

// ParolaAnomalia names what a person must decide.
func ParolaAnomalia(tipo string) string { return parola(paroleAnomalie(), tipo) }

// paroleAnomalie are the kinds of anomaly that elaborazione opens, in words.
func paroleAnomalie() map[string]string {
	return map[string]string{
		"POSSIBILE_DOPPIONE": "Possibile doppione", "INTESTATARIO_ANOMALA": "Intestatario da verificare", "SEGNALATA": "Segnalazione",
		"INTESTATARIO_SCONOSCIUTA": "Intestatario sconosciuto", "DESTINATARIO_DECEDUTO": "Destinatario deceduto",
		"PAGAMENTO_NON_DOVUTO": "Pagamento quando nulla era dovuto", "PAGAMENTO_INSUFFICIENTE": "Pagamento che non basta più",
		"PAGAMENTO_PRIMA_DELL_ORDINANZA": "Pagamento prima dell'ordinanza",
		"TERMINE_NOTIFICA_SCADUTO":       "Atto oltre il termine per notificare",
		"NOTIFICA_TARDIVA":               "Notifica fuori termine", "AVVISO_NON_EMESSO": "Manca l'avviso di pagamento",
		"ATTO_NON_STAMPABILE": "Atto che non si stampa", "ESITO_POSTALE_CONTRADDITTORIO": "Esiti della posta che non stanno insieme",
		"RICORSO_TARDIVO": "Ricorso fuori termine", "RICORSO_DA_VERIFICARE": "Ricorso da verificare",
		"RICORSO_A_DEBITO_CHIUSO": "Ricorso a debito chiuso", "ORDINANZA_TARDIVA": "Ordinanza fuori termine",
		"ORDINANZA_DA_VERIFICARE": "Ordinanza senza ricorso da verificare", "ORDINANZA_A_DEBITO_CHIUSO": "Ordinanza a debito chiuso",
		"SOMMA_ORDINATA_DA_VERIFICARE": "Somma ordinata da verificare", "RIGHE_NON_IN_ORDINE": "Righe importate non in ordine",
		"EVENTO_PRIMA_DEL_VERBALE": "Fatto importato precedente al verbale", "ESITO_SCONOSCIUTO": "Esito importato sconosciuto",
		"DESTINATARIO_SCONOSCIUTO": "Destinatario importato sconosciuto", "TOTALE_DIVERSO": "Totale importato diverso",
		"SPESE_DOPO_CHIUSURA": "Spese dopo la chiusura", "NOTIFICA_RIPETUTA": "Notifica ripetuta", "PAGATO_IN_PIU": "Pagato in più",
		"ANNULLATO_E_PAGATO": "Annullato e pagato",
	}
}

// ParolaEvento tells what happened, as a sentence of the history.
func ParolaEvento(tipo string) string {
	for _, capitolo := range []map[string]string{eventiDellAtto(), eventiDelDenaro(), eventiDelRicorso(), eventiDelSeguito()} {
		if p, nota := capitolo[tipo]; nota {
			return p
		}
	}
	return parola(nil, tipo)
}

func eventiDellAtto() map[string]string {
	return map[string]string{
		"VERBALE_INSERITO":          "Il verbale è stato registrato",
		"VERBALE_REDATTO":           "Dalla rilevazione o dal preavviso è stato redatto il verbale",
		"VERBALE_CONTESTATO":        "La violazione è stata contestata al trasgressore",
		"VERBALE_VALIDATO":          "Il verbale è stato convalidato",
		"VERBALE_SCARTATO":          "Il verbale è stato scartato",
		"AVVISI_EMESSI":             "Sono stati emessi gli avvisi di pagamento",
		"INTESTATARIO_RICHIESTO":    "È stato chiesto l'intestatario del veicolo",
		"INTESTATARIO_TROVATO":      "L'intestatario del veicolo è stato identificato",
		"INTESTATARIO_ANOMALO":      "L'archivio dei veicoli non ha dato un intestatario utilizzabile",
		"POSIZIONE_APERTA":          "Un'altra persona risponde del verbale",
		"POSIZIONE_CHIUSA":          "A una persona non si chiede più nulla",
		"ATTO_GENERATO":             "L'atto è stato formato e conservato",
		"SPESE_ADDEBITATE":          "Sono state addebitate le spese di accertamento e di notifica",
		"NOTIFICA_AVVIATA":          "L'atto è partito verso il destinatario",
		"NOTIFICA_NON_RIUSCITA":     "Un tentativo di notifica non è riuscito",
		"NOTIFICA_PERFEZIONATA":     "La notifica si è perfezionata",
		"DATA_NOTIFICA_RETTIFICATA": "La data di notificazione è stata rettificata",
		"PROVA_NOTIFICA_CONTESTATA": "La prova della notifica è stata messa in dubbio",
		"PROVA_NOTIFICA_CONFERMATA": "La prova della notifica è stata confermata",
	}
}

func eventiDelDenaro() map[string]string {
	return map[string]string{
		"TERMINE_SCONTO_DECORSO":  "È passato il termine per pagare con lo sconto",
		"TERMINE_RIDOTTO_DECORSO": "È passato il termine per pagare in misura ridotta",
		"PAGAMENTO_REGISTRATO":    "È stato registrato un pagamento",
		"PAGAMENTO_STORNATO":      "Un pagamento è stato stornato",
		"RIMBORSO_DISPOSTO":       "È stato disposto un rimborso",
		"SGRAVIO_DISPOSTO":        "Il comando ha rinunciato a quanto restava",
		"DEBITO_SOSPESO":          "Il debito è stato sospeso",
		"DEBITO_RIPRESO":          "La sospensione del debito è finita",
		"RATEIZZAZIONE_CONCESSA":  "È stato concesso il pagamento a rate",
		"RATEIZZAZIONE_DECADUTA":  "Il pagamento a rate è decaduto",
	}
}

func eventiDelRicorso() map[string]string {
	return map[string]string{
		"RICORSO_PRESENTATO":        "È stato presentato ricorso",
		"RICORSO_TRASMESSO":         "Il ricorso è stato trasmesso all'autorità che decide",
		"SOSPENSIVA_CONCESSA":       "L'autorità ha sospeso il verbale o l'ordinanza",
		"SOSPENSIVA_REVOCATA":       "La sospensione è caduta",
		"RICORSO_ACCOLTO":           "Il ricorso è stato accolto",
		"RICORSO_RESPINTO":          "Il ricorso è stato respinto",
		"RICORSO_RIDETERMINATO":     "L'autorità ha fissato un'altra somma",
		"RICORSO_INAMMISSIBILE":     "Il ricorso è stato dichiarato inammissibile",
		"RICORSO_IMPUGNATO":         "La decisione è stata impugnata",
		"RICORSO_DEFINITO":          "La decisione è definitiva",
		"ORDINANZA_EMESSA":          "Il prefetto ha ordinato una somma, senza ricorso",
		"ORDINANZA_NOTIFICATA":      "L'ordinanza o la sentenza è stata notificata",
		"DATI_CONDUCENTE_RICHIESTI": "È stato chiesto chi guidava",
		"DATI_CONDUCENTE_RICEVUTI":  "È stato comunicato chi guidava",
		"DATI_CONDUCENTE_OMESSI":    "Non è stato comunicato chi guidava",
		"PUNTI_DA_COMUNICARE":       "I punti sono da comunicare all'anagrafe",
		"PUNTI_COMUNICATI":          "I punti sono stati comunicati all'anagrafe",
		"PUNTI_SCARTATI":            "I punti non sono stati decurtati",
	}
}

func eventiDelSeguito() map[string]string {
	return map[string]string{
		"SOLLECITO_INVIATO":       "È stato inviato un sollecito",
		"CREDITO_SELEZIONATO":     "Il credito è tra quelli da riscuotere",
		"ISCRITTO_A_RUOLO":        "Il credito è stato iscritto a ruolo",
		"INGIUNZIONE_EMESSA":      "È stata emessa l'ingiunzione",
		"CREDITO_RISCOSSO":        "Il credito è stato riscosso",
		"CREDITO_INESIGIBILE":     "Il credito è stato dichiarato inesigibile",
		"CREDITO_DISCARICATO":     "Il credito è stato discaricato",
		"RISCOSSIONE_BLOCCATA":    "La riscossione è stata bloccata",
		"RISCOSSIONE_SBLOCCATA":   "La riscossione è stata sbloccata",
		"VERBALE_ANNULLATO":       "Il verbale è stato annullato in autotutela",
		"VERBALE_ARCHIVIATO":      "Il verbale è stato archiviato",
		"VERBALE_ESTINTO_TERMINI": "L'obbligo si è estinto per decorso dei termini",
		"VERBALE_ESTINTO_DECESSO": "L'obbligo si è estinto per decesso",
		"VERBALE_DEFINITO":        "Il verbale è definito",
		"ANOMALIA_APERTA":         "È stata segnalata un'anomalia",
		"ANOMALIA_RISOLTA":        "Un'anomalia è stata risolta",
		"DOCUMENTO_ALLEGATO":      "Un documento è entrato nel fascicolo",
		"NOTA_AGGIUNTA":           "È stata aggiunta una nota",
	}
}
