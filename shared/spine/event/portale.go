package event

// The steps of an access to a portal by its provider of identities.
const (
	PassoInizio  = "INIZIO"  // where to send the browser, and what it must bring back
	PassoRitorno = "RITORNO" // it came back: who is it
	PassoUscita  = "USCITA"  // where it ends its session at the provider
	PassoAvviso  = "AVVISO"  // the provider says that a session of its own is over: which
)

// DomandaPortale is the payload of chiedi.core.portale: core speaks with the portal's provider and judges its answer, so that
// the module that serves the pages vouches for nobody.
type DomandaPortale struct {
	Passo     string `json:"passo"`
	Portale   string `json:"portale"`
	Indirizzo string `json:"indirizzo"`         // of the caller
	Prova     string `json:"prova,omitempty"`   // what the browser was given at INIZIO
	Stato     string `json:"stato,omitempty"`   // the parameters that the provider sent back
	Codice    string `json:"codice,omitempty"`  // the same
	Iss       string `json:"iss,omitempty"`     // the same
	IDToken   string `json:"idToken,omitempty"` // what RITORNO gave, for USCITA
	Avviso    string `json:"avviso,omitempty"`  // the logout_token, as it came
}

// SessioneDelFornitore is a session at a provider of identities: that of SID, or at AVVISO without one every one of Soggetto.
// Avviso is the id of a notice, which is good once.
type SessioneDelFornitore struct {
	Emittente string `json:"emittente"`
	Soggetto  string `json:"soggetto,omitempty"`
	SID       string `json:"sid,omitempty"`
	Avviso    string `json:"avviso,omitempty"`
}

// RispostaPortale answers a step: Indirizzo and Prova at INIZIO, Accesso, IDToken and Sessione at RITORNO, Indirizzo (empty:
// nowhere) at USCITA, Sessione at AVVISO.
type RispostaPortale struct {
	Indirizzo string           `json:"indirizzo,omitempty"`
	Prova     string           `json:"prova,omitempty"`
	Accesso   *RispostaAccesso `json:"accesso,omitempty"`
	IDToken   string           `json:"idToken,omitempty"`

	Sessione *SessioneDelFornitore `json:"sessione,omitempty"`
}
