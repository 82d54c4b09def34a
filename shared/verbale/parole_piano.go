package verbale

// ViaDelPiano is the choice of a person who leaves the way of an act to the plan again.
const ViaDelPiano = "PIANO"

// AttesaNotifica is what an addressee who is still to be served waits for.
type AttesaNotifica string

// What an addressee waits for: AttesaPartenza is ready to leave in the next lot of its way, AttesaEsito has left.
const (
	AttesaPersona  AttesaNotifica = "DECISIONE"
	AttesaRegistro AttesaNotifica = "REGISTRO"
	AttesaQuota    AttesaNotifica = "QUOTA_FINITA"
	AttesaStampa   AttesaNotifica = "STAMPA"
	AttesaLotto    AttesaNotifica = "LOTTO"
	AttesaPartenza AttesaNotifica = "PARTENZA"
	AttesaCanale   AttesaNotifica = "CANALE_FERMO"
	AttesaEsito    AttesaNotifica = "ESITO"
)

func atteseNotifica() []voce[AttesaNotifica] {
	return []voce[AttesaNotifica]{
		{AttesaPersona, "Una persona", ""},
		{AttesaRegistro, "La risposta di un registro", ""},
		{AttesaQuota, "La quota di un registro", ""},
		{AttesaStampa, "La stampa dell'atto", ""},
		{AttesaLotto, "La chiusura di un lotto", ""},
		{AttesaPartenza, "Il prossimo lotto", ""},
		{AttesaCanale, "Il canale, che non prende notifiche", ""},
		{AttesaEsito, "L'esito: l'atto è partito", ""},
	}
}

// AtteseNotifica lists them, those that somebody must move first.
func AtteseNotifica() []AttesaNotifica { return valori(atteseNotifica()) }

// Parola is the office's label.
func (a AttesaNotifica) Parola() string { return cerca(atteseNotifica(), a).ufficio }
