package debito

// Parola says in Italian what is owed and under which title; false for a code that is not known.
func Parola(codice string) (string, bool) {
	p, nota := map[string]string{
		"NON_ESIGIBILE": "Non ancora esigibile", "RIDOTTO_30": "Ridotto del 30%", "RIDOTTO": "Misura ridotta", "INTERO": "Somma intera",
		"ORDINANZA": "Ordinanza del prefetto", "RATEIZZATO": "A rate", "PAGATO_PARZIALE": "Pagato in parte", "PAGATO": "Pagato",
		"ECCEDENZA": "Pagato in eccesso", "RIMBORSATO": "Eccesso rimborsato", "SOSPESO": "Sospeso", "SGRAVATO": "Sgravato",
	}[codice]
	return p, nota
}
