package registro

import "github.com/piattaforma-verbali/verbali/shared/legge/calendario"

// Veicolo is what the register knows about a plate on one day.
type Veicolo struct {
	Targa                 string            `json:"targa"`
	Tipo                  string            `json:"tipo"`                // as UtilityService names plates; the list may grow
	Classe                string            `json:"classe,omitempty"`    // of the vehicle itself, a word of sanzione.Classe
	Categoria             string            `json:"categoria,omitempty"` // of the international approval: M1, N1, L3E, O1, …
	Data                  calendario.Giorno `json:"data"`                // the day asked for
	Marca                 string            `json:"marca,omitempty"`
	Modello               string            `json:"modello,omitempty"`
	Telaio                string            `json:"telaio,omitempty"`
	PrimaImmatricolazione calendario.Giorno `json:"primaImmatricolazione,omitzero"`
	Intestatari           []Intestatario    `json:"intestatari"` // at least one, unless Cessazione
	Rubato                bool              `json:"rubato"`      // reported stolen on Data
	DataFurto             calendario.Giorno `json:"dataFurto,omitzero"`
	Cessazione            *Cessazione       `json:"cessazione,omitempty"`
	// Avvertenze are Italian remarks for a person: the answer is usable, but a
	// tax code does not fit the name, the sex or the birth written beside it.
	Avvertenze []string `json:"-"`
	// Registro is which register answered, as the rows of indagine call it.
	Registro string `json:"-"`
}

// Cessazione says since when and why a vehicle is off the national register.
type Cessazione struct {
	Data    calendario.Giorno `json:"data"`
	Causa   string            `json:"causa"`
	Nazione string            `json:"nazione,omitempty"`
}

// TipoIntestatario tells people from companies.
type TipoIntestatario string

// The kinds of holder.
const (
	Persona TipoIntestatario = "PERSONA"
	Societa TipoIntestatario = "SOCIETA"
)

// Titolo is the right by which somebody is on the papers (art. 196 of the Code
// names all four as jointly liable).
type Titolo string

// The titles.
const (
	Proprietario  Titolo = "PROPRIETARIO"
	Usufruttuario Titolo = "USUFRUTTUARIO"
	Locatario     Titolo = "LOCATARIO"
	Acquirente    Titolo = "ACQUIRENTE" // with retention of title by the seller
)

// Intestatario is a holder on the day asked for; Dal and Al bound the holding,
// both included, and Al is no day for a present one.
type Intestatario struct {
	Tipo                   TipoIntestatario  `json:"tipo"`
	CodiceFiscale          string            `json:"codiceFiscale"` // normalised and formally right
	Cognome                string            `json:"cognome,omitempty"`
	Nome                   string            `json:"nome,omitempty"`
	DataNascita            calendario.Giorno `json:"dataNascita,omitzero"`
	CodiceCatastaleNascita string            `json:"codiceCatastaleNascita,omitempty"`
	Sesso                  string            `json:"sesso,omitempty"`
	Denominazione          string            `json:"denominazione,omitempty"`
	Indirizzo              Indirizzo         `json:"indirizzo"`
	Titolo                 Titolo            `json:"titolo"`
	Dal                    calendario.Giorno `json:"dal,omitzero"`
	Al                     calendario.Giorno `json:"al,omitzero"`
	Decesso                calendario.Giorno `json:"decesso,omitzero"`
}

// Indirizzo is the residence or seat as the register has it. CodiceIstat and
// Provincia are there for Italy only.
type Indirizzo struct {
	Via         string `json:"via"`
	Civico      string `json:"civico"`
	CAP         string `json:"cap"`
	Comune      string `json:"comune"`
	CodiceIstat string `json:"codiceIstat,omitempty"`
	Provincia   string `json:"provincia,omitempty"`
	Nazione     string `json:"nazione"` // ISO 3166-1 alpha-2
}

// Patente is a driving licence as of the moment of the question.
type Patente struct {
	Numero        string            `json:"numero"`
	Stato         StatoPatente      `json:"stato"`
	Rilascio      calendario.Giorno `json:"rilascio"`
	Scadenza      calendario.Giorno `json:"scadenza"`
	Punti         int               `json:"punti"` // 0 to 30
	Categorie     []Categoria       `json:"categorie"`
	Titolare      Titolare          `json:"titolare"`
	SospesaFinoAl calendario.Giorno `json:"sospesaFinoAl,omitzero"`
	Avvertenze    []string          `json:"-"` // as in Veicolo
	Registro      string            `json:"-"` // as in Veicolo
}

// StatoPatente is the standing of a licence.
type StatoPatente string

// The standings.
const (
	Valida   StatoPatente = "VALIDA"
	Scaduta  StatoPatente = "SCADUTA"
	Sospesa  StatoPatente = "SOSPESA"
	Revocata StatoPatente = "REVOCATA"
)

// Categoria is one category of a licence.
type Categoria struct {
	Codice   string            `json:"codice"`
	Dal      calendario.Giorno `json:"dal,omitzero"`
	Scadenza calendario.Giorno `json:"scadenza"`
}

// Titolare is the holder of a licence.
type Titolare struct {
	CodiceFiscale          string            `json:"codiceFiscale"`
	Cognome                string            `json:"cognome"`
	Nome                   string            `json:"nome"`
	DataNascita            calendario.Giorno `json:"dataNascita"`
	CodiceCatastaleNascita string            `json:"codiceCatastaleNascita"`
	Sesso                  string            `json:"sesso"`
	Indirizzo              Indirizzo         `json:"indirizzo"`
	Decesso                calendario.Giorno `json:"decesso,omitzero"`
}
