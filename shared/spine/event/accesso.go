package event

// DomandaAccesso is the payload of chiedi.core.accesso, the only door of the realm. Reparto and
// Portale are empty for BASIC; Modulo is who asks and becomes the audience of the token.
type DomandaAccesso struct {
	Utente    string `json:"utente"`
	Password  string `json:"password"`
	Reparto   string `json:"reparto,omitempty"`
	Portale   string `json:"portale,omitempty"`
	Indirizzo string `json:"indirizzo"`
	Modulo    string `json:"modulo"`
	// Pagina is set by core's own pages alone, which lead a password that is to be changed where it is changed. It does not
	// travel: no message can set it, and no exchange of BASIC does.
	Pagina bool `json:"-"`
}

// RispostaAccesso carries the token and what a login page shows. It travels only as an answer and is
// never kept on the bus.
type RispostaAccesso struct {
	Token           string    `json:"token"`
	ScadeTraSecondi int       `json:"scadeTraSecondi"`
	Operatore       Operatore `json:"operatore"`
	Tenant          string    `json:"tenant"`
}

// Operatore is the account that logged in.
type Operatore struct {
	Username string   `json:"username"`
	Nome     string   `json:"nome"`
	Cognome  string   `json:"cognome"`
	Reparto  string   `json:"reparto"`
	Ruoli    []string `json:"ruoli"`
}
