// Package residenza is what the population register says of a person, as connessione keeps it in connessione_v1.visura
// (column risposta) and elaborazione reads it: one type for both, so that nothing is lost between them. The words of esito are
// those of fatti.<tenant>.visura.esito.
package residenza

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Outcomes of a look-up. The list may grow: a reader leaves an unknown outcome to a person.
const (
	Trovato     = "TROVATO"
	NonTrovato  = "NON_TROVATO" // never registered, or no more (EN122)
	PiuSoggetti = "PIU_SOGGETTI"
	Deceduto    = "DECEDUTO"
	AIRE        = "AIRE" // an Italian registered abroad: the address is foreign
)

// Risposta is an answer, about the day of Data. CodiceFiscale is the code in force: it differs from the one asked where that
// was changed or merged.
type Risposta struct {
	Esito          string            `json:"esito"`
	IDAnpr         string            `json:"idAnpr,omitempty"`
	CodiceFiscale  string            `json:"codiceFiscale,omitempty"`
	CodiceValidato bool              `json:"codiceValidato"` // by the tax agency
	Cognome        string            `json:"cognome,omitempty"`
	Nome           string            `json:"nome,omitempty"`
	Sesso          string            `json:"sesso,omitempty"`
	DataNascita    string            `json:"dataNascita,omitempty"` // YYYY-MM-DD, or as much of it as the register knows
	LuogoNascita   string            `json:"luogoNascita,omitempty"`
	DataDecesso    string            `json:"dataDecesso,omitempty"` // empty also where the register does not say when
	Residenza      *Indirizzo        `json:"residenza,omitempty"`   // nil: the register shows none
	Testo          string            `json:"testo,omitempty"`       // the register's words, to be shown and never judged by
	Avvertenze     []string          `json:"avvertenze,omitempty"`
	Data           calendario.Giorno `json:"data,omitzero"`
}

// Indirizzo is a residence. Nazione is empty for Italy; abroad it is the State in the register's words.
type Indirizzo struct {
	Presso      string `json:"presso,omitempty"`
	Via         string `json:"via,omitempty"`
	Civico      string `json:"civico,omitempty"` // as it is written on an envelope: number, exponent, staircase, interior
	Cap         string `json:"cap,omitempty"`
	Frazione    string `json:"frazione,omitempty"`
	Comune      string `json:"comune,omitempty"`
	ComuneIstat string `json:"comuneIstat,omitempty"`
	Provincia   string `json:"provincia,omitempty"`
	Nazione     string `json:"nazione,omitempty"`
	Consolato   string `json:"consolato,omitempty"`
	Tipo        string `json:"tipo,omitempty"` // the register's code of the kind of address: 1 residence … 11
	Dal         string `json:"dal,omitempty"`  // YYYY-MM-DD
}

// Giorno reads a day of an answer; zero where the register does not know all of it.
func Giorno(scritto string) calendario.Giorno {
	g, err := calendario.Parse(strings.TrimSpace(scritto))
	if err != nil {
		return calendario.Giorno{}
	}
	return g
}
