package vita

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Kinds of subject.
const (
	Persona = "PERSONA"
	Societa = "SOCIETA"
)

// Soggetto is a person or a company with its address. Personal data: it stays in its table, out of
// events, messages and logs.
type Soggetto struct {
	ID            uuid.UUID
	Tipo          string
	CodiceFiscale string
	Cognome       string
	Nome          string
	Denominazione string
	Sesso         string
	DataNascita   calendario.Giorno
	LuogoNascita  string
	Indirizzo     string
	Civico        string
	Cap           string
	Comune        string
	ComuneIstat   string
	Provincia     string
	Nazione       string
}

// String keeps the person out of logs and errors.
func (s Soggetto) String() string { return "Soggetto(" + s.ID.String() + ")" }

// AllEstero reports that the address is outside Italy.
func (s Soggetto) AllEstero() bool { return s.Nazione != "" && s.Nazione != "IT" }

// NomeCompleto is the name as it is printed: surname first, or the company's; a person may have one name only.
func (s Soggetto) NomeCompleto() string {
	if s.Tipo == Societa {
		return s.Denominazione
	}
	return nominativo.Completo(s.Cognome, s.Nome)
}
