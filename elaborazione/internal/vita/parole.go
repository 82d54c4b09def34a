package vita

import (
	"strings"
)

// ParolaDebito says a state of the debt inside a sentence; the code is in the member debito of the fine.
func ParolaDebito(d Debito) string {
	return parola(map[string]string{
		string(NonEsigibile): "non ancora esigibile", string(DebitoRidotto30): "in misura ridotta con sconto del 30 %",
		string(DebitoRidotto): "in misura ridotta", string(DebitoIntero): "somma intera", string(DebitoOrdinanza): "ordinanza del prefetto",
		string(DebitoRateizzato): "a rate", string(PagatoParziale): "pagato in parte", string(Pagato): "pagato", string(Eccedenza): "pagato in eccesso",
		string(Rimborsato): "eccesso rimborsato", string(Sospeso): "sospeso", string(Sgravato): "sgravato",
	}, string(d))
}

// ParolaProcedura says a state of the procedure inside a sentence; the code is in the member procedura.
func ParolaProcedura(p Procedura) string {
	return parola(map[string]string{
		string(Preavvisato): "preavviso lasciato sul veicolo", string(DaValidare): "da validare",
		string(IntestatarioChiesto): "intestatario richiesto", string(IntestatarioNoto): "intestatario trovato",
		string(IntestatarioIncerto): "intestatario da verificare", string(ConAtto): "atto formato", string(InNotifica): "in corso di notifica",
		string(NonNotificabile): "non notificabile", string(AnnullatoAutotutela): "annullato in autotutela",
		string(EstintoTermini): "estinto per decorso dei termini", string(EstintoDecesso): "estinto per decesso",
	}, string(p))
}

// ParolaRicorso says a state of the appeal inside a sentence; the code is in the member ricorso.
func ParolaRicorso(r Ricorso) string {
	return parola(map[string]string{
		string(RicorsoTrasmesso): "trasmesso all'autorità", string(RicorsoSospensiva): "sospensione concessa",
		string(RicorsoRideterminato): "somma rideterminata", string(RicorsoImpugnato): "decisione impugnata",
	}, string(r))
}

// ParolaPunti says a state of the points inside a sentence; the code is in the member punti.
func ParolaPunti(p Punti) string {
	return parola(map[string]string{
		string(PuntiNonDovuti): "non dovuti", string(PuntiRichiesti): "chiesto chi guidava", string(PuntiRicevuti): "conducente noto",
		string(PuntiOmessi): "conducente non comunicato", string(PuntiDaComunicare): "da comunicare all'anagrafe",
		string(PuntiComunicati): "comunicati all'anagrafe", string(PuntiScartati): "non decurtati",
	}, string(p))
}

// ParolaRiscossione says a state of enforcement inside a sentence; the code is in the member riscossione.
func ParolaRiscossione(r Riscossione) string {
	return parola(map[string]string{
		string(Selezionato): "da riscuotere", string(InRuolo): "iscritto a ruolo", string(Ingiunto): "ingiunzione emessa",
		string(RiscossioneBloccata): "riscossione bloccata",
	}, string(r))
}

// ParolaEvento says a kind of event inside a sentence; the code is what the caller asked for.
func ParolaEvento(t Tipo) string { return "«" + parola(nil, string(t)) + "»" }

// ParolaPosta says an outcome of the post inside a sentence.
func ParolaPosta(esito string) string {
	return parola(map[string]string{
		"CONSEGNATO": "consegnato al destinatario", "CONSEGNATO_TERZO": "consegnato ad altra persona abilitata", "RIFIUTATO": "rifiutato dal destinatario",
		"RITIRATO": "ritirato in giacenza", "COMPIUTA_GIACENZA": "compiuta giacenza", "SCONOSCIUTO": "destinatario sconosciuto",
		"TRASFERITO": "destinatario trasferito", "IRREPERIBILE": "destinatario irreperibile", "INDIRIZZO_ERRATO": "indirizzo errato",
		"INDIRIZZO_INSUFFICIENTE": "indirizzo insufficiente", "INDIRIZZO_MANCANTE": "indirizzo mancante", "DECEDUTO": "destinatario deceduto",
		"SMARRITO": "plico smarrito", "DANNEGGIATO": "plico danneggiato", "RUBATO": "plico rubato", "NON_RENDICONTATO": "esito non rendicontabile",
		"NON_ACCETTATO": "invio non accettato",
	}, esito)
}

// parola gives the words of a code; those of one that is not known are its own, and
// a fine that is nowhere yet is in no state.
func parola(parole map[string]string, codice string) string {
	if p, nota := parole[codice]; nota {
		return p
	}
	if codice == "" {
		return "nessuno stato"
	}
	return strings.ToLower(strings.ReplaceAll(codice, "_", " "))
}
