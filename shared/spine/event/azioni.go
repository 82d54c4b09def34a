package event

// VerbaleAzioni asks what may happen to a fine now, for the caller whose token comes along:
// chiedi.elaborazione.verbale.azioni.
const VerbaleAzioni = "verbale.azioni"

// DomandaAzioni is the payload of chiedi.elaborazione.verbale.azioni.
type DomandaAzioni struct {
	IDVerbale string `json:"idVerbale"`
}

// RispostaAzioni is what the caller may record about a fine by POST /verbali/{id}/eventi after the event Sequenza, and
// what not, in the order in which a fine usually lives it. It is also the answer of GET /verbali/{id}/azioni.
type RispostaAzioni struct {
	Sequenza int             `json:"sequenza"`
	Ammesse  []AzioneAmmessa `json:"ammesse"`
	Negate   []AzioneNegata  `json:"negate"`
}

// AzioneAmmessa is a kind of event that may be recorded, in words, with the fields of its request.
type AzioneAmmessa struct {
	Tipo   string        `json:"tipo"`
	Parole string        `json:"parole"`
	Campi  []CampoAzione `json:"campi"`
}

// CampoAzione is a field of the request of an event: Nome is its path there (dati.esito.fatto), Valori what it admits
// on this fine. Idempotenza and sequenza are in no list: every request has them.
type CampoAzione struct {
	Nome         string   `json:"nome"`
	Tipo         string   `json:"tipo"`
	Obbligatorio bool     `json:"obbligatorio"`
	Valori       []string `json:"valori,omitempty"`
}

// AzioneNegata is a kind of event that would be refused, with the rule that refuses it and the article where the rule
// names one.
type AzioneNegata struct {
	Tipo     string `json:"tipo"`
	Parole   string `json:"parole"`
	Regola   string `json:"regola"`
	Articolo string `json:"articolo"`
}

// The types of a field. An amount is in cents, an instant may be a day, a person is written as POST /verbali/{id}/eventi
// takes one; those from CampoPosizione to CampoInvio are the identifier of something that the fine has, a code of violation one
// of those among which a person chooses.
const (
	CampoTesto          = "TESTO"
	CampoData           = "DATA"
	CampoIstante        = "ISTANTE"
	CampoImporto        = "IMPORTO"
	CampoIntero         = "NUMERO"
	CampoSiNo           = "SI_NO"
	CampoScelta         = "SCELTA"
	CampoPersona        = "PERSONA"
	CampoPosizione      = "POSIZIONE"
	CampoAnomalia       = "ANOMALIA"
	CampoPagamento      = "PAGAMENTO"
	CampoRicorso        = "RICORSO"
	CampoInvio          = "INVIO"
	CampoIdentificativo = "IDENTIFICATIVO"
	// CampoCodiceViolazione is the codice of a row of the table of violations.
	CampoCodiceViolazione = "CODICE_VIOLAZIONE"
)
