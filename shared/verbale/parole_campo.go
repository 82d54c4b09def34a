package verbale

import "github.com/piattaforma-verbali/verbali/shared/legge/cds"

// voceCampo says of a field of an event's request what a person reads for it; valori are the words of the few that it
// admits, nil where they have words elsewhere.
type voceCampo struct {
	nome, etichetta, aiuto string
	valori                 func(valore string) string
}

// campiEvento are the fields that a person fills in to record an event, by their path in the request (dati.esito.fatto).
func campiEvento() []voceCampo {
	return append(campiComuni(), append(campiDellaRiga(), append(campiDiNotifica(), append(campiDiPersona(), campiDelDebito()...)...)...)...)
}

func campiComuni() []voceCampo {
	return []voceCampo{
		{nome: "motivo", etichetta: "Motivo"},
		{nome: "dataLegale", etichetta: "Giorno", aiuto: "Vuoto: oggi."},
		{nome: "posizione", etichetta: "Destinatario"},
		{nome: "prova", etichetta: "Documento che lo prova", aiuto: "Il numero, o dove si trova."},
		{nome: "dati.riferimento", etichetta: "Estremi del provvedimento o del protocollo"},
		{nome: "dati.testo", etichetta: "Testo"},
		{nome: "dati.anomalia", etichetta: "Quale anomalia"},
		{nome: "dati.esito", etichetta: "Come si è risolta"},
		{nome: "dati.riapre", etichetta: "Il verbale chiuso riparte"},
		{nome: "dati.termine", etichetta: "Quale termine è passato", valori: parole(map[string]string{
			"NOTIFICA": "Quello per notificare (art. 201 CdS)", "PRESCRIZIONE": "La prescrizione (art. 209 CdS)"})},
	}
}

func campiDellaRiga() []voceCampo {
	return []voceCampo{
		{nome: "dati.codice", etichetta: "Riga della tabella delle violazioni"},
		{nome: "dati.ordine", etichetta: "Quale violazione del verbale", aiuto: "Vuoto: quella a cui la riga si applica."},
		{nome: "dati.sconto30", etichetta: "Riduzione del 30 % a chi paga entro cinque giorni (art. 202 CdS)",
			aiuto: "Vuoto: come dice la riga, o com'era già deciso.", valori: parole(map[string]string{"SI": "Spetta", "NO": "Non spetta"})},
		{nome: "dati.recidiva", etichetta: "È una recidiva", aiuto: "Si aggiungono le conseguenze che la riga prevede per chi ripete la violazione."},
		{nome: "dati.periodi", etichetta: "Quante volte la sanzione si applica", aiuto: "I periodi o i giorni interi di sosta. Vuoto: come nel verbale."},
		{nome: "dati.tariffaCent", etichetta: "Tariffa evasa", aiuto: "In euro: 29,40. Si aggiunge intera alla sanzione, dove la riga lo prevede. Vuoto: come nel verbale."},
		{nome: "dati.caso", etichetta: "Come è stata regolarizzata", valori: parole(map[string]string{
			string(cds.CoperturaRipresa): "La copertura assicurativa è tornata operante", string(cds.VeicoloDemolito): "Il veicolo è stato demolito e radiato"})},
		{nome: "dati.decorreDal", etichetta: "Da quando decorrono i trenta giorni", aiuto: "La fine della polizza o, per la demolizione, il giorno in cui il verbale è stato ricevuto."},
		{nome: "dati.regolarizzataIl", etichetta: "Regolarizzata il"},
		{nome: "dati.tipoDispositivo", etichetta: "Tipo e modello del dispositivo"},
		{nome: "dati.matricola", etichetta: "Matricola del dispositivo"},
		{nome: "dati.approvazione", etichetta: "Decreto di approvazione o di omologazione"},
		{nome: "dati.taratura", etichetta: "Giorno dell'ultima taratura"},
		{nome: "dati.velocitaRilevata", etichetta: "Velocità rilevata, in km/h, come 78 o 78,4"},
		{nome: "dati.limite", etichetta: "Limite di velocità, in km/h"},
	}
}

func campiDiNotifica() []voceCampo {
	return []voceCampo{
		{nome: "dati.canale", etichetta: "Per quale via", valori: func(v string) string { return ParolaCanale(cds.Canale(v)) }},
		{nome: "dati.via", etichetta: "Per quale via", valori: func(v string) string {
			if v == ViaDelPiano {
				return "Quella che dice il piano"
			}
			return ParolaCanale(cds.Canale(v))
		}},
		{nome: "dati.registro", etichetta: "Che cosa si chiede", valori: func(v string) string { return RegistroVisura(v).Parola() }},
		{nome: "dati.notifica", etichetta: "Quale invio"},
		{nome: "dati.motivo", etichetta: "Che cosa dice chi notificava"},
		{nome: "dati.esito.fatto", etichetta: "Giorno del fatto"},
		{nome: "dati.esito.affidamento", etichetta: "Affidata il"},
		{nome: "dati.esito.ritiro", etichetta: "Ritirata il"},
		{nome: "dati.esito.accesso", etichetta: "Aperta il"},
		{nome: "dati.indirizzo", etichetta: "Via o piazza"},
		{nome: "dati.civico", etichetta: "Numero civico"},
		{nome: "dati.cap", etichetta: "CAP"},
		{nome: "dati.comune", etichetta: "Comune"},
		{nome: "dati.provincia", etichetta: "Provincia"},
		{nome: "dati.nazione", etichetta: "Stato"},
	}
}

func campiDiPersona() []voceCampo {
	return []voceCampo{
		{nome: "dati.persona", etichetta: "Chi risponde"},
		{nome: "dati.conducente", etichetta: "Il conducente"},
		{nome: "dati.indagine", etichetta: "Risposta dell'archivio dei veicoli"},
		{nome: "dati.candidato", etichetta: "Chi è sui documenti del veicolo"},
		{nome: "dati.titolo", etichetta: "A che titolo risponde", valori: func(v string) string { return Titolo(v).Parola() }},
		{nome: "dati.rilascioPatente", etichetta: "Patente rilasciata il"},
		{nome: "dati.giaTitolare", etichetta: "Aveva già una patente di categoria B o superiore"},
		{nome: "dati.punti", etichetta: "Punti da togliere"},
	}
}

func campiDelDebito() []voceCampo {
	return []voceCampo{
		{nome: "dati.importoCent", etichetta: "Somma", aiuto: "In euro: 29,40."},
		{nome: "dati.speseCent", etichetta: "Spese da aggiungere", aiuto: "In euro: 29,40."},
		{nome: "dati.pagamento", etichetta: "Quale pagamento"},
		{nome: "dati.autorita", etichetta: "Davanti a chi", valori: func(v string) string { return Autorita(v).Parola() }},
		{nome: "dati.ricorso", etichetta: "Quale ricorso"},
		{nome: "dati.dataRichiesta", etichetta: "Rateizzazione chiesta il"},
		{nome: "dati.numeroRate", etichetta: "Numero delle rate"},
		{nome: "dati.primaRata", etichetta: "Prima rata entro il"},
		{nome: "dati.redditoCent", etichetta: "Reddito annuo imponibile", aiuto: "In euro: 11300,00."},
		{nome: "dati.familiari", etichetta: "Familiari conviventi"},
	}
}

// ParolaCampo is the label of a field of an event's request; empty for an unknown field.
func ParolaCampo(nome string) string { return campoEvento(nome).etichetta }

// AiutoCampo is what a person reads under the field; often nothing.
func AiutoCampo(nome string) string { return campoEvento(nome).aiuto }

// ParolaScelta is what a person reads for a value that a field admits; a value without words of its own can still be read.
func ParolaScelta(nome, valore string) string {
	if v := campoEvento(nome).valori; v != nil {
		if parola := v(valore); parola != "" {
			return parola
		}
	}
	return Leggibile(valore)
}

func campoEvento(nome string) voceCampo {
	for _, v := range campiEvento() {
		if v.nome == nome {
			return v
		}
	}
	return voceCampo{}
}

func parole(di map[string]string) func(string) string { return func(v string) string { return di[v] } }
