package cds

import "strconv"

const (
	velocitaMassima = 999 // km/h, of measure and limit

	decimiKm    = 10 // tenths in one km/h
	millesimiKm = 1000
)

// Velocita is a measured speed after the tolerance of Reg. art. 345, and its band of art. 142.
type Velocita struct {
	// NettaMillesimi and EccessoMillesimi are thousandths of km/h, exact: 5 % of a whole number of
	// tenths is a whole number of thousandths. The band is chosen on these.
	NettaMillesimi   int `json:"-"`
	EccessoMillesimi int `json:"-"`
	// NettaDecimi and EccessoDecimi are the same in tenths, the rest dropped in favour of the driver;
	// for display, never for choosing the band.
	NettaDecimi   int `json:"nettaDecimi"`
	EccessoDecimi int `json:"eccessoDecimi"`
	// Comma is the paragraph of art. 142: "7", "8", "9", "9-bis"; empty without a violation.
	Comma       string   `json:"comma"`
	Spiegazione []Passo  `json:"spiegazione"`
	Avvertenze  []string `json:"avvertenze"`
}

// CalcolaVelocita deducts 5 % and at least 5 km/h from the measured speed (Reg. art. 345 c. 2), without
// any rounding, and finds the paragraph. The measured speed is in TENTHS of km/h (66.5 km/h is 665), the
// limit in whole km/h. The error is an *Errore that names rilevata or limite.
func CalcolaVelocita(rilevataDecimi, limite int) (Velocita, error) {
	v, err := misura(rilevataDecimi, limite)
	if err != nil {
		return Velocita{}, err
	}
	v.spiega(rilevataDecimi, limite)
	return v, nil
}

// misura gives the figures of CalcolaVelocita without its words.
func misura(rilevataDecimi, limite int) (Velocita, error) {
	if rilevataDecimi < 1 || rilevataDecimi > velocitaMassima*decimiKm {
		return Velocita{}, errore("rilevata", "deve essere maggiore di 0 e non superare 999 km/h")
	}
	if limite < 1 || limite > velocitaMassima {
		return Velocita{}, errore("limite", "deve essere compreso tra 1 e 999 km/h")
	}
	v := Velocita{NettaMillesimi: max(millesimiKm/decimiKm*rilevataDecimi-tolleranza(rilevataDecimi), 0)}
	v.EccessoMillesimi = v.NettaMillesimi - millesimiKm*limite
	v.NettaDecimi, v.EccessoDecimi = decimi(v.NettaMillesimi), decimi(v.EccessoMillesimi)
	v.Comma = CommaVelocita(v.EccessoMillesimi)
	return v, nil
}

// tolleranza is what Reg. art. 345 c. 2 takes off, in thousandths of km/h.
func tolleranza(rilevataDecimi int) int { return max(5*rilevataDecimi, 5*millesimiKm) }

// decimi rounds down to a tenth, below zero too: always in favour of the driver.
func decimi(millesimi int) int {
	const perDecimo = millesimiKm / decimiKm
	if millesimi < 0 {
		return -((perDecimo - 1 - millesimi) / perDecimo)
	}
	return millesimi / perDecimo
}

// CommaVelocita is the paragraph of art. 142 for an excess in thousandths of km/h over the limit, net
// of the tolerance: over 0 to 10 km/h "7", to 40 "8", to 60 "9", above "9-bis"; empty at zero or
// below. The bounds belong to the lower band: 10.000 exactly is still paragraph 7.
func CommaVelocita(eccessoMillesimi int) string {
	switch {
	case eccessoMillesimi <= 0:
		return ""
	case eccessoMillesimi <= 10*millesimiKm:
		return "7"
	case eccessoMillesimi <= 40*millesimiKm:
		return "8"
	case eccessoMillesimi <= 60*millesimiKm:
		return "9"
	default:
		return "9-bis"
	}
}

func (v *Velocita) spiega(rilevataDecimi, limite int) {
	s := spiegazione{passi: make([]Passo, 0, 4)}
	s.passo("TOLLERANZA_VELOCITA", "art. 345 c. 2 Reg.",
		"Velocità rilevata "+chilometri(millesimiKm/decimiKm*rilevataDecimi)+" km/h, riduzione del 5 % e almeno di 5 km/h: "+
			chilometri(tolleranza(rilevataDecimi))+" km/h; velocità considerata "+chilometri(v.NettaMillesimi)+" km/h.")
	if v.Comma == "" {
		s.passo("LIMITE_RISPETTATO", "art. 142 CdS",
			"La velocità considerata non supera il limite di "+strconv.Itoa(limite)+" km/h.")
	} else {
		s.passo("FASCIA_VELOCITA", "art. 142 c. "+v.Comma+" CdS", "Limite di "+strconv.Itoa(limite)+
			" km/h superato di "+chilometri(v.EccessoMillesimi)+" km/h: si applica il comma "+v.Comma+".")
	}
	v.Spiegazione, v.Avvertenze = s.passi, s.elenco()
}

// chilometri writes thousandths of km/h, none below zero, with a comma and without useless zeros:
// "140,6".
func chilometri(millesimi int) string {
	b := strconv.AppendInt(make([]byte, 0, 8), int64(millesimi/millesimiKm), 10)
	resto := millesimi % millesimiKm
	if resto == 0 {
		return string(b)
	}
	b = append(b, ',', byte('0'+resto/100))
	if resto%100 != 0 {
		b = append(b, byte('0'+resto/10%10))
	}
	if resto%10 != 0 {
		b = append(b, byte('0'+resto%10))
	}
	return string(b)
}
