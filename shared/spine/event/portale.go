package event

// The steps of an access to a portal by its provider of identities.
const (
	PassoInizio  = "INIZIO"  // where to send the browser, and what it must bring back
	PassoRitorno = "RITORNO" // it came back: who is it
	PassoUscita  = "USCITA"  // where it ends its session at the provider
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
}

// RispostaPortale answers a step: Indirizzo and Prova at INIZIO, Accesso and IDToken at RITORNO, Indirizzo (empty: nowhere) at
// USCITA.
type RispostaPortale struct {
	Indirizzo string           `json:"indirizzo,omitempty"`
	Prova     string           `json:"prova,omitempty"`
	Accesso   *RispostaAccesso `json:"accesso,omitempty"`
	IDToken   string           `json:"idToken,omitempty"`
}
