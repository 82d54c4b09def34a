// Package residenza is what the population register says of a person, as connessione keeps it in connessione_v1.visura
// (column risposta) and elaborazione reads it. The words of esito are those of fatti.<tenant>.visura.esito.
package residenza

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Outcomes of a look-up. They may grow: whoever reads one that it does not know leaves it to a person.
const (
	Trovato     = "TROVATO"
	NonTrovato  = "NON_TROVATO" // never registered, or no more (EN122)
	PiuSoggetti = "PIU_SOGGETTI"
	Deceduto    = "DECEDUTO"
	AIRE        = "AIRE" // an Italian registered abroad: the address is foreign
)

// Risposta is an answer. Persone has one element where the person was found, alive or dead; several where the register holds
// more than one under what was asked; none where it holds nobody.
type Risposta struct {
	Esito   string            `json:"esito"`
	Giorno  calendario.Giorno `json:"giorno"` // the day the answer speaks of
	Detto   string            `json:"detto,omitempty"`
	Persone []Persona         `json:"persone,omitempty"`
}

// Persona is somebody as the register holds them. CodiceFiscale is the one in force: it differs from the one asked where that
// was changed or merged, and Precedente is then the one asked.
type Persona struct {
	IDAnpr        string            `json:"idAnpr,omitempty"`
	CodiceFiscale string            `json:"codiceFiscale,omitempty"`
	Precedente    string            `json:"precedente,omitempty"`
	Cognome       string            `json:"cognome,omitempty"`
	Nome          string            `json:"nome,omitempty"`
	Sesso         string            `json:"sesso,omitempty"`
	DataNascita   calendario.Giorno `json:"dataNascita,omitzero"` // zero where the register lacks day or month
	LuogoNascita  string            `json:"luogoNascita,omitempty"`
	Deceduto      bool              `json:"deceduto,omitempty"`
	DataDecesso   calendario.Giorno `json:"dataDecesso,omitzero"`
	Residenza     *Indirizzo        `json:"residenza,omitempty"` // nil: the register shows none
}

// Indirizzo is a residence; abroad Nazione is not IT and ComuneIstat is empty. Civico is as it is written on an envelope:
// number, exponent, staircase, interior.
type Indirizzo struct {
	Via         string            `json:"via"`
	Civico      string            `json:"civico,omitempty"`
	Frazione    string            `json:"frazione,omitempty"`
	Presso      string            `json:"presso,omitempty"`
	Cap         string            `json:"cap,omitempty"`
	Comune      string            `json:"comune"`
	ComuneIstat string            `json:"comuneIstat,omitempty"`
	Provincia   string            `json:"provincia,omitempty"`
	Nazione     string            `json:"nazione"` // ISO 3166-1, two letters; empty where the register's own code of a State is not known
	Dal         calendario.Giorno `json:"dal,omitzero"`
}
