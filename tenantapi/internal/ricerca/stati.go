package ricerca

// The values that the filters by state and by source take, as the design names them.

func procedure() []string {
	return []string{
		"RILEVATO", "PREAVVISATO", "DA_VALIDARE", "VALIDATO", "SCARTATO", "INTESTATARIO_RICHIESTO", "INTESTATARIO_TROVATO",
		"INTESTATARIO_ANOMALO", "ATTO_GENERATO", "IN_NOTIFICA", "NOTIFICATO", "NON_NOTIFICABILE", "DEFINITO", "ARCHIVIATO",
		"ANNULLATO_AUTOTUTELA", "ESTINTO_TERMINI", "ESTINTO_DECESSO",
	}
}

func debiti() []string {
	return []string{
		"NON_ESIGIBILE", "RIDOTTO_30", "RIDOTTO", "INTERO", "ORDINANZA", "RATEIZZATO", "PAGATO_PARZIALE", "PAGATO", "ECCEDENZA",
		"RIMBORSATO", "SOSPESO", "SGRAVATO",
	}
}

const senzaRicorso = "NESSUNO"

func ricorsi() []string {
	return []string{
		senzaRicorso, "PRESENTATO", "TRASMESSO", "SOSPENSIVA", "ACCOLTO", "RESPINTO", "RIDETERMINATO", "INAMMISSIBILE", "IMPUGNATO",
		"DEFINITIVO",
	}
}

func fonti() []string {
	return []string{"SOAP", "TABLET", "OCR", "IMPIANTO", "IMPORTAZIONE", "MANUALE"}
}
