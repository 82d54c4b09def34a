package event

// DomandaTarga is the payload of chiedi.vpn.targa: what the national register knows of a plate on a day,
// and who answers for the vehicle. The caller is the one of the token in the header Authorization.
// Data is YYYY-MM-DD in Rome, today when empty. Motivo is required and kept in the audit. Indirizzo is
// the address of the caller. EntroMs is how long who asks waits for an answer, in milliseconds; 0: as
// long as vpn takes.
type DomandaTarga struct {
	Targa     string `json:"targa"`
	Data      string `json:"data,omitempty"`
	Motivo    string `json:"motivo"`
	Indirizzo string `json:"indirizzo,omitempty"`
	EntroMs   int    `json:"entroMs,omitempty"`
}

// DomandaPatente is the payload of chiedi.vpn.patente: a licence as of now. Members as in DomandaTarga.
type DomandaPatente struct {
	Numero    string `json:"numero"`
	Motivo    string `json:"motivo"`
	Indirizzo string `json:"indirizzo,omitempty"`
	EntroMs   int    `json:"entroMs,omitempty"`
}

// RispostaTarga answers DomandaTarga; it holds personal data, travels only as an answer and is never kept
// on the bus. Days are YYYY-MM-DD. A plate that the register does not have is the problem NON_TROVATO, or
// TARGA_ESTERA; a register that is away, REGISTRO_NON_DISPONIBILE.
type RispostaTarga struct {
	Targa                 string         `json:"targa"`
	Tipo                  string         `json:"tipo"`
	Classe                string         `json:"classe,omitempty"`    // a word of sanzione.Classe, where the register says it
	Categoria             string         `json:"categoria,omitempty"` // M1, N1, L3E …, where the register says it
	Data                  string         `json:"data"`
	Marca                 string         `json:"marca,omitempty"`
	Modello               string         `json:"modello,omitempty"`
	Telaio                string         `json:"telaio,omitempty"`
	PrimaImmatricolazione string         `json:"primaImmatricolazione,omitempty"`
	Intestatari           []Intestatario `json:"intestatari"` // empty only after Cessazione
	Rubato                bool           `json:"rubato"`
	DataFurto             string         `json:"dataFurto,omitempty"`
	Cessazione            *Cessazione    `json:"cessazione,omitempty"`
	Avvertenze            []string       `json:"avvertenze"` // Italian, for a person
	Responsabile          Responsabile   `json:"responsabile"`
}

// Intestatario is a person or company on the papers of a vehicle on the day asked about.
type Intestatario struct {
	Tipo                   string    `json:"tipo"` // PERSONA, SOCIETA
	CodiceFiscale          string    `json:"codiceFiscale"`
	Cognome                string    `json:"cognome,omitempty"`
	Nome                   string    `json:"nome,omitempty"`
	DataNascita            string    `json:"dataNascita,omitempty"`
	CodiceCatastaleNascita string    `json:"codiceCatastaleNascita,omitempty"`
	Sesso                  string    `json:"sesso,omitempty"`
	Denominazione          string    `json:"denominazione,omitempty"`
	Indirizzo              Indirizzo `json:"indirizzo"`
	Titolo                 string    `json:"titolo"` // PROPRIETARIO, USUFRUTTUARIO, LOCATARIO, ACQUIRENTE
	Dal                    string    `json:"dal,omitempty"`
	Al                     string    `json:"al,omitempty"`
	Decesso                string    `json:"decesso,omitempty"`
}

// Indirizzo is a residence or seat as the register has it; Nazione is ISO 3166-1 alpha-2, CodiceIstat and
// Provincia are for Italy only.
type Indirizzo struct {
	Via         string `json:"via"`
	Civico      string `json:"civico"`
	CAP         string `json:"cap"`
	Comune      string `json:"comune"`
	CodiceIstat string `json:"codiceIstat,omitempty"`
	Provincia   string `json:"provincia,omitempty"`
	Nazione     string `json:"nazione"`
}

// Cessazione says since when and why a vehicle is off the national register.
type Cessazione struct {
	Data    string `json:"data"`
	Causa   string `json:"causa"`
	Nazione string `json:"nazione,omitempty"`
}

// Responsabile is who would answer for the vehicle (art. 196 CdS): Esito and Codice are those of
// vpn_v1.indagine.
type Responsabile struct {
	Esito         string `json:"esito"`
	Codice        string `json:"codice"`
	Motivo        string `json:"motivo"` // Italian, for a person
	CodiceFiscale string `json:"codiceFiscale,omitempty"`
}

// RispostaPatente answers DomandaPatente, under the same terms as RispostaTarga.
type RispostaPatente struct {
	Numero        string      `json:"numero"`
	Stato         string      `json:"stato"` // VALIDA, SCADUTA, SOSPESA, REVOCATA
	Rilascio      string      `json:"rilascio"`
	Scadenza      string      `json:"scadenza"`
	Punti         int         `json:"punti"`
	Categorie     []Categoria `json:"categorie"`
	Titolare      Titolare    `json:"titolare"`
	SospesaFinoAl string      `json:"sospesaFinoAl,omitempty"`
	Avvertenze    []string    `json:"avvertenze"`
}

// Categoria is one category of a licence.
type Categoria struct {
	Codice   string `json:"codice"`
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
