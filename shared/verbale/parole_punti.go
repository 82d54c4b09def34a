package verbale

import "slices"

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

// NullaDaNotificare is why a position is closed that opens when all is paid: its person is who answers.
const NullaDaNotificare = "debito chiuso: nulla da notificare"

// GuidavaChiuso reports that a driver's position which was closed for a reason is his still: nothing was left to ask of him, or
// the points hold his data; else it was closed because he did not drive.
func (p Punti) GuidavaChiuso(chiusa string) bool {
	return chiusa == NullaDaNotificare || slices.Contains([]Punti{PuntiRicevuti, PuntiDaComunicare, PuntiComunicati}, p)
}

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
