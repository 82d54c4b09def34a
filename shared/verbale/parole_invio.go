package verbale

// StatoInvio is where an attempt on a channel of connessione is (design, section 7): what the channel said of it, beside
// StatoNotifica, which is what the fine makes of it.
type StatoInvio string

// The states of an attempt on a channel.
const (
	InvioDaInviare         StatoInvio = "DA_INVIARE"
	InvioInValidazione     StatoInvio = "IN_VALIDAZIONE"
	InvioRifiutato         StatoInvio = "RIFIUTATA"
	InvioAccettato         StatoInvio = "ACCETTATA"
	InvioPerfezionato      StatoInvio = "PERFEZIONATA"
	InvioNonPerfezionabile StatoInvio = "NON_PERFEZIONABILE"
	InvioAnnullato         StatoInvio = "ANNULLATA"
	InvioEsitoIgnoto       StatoInvio = "ESITO_IGNOTO"
)

func statiInvio() []voce[StatoInvio] {
	return []voce[StatoInvio]{
		{InvioDaInviare, "Da inviare", nonSiDice},
		{InvioInValidazione, "In validazione", nonSiDice},
		{InvioRifiutato, "Rifiutata", nonSiDice},
		{InvioAccettato, "Accettata", nonSiDice},
		{InvioPerfezionato, "Perfezionata", nonSiDice},
		{InvioNonPerfezionabile, "Non perfezionabile", nonSiDice},
		{InvioAnnullato, "Annullata", nonSiDice},
		{InvioEsitoIgnoto, "Esito ignoto", nonSiDice},
	}
}

// StatiInvio lists them.
func StatiInvio() []StatoInvio { return valori(statiInvio()) }

// Finito reports that nothing of an attempt may happen any more. One that is served may still be corrected.
func (s StatoInvio) Finito() bool { return s == InvioRifiutato || s == InvioAnnullato }

// Parola is the office's label.
func (s StatoInvio) Parola() string { return cerca(statiInvio(), s).ufficio }
