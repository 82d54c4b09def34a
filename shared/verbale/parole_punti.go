package verbale

// Punti is where the points of the licence are.
type Punti string

// The states of the points.
const (
	PuntiNonDovuti    Punti = "NON_DOVUTI"
	PuntiRichiesti    Punti = "DATI_RICHIESTI"
	PuntiRicevuti     Punti = "DATI_RICEVUTI"
	PuntiOmessi       Punti = "DATI_OMESSI"
	PuntiDaComunicare Punti = "DA_COMUNICARE"
	PuntiComunicati   Punti = "COMUNICATI"
	PuntiScartati     Punti = "SCARTATI"
)

// punti: the citizen whose licence it is reads the events.
func punti() []voce[Punti] {
	return []voce[Punti]{
		{PuntiNonDovuti, "Non dovuti", nonSiDice},
		{PuntiRichiesti, "Chiesto chi guidava", nonSiDice},
		{PuntiRicevuti, "Conducente noto", nonSiDice},
		{PuntiOmessi, "Conducente non comunicato", nonSiDice},
		{PuntiDaComunicare, "Da comunicare all'anagrafe", nonSiDice},
		{PuntiComunicati, "Comunicati all'anagrafe", nonSiDice},
		{PuntiScartati, "Non decurtati", nonSiDice},
	}
}

// StatiPunti lists the states of the points.
func StatiPunti() []Punti { return valori(punti()) }

// Parola is the office's label.
func (p Punti) Parola() string { return cerca(punti(), p).ufficio }

// InFrase is the label inside a sentence.
func (p Punti) InFrase() string { return inFrase(p.Parola()) }
