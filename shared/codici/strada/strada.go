// Package strada holds the streets of a command (stradario), with their dates: what an officer's tablet
// offers and what a fine may cite as its place.
package strada

import "github.com/piattaforma-verbali/verbali/shared/legge/calendario"

// Strada is one dated row.
type Strada struct {
	// Codice is the command's own key, up to 20 letters, digits or hyphens.
	Codice string `json:"codice"`
	// Nome has from 2 to 100 characters, with the kind of street: "Via Roma".
	Nome string `json:"nome"`
	// ComuneIstat is the comune the street lies in, six digits.
	ComuneIstat string `json:"comuneIstat"`
	// Localita is the hamlet or quarter, where the command tells them apart.
	Localita string `json:"localita,omitempty"`
	// Ente owns the road (art. 14 CdS): COMUNE, PROVINCIA, REGIONE, STATO, AUTOSTRADA, PRIVATO; empty is not known.
	Ente     string            `json:"ente,omitempty"`
	ValidoDa calendario.Giorno `json:"validoDa"`
	// ValidoA is the last day, zero while in force.
	ValidoA calendario.Giorno `json:"validoA,omitzero"`
}

// InVigore reports that the row holds on the day; on no day (zero), that it has no end.
func (s Strada) InVigore(giorno calendario.Giorno) bool {
	if giorno.IsZero() {
		return s.ValidoA.IsZero()
	}
	return !giorno.Before(s.ValidoDa) && (s.ValidoA.IsZero() || !giorno.After(s.ValidoA))
}

// Chiave tells the row from every other of the table.
func (s Strada) Chiave() string { return s.Codice + "/" + s.ValidoDa.String() }

// Decorrenza is the first day on which the row holds.
func (s Strada) Decorrenza() calendario.Giorno { return s.ValidoDa }

// Colonne is the header of the CSV, separated by semicolons.
func Colonne() []string {
	return []string{"codice", "nome", "comuneIstat", "localita", "ente", "validoDa", "validoA"}
}

// Campi are the cells of the row in the CSV, in the order of Colonne.
func (s Strada) Campi() []string {
	return []string{s.Codice, s.Nome, s.ComuneIstat, s.Localita, s.Ente, s.ValidoDa.String(), s.ValidoA.String()}
}
