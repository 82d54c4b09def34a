package cds

import (
	"fmt"
	"strconv"
)

// velocitaMassima bounds measured speed and limit, in km/h.
const velocitaMassima = 999

// Velocita is a measured speed after the tolerance of Reg. art. 345, and its band of art. 142.
type Velocita struct {
	// NettaCentesimi and EccessoCentesimi are hundredths of km/h, exact: 5 % of a whole number of
	// km/h is a whole number of hundredths. The band is chosen on these.
	NettaCentesimi   int `json:"-"`
	EccessoCentesimi int `json:"-"`
	// NettaDecimi and EccessoDecimi are the same in tenths, the rest dropped in favour of the driver;
	// for display, never for choosing the band.
	NettaDecimi   int `json:"nettaDecimi"`
	EccessoDecimi int `json:"eccessoDecimi"`
	// Comma is the paragraph of art. 142: "7", "8", "9", "9-bis"; empty without a violation.
	Comma       string   `json:"comma"`
	Spiegazione []Passo  `json:"spiegazione"`
	Avvertenze  []string `json:"avvertenze"`
}

// CalcolaVelocita deducts 5 % and at least 5 km/h from the measured speed (Reg. art. 345 c. 2) and
// finds the paragraph. Both figures are whole km/h; the error is an *Errore.
func CalcolaVelocita(rilevata, limite int) (Velocita, error) {
	if rilevata < 1 || rilevata > velocitaMassima {
		return Velocita{}, errore("rilevata", "deve essere compresa tra 1 e 999 km/h")
	}
	if limite < 1 || limite > velocitaMassima {
		return Velocita{}, errore("limite", "deve essere compreso tra 1 e 999 km/h")
	}
	tolleranza := max(5*rilevata, 500)
	v := Velocita{NettaCentesimi: max(100*rilevata-tolleranza, 0)}
	v.EccessoCentesimi = v.NettaCentesimi - 100*limite
	v.NettaDecimi, v.EccessoDecimi = v.NettaCentesimi/10, v.EccessoCentesimi/10
	v.Comma = CommaVelocita(v.EccessoCentesimi)
	v.spiega(rilevata, limite, tolleranza)
	return v, nil
}

// CommaVelocita is the paragraph of art. 142 for an excess in hundredths of km/h over the limit, net
// of the tolerance: over 0 to 10 km/h "7", to 40 "8", to 60 "9", above "9-bis"; empty at zero or
// below. The bounds belong to the lower band: 10.00 exactly is still paragraph 7.
func CommaVelocita(eccessoCentesimi int) string {
	switch {
	case eccessoCentesimi <= 0:
		return ""
	case eccessoCentesimi <= 1000:
		return "7"
	case eccessoCentesimi <= 4000:
		return "8"
	case eccessoCentesimi <= 6000:
		return "9"
	default:
		return "9-bis"
	}
}

func (v *Velocita) spiega(rilevata, limite, tolleranza int) {
	var s spiegazione
	s.passo("TOLLERANZA_VELOCITA", "art. 345 c. 2 Reg.", fmt.Sprintf(
		"Velocità rilevata %d km/h, riduzione del 5 %% e almeno di 5 km/h: %s km/h; velocità considerata %s km/h.",
		rilevata, chilometri(tolleranza), chilometri(v.NettaCentesimi)))
	if v.Comma == "" {
		s.passo("LIMITE_RISPETTATO", "art. 142 CdS", fmt.Sprintf("La velocità considerata non supera il limite di %d km/h.", limite))
	} else {
		s.passo("FASCIA_VELOCITA", "art. 142 c. "+v.Comma+" CdS", fmt.Sprintf(
			"Limite di %d km/h superato di %s km/h: si applica il comma %s.", limite, chilometri(v.EccessoCentesimi), v.Comma))
	}
	v.Spiegazione, v.Avvertenze = s.passi, s.elenco()
}

// chilometri writes hundredths of km/h with a comma and without useless zeros: "140,6".
func chilometri(centesimi int) string {
	interi, resto := centesimi/100, centesimi%100
	switch {
	case resto == 0:
		return strconv.Itoa(interi)
	case resto%10 == 0:
		return fmt.Sprintf("%d,%d", interi, resto/10)
	}
	return fmt.Sprintf("%d,%02d", interi, resto)
}
