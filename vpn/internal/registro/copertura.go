package registro

import "github.com/piattaforma-verbali/verbali/shared/legge/calendario"

// Copertura is what a register knows of insurance and inspection of a vehicle on a day. A value that is nil, and a day that is
// zero, is not known: insurers load their data late, and absence is a hint and no proof.
type Copertura struct {
	Targa             string            `json:"targa"`
	SituazioneAl      calendario.Giorno `json:"situazioneAl"`
	Assicurato        *bool             `json:"assicurato,omitempty"`
	Compagnia         string            `json:"compagnia,omitempty"`
	Polizza           string            `json:"polizza,omitempty"`
	Decorrenza        calendario.Giorno `json:"decorrenza,omitzero"`
	Scadenza          calendario.Giorno `json:"scadenza,omitzero"`
	FineComporto      calendario.Giorno `json:"fineComporto,omitzero"` // art. 170-bis c. ass.: fifteen days, of annual policies
	RevisioneValida   *bool             `json:"revisioneValida,omitempty"`
	ScadenzaRevisione calendario.Giorno `json:"scadenzaRevisione,omitzero"`
	Registro          string            `json:"-"` // as in Veicolo
}
