package lettura

import (
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Posizione stands between a fine and a person: the law counts from its own day zero, zero before service.
// Soggetto is nil while the person is unknown (Noto says it), and where people were not asked for.
type Posizione struct {
	ID          uuid.UUID         `json:"id"`
	Titolo      verbale.Titolo    `json:"titolo"`
	GiornoZero  calendario.Giorno `json:"giorno_zero"`
	Noto        bool              `json:"noto"`
	Prova       string            `json:"prova"` // of the service; empty: missing
	ProvaDubbia bool              `json:"prova_dubbia"`
	Chiusa      string            `json:"chiusa"`     // why nothing is asked here any more; empty: something is
	SpeseCent   importo.Cent      `json:"spese_cent"` // as charged
	Soggetto    *Soggetto         `json:"soggetto"`
	// Neopatentato, of the driver: his points are doubled (art. 126-bis CdS).
	Neopatentato bool `json:"neopatentato"`
}

// Provata reports that the service is perfected and its proof is neither missing, nor a text that proves nothing, nor doubtful.
func (p Posizione) Provata() bool {
	return !p.GiornoZero.IsZero() && p.Prova != "" && !p.ProvaDubbia && raccomandata.ProvaNulla(p.Prova) == ""
}

// Notifica is one attempt to serve a position. Esito is the legal day of its outcome, zero while it is awaited;
// Motivo is free text of the outcome.
type Notifica struct {
	ID        uuid.UUID             `json:"id"`
	Posizione uuid.UUID             `json:"posizione"`
	Canale    cds.Canale            `json:"canale"`
	Stato     verbale.StatoNotifica `json:"stato"`
	Avviata   calendario.Giorno     `json:"avviata"`
	Esito     calendario.Giorno     `json:"esito"`
	Prova     string                `json:"prova"`
	Motivo    string                `json:"motivo"`
}

// Soggetto is a person or a company: in a fine, or on the papers of its vehicle.
type Soggetto struct {
	Tipo          string            `json:"tipo"`
	CodiceFiscale string            `json:"codiceFiscale"`
	Cognome       string            `json:"cognome"`
	Nome          string            `json:"nome"`
	Denominazione string            `json:"denominazione"`
	Sesso         string            `json:"sesso"`
	DataNascita   calendario.Giorno `json:"dataNascita"`
	LuogoNascita  string            `json:"luogoNascita"`
	Indirizzo     string            `json:"indirizzo"`
	Civico        string            `json:"civico"`
	Cap           string            `json:"cap"`
	Comune        string            `json:"comune"`
	Provincia     string            `json:"provincia"`
	Nazione       string            `json:"nazione"`
}

// NomeCompleto is the name as it is printed; a person may have one name only.
func (s Soggetto) NomeCompleto() string {
	if s.Tipo == "SOCIETA" {
		return s.Denominazione
	}
	return nominativo.Completo(s.Cognome, s.Nome)
}

// Estero is the country of an address abroad; empty for an address in Italy.
func (s Soggetto) Estero() string {
	if s.Nazione == "IT" {
		return ""
	}
	return s.Nazione
}

// Recapito is the address on one line.
func (s Soggetto) Recapito() string {
	citta := strings.TrimSpace(s.Cap + " " + s.Comune)
	if s.Provincia != "" {
		citta += " (" + s.Provincia + ")"
	}
	via := strings.TrimSpace(s.Indirizzo + " " + s.Civico)
	if via == "" || citta == "" {
		return via + citta
	}
	return via + ", " + citta
}
