package motorizzazione

// Veicolo is the registry's answer about one plate on one day. Every date is a
// civil day YYYY-MM-DD of the Europe/Rome calendar.
type Veicolo struct {
	Targa                 string         `json:"targa"` // normalised: upper case, no blanks
	Tipo                  string         `json:"tipo"`  // AUTOVEICOLO, MOTOVEICOLO, …
	Classe                string         `json:"classe,omitempty"`
	Categoria             string         `json:"categoria,omitempty"`
	Data                  string         `json:"data"` // the day the answer speaks of
	Marca                 string         `json:"marca"`
	Modello               string         `json:"modello"`
	Telaio                string         `json:"telaio"` // 17 characters, ISO 3779
	PrimaImmatricolazione string         `json:"primaImmatricolazione"`
	Intestatari           []Intestatario `json:"intestatari"` // empty only after Cessazione
	Rubato                bool           `json:"rubato"`      // reported stolen and not found on Data
	DataFurto             string         `json:"dataFurto,omitempty"`
	Cessazione            *Cessazione    `json:"cessazione,omitempty"`
}

// Cessazione says since when and why a vehicle is off the national register.
type Cessazione struct {
	Data    string `json:"data"`
	Causa   string `json:"causa"`             // ESPORTAZIONE or DEMOLIZIONE
	Nazione string `json:"nazione,omitempty"` // ISO 3166-1 alpha-2, where it went
}

// Intestatario is a person or company written on the vehicle's papers, with the
// title it holds and the days (both included) on which it held it.
type Intestatario struct {
	Tipo                   string    `json:"tipo"` // PERSONA or SOCIETA
	CodiceFiscale          string    `json:"codiceFiscale"`
	Cognome                string    `json:"cognome,omitempty"`
	Nome                   string    `json:"nome,omitempty"`
	DataNascita            string    `json:"dataNascita,omitempty"`
	CodiceCatastaleNascita string    `json:"codiceCatastaleNascita,omitempty"` // Belfiore code of the birth place
	Sesso                  string    `json:"sesso,omitempty"`                  // M or F
	Denominazione          string    `json:"denominazione,omitempty"`
	Indirizzo              Indirizzo `json:"indirizzo"`
	Titolo                 string    `json:"titolo"` // PROPRIETARIO, USUFRUTTUARIO, LOCATARIO, ACQUIRENTE
	Dal                    string    `json:"dal"`
	Al                     string    `json:"al,omitempty"`
	Decesso                string    `json:"decesso,omitempty"`
}

// Indirizzo is the residence or seat known to the registry. CodiceIstat and
// Provincia are present only for Italy.
type Indirizzo struct {
	Via         string `json:"via"`
	Civico      string `json:"civico"`
	CAP         string `json:"cap"`
	Comune      string `json:"comune"`
	CodiceIstat string `json:"codiceIstat,omitempty"` // six digits
	Provincia   string `json:"provincia,omitempty"`   // two letters
	Nazione     string `json:"nazione"`               // ISO 3166-1 alpha-2
}

// Patente is the registry's answer about one driving licence, as of today.
type Patente struct {
	Numero        string      `json:"numero"`
	Stato         string      `json:"stato"` // VALIDA, SCADUTA, SOSPESA, REVOCATA
	Rilascio      string      `json:"rilascio"`
	Scadenza      string      `json:"scadenza"`
	Punti         int         `json:"punti"` // balance, 0 to 30
	Categorie     []Categoria `json:"categorie"`
	Titolare      Titolare    `json:"titolare"`
	SospesaFinoAl string      `json:"sospesaFinoAl,omitempty"`
}

// Categoria is one category of a licence with its own dates.
type Categoria struct {
	Codice   string `json:"codice"` // AM, A1, A2, A, B, BE, C, CE, D
	Dal      string `json:"dal"`
	Scadenza string `json:"scadenza"`
}

// Titolare is the holder of a licence.
type Titolare struct {
	CodiceFiscale          string    `json:"codiceFiscale"`
	Cognome                string    `json:"cognome"`
	Nome                   string    `json:"nome"`
	DataNascita            string    `json:"dataNascita"`
	CodiceCatastaleNascita string    `json:"codiceCatastaleNascita"`
	Sesso                  string    `json:"sesso"`
	Indirizzo              Indirizzo `json:"indirizzo"`
	Decesso                string    `json:"decesso,omitempty"`
}
