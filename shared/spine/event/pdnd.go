package event

import "time"

// The questions by which a module has the headers of a call to an e-service of PDND: elaborazione alone holds the
// commands' keys.
const (
	PdndVoucher = "voucher"
	PdndFirma   = "firma"
)

// DomandaVoucher is the payload of chiedi.elaborazione.voucher: the voucher for an e-service whose calls carry nothing else.
// It has no token of a caller, for work has none: who may ask is on the bus, and Attore and Motivo say for whom and why.
type DomandaVoucher struct {
	Tenant   string `json:"tenant"`
	EService string `json:"eService"` // its name in the settings of the command
	// Metodo and Indirizzo are those of the call, in a proof of DPoP. Indirizzo is without query: a key may stand there.
	Metodo    string `json:"metodo"`
	Indirizzo string `json:"indirizzo"`
	Attore    string `json:"attore"`              // account, or module that works by itself
	Motivo    string `json:"motivo"`              // as in the register of look-ups
	IDVerbale string `json:"idVerbale,omitempty"` // the fine it is for
	Lavoro    bool   `json:"lavoro,omitempty"`    // no person waits: a quarter of what PDND grants is left to those who do
	// Rifiutato is the IDVoucher of an answer that the e-service has just refused with 401: another one is made.
	Rifiutato string `json:"rifiutato,omitempty"`
}

// DomandaFirma is the payload of chiedi.elaborazione.firma: every header that the e-service asks for, for one call.
type DomandaFirma struct {
	DomandaVoucher
	// Digest is the SHA-256, in standard base64, of the body's bytes as they will be sent; empty without a body.
	Digest          string `json:"digest,omitempty"`
	ContentType     string `json:"contentType,omitempty"`     // as it will be sent
	ContentEncoding string `json:"contentEncoding,omitempty"` // the same; empty when the header is not sent
	Postazione      string `json:"postazione,omitempty"`      // the workstation (userLocation); empty: that of the settings
	Livello         string `json:"livello,omitempty"`         // how sure the person is (LoA); empty: that of the settings
}

// RispostaFirma answers both: what to put on the call. It is a credential, travels only as an answer and is kept nowhere.
type RispostaFirma struct {
	Intestazioni map[string]string `json:"intestazioni"` // by canonical name
	Scade        time.Time         `json:"scade"`        // of the voucher
	IDVoucher    string            `json:"idVoucher"`    // its jti, for the log and for Rifiutato
	PurposeID    string            `json:"purposeId"`    // for the log
}

// The questions of the page on PDND, for the operator whose token comes along.
const (
	PdndStato = "pdnd.stato"
	PdndProva = "pdnd.prova"
)

// DomandaStatoPdnd is the payload of chiedi.elaborazione.pdnd.stato.
type DomandaStatoPdnd struct{}

// DomandaProvaPdnd is the payload of chiedi.elaborazione.pdnd.prova, as POST /PdndService/voucher/{eservice}/prova.
type DomandaProvaPdnd struct {
	EService  string `json:"eService"`
	Indirizzo string `json:"indirizzo,omitempty"` // of the caller, for the audit
}

// EServiceProva is the question by which elaborazione has one harmless call made to an e-service that connessione calls.
const EServiceProva = "eservice.prova"

// DomandaProvaEService is the payload of chiedi.connessione.eservice.prova.
type DomandaProvaEService struct {
	Tenant   string `json:"tenant"`
	EService string `json:"eService"` // its name in the settings of the command
	Attore   string `json:"attore"`   // who tries
}

// RispostaProvaEService is what the e-service itself made of the call.
type RispostaProvaEService struct {
	Accettata bool   `json:"accettata"`
	Frase     string `json:"frase"` // Italian, for a person: the refusal, in the e-service's word and with what to look at
}

// StatoPdnd says of a command what works of its e-services and what expires: what the replica that answers has met since its
// start. Instants are UTC, days YYYY-MM-DD in Rome; the sentences are Italian, for a person.
type StatoPdnd struct {
	Avvertenze []string            `json:"avvertenze"` // what wants a person, the most urgent first
	Autorita   []AutoritaPdnd      `json:"autorita"`   // of the environments in use
	Client     []StatoClientPdnd   `json:"client"`
	EService   []StatoEServicePdnd `json:"eService"`
}

// AutoritaPdnd is the authorization server of an environment. ScartoMs is by how much our clock is ahead of its own, in
// milliseconds, measured from its Date; null until it has answered.
type AutoritaPdnd struct {
	Ambiente     string    `json:"ambiente"`
	Indirizzo    string    `json:"indirizzo"`
	Esito        string    `json:"esito"` // as esterno.State
	UltimoErrore string    `json:"ultimoErrore,omitempty"`
	ScartoMs     *int64    `json:"scartoMs"`
	Misurato     time.Time `json:"misurato,omitzero"`
}

// StatoClientPdnd is a client with its keys, the newest first.
type StatoClientPdnd struct {
	Nome     string            `json:"nome"`
	Ambiente string            `json:"ambiente"`
	ClientID string            `json:"clientId"`
	Chiavi   []StatoChiavePdnd `json:"chiavi"`
}

// The states of a key.
const (
	ChiavePdndInUso           = "IN_USO"
	ChiavePdndMaiUsata        = "MAI_USATA"
	ChiavePdndRifiutata       = "RIFIUTATA"
	ChiavePdndNonUtilizzabile = "NON_UTILIZZABILE"
)

// StatoChiavePdnd is a key; nothing of it is shown but its public name.
type StatoChiavePdnd struct {
	File     string    `json:"file"`
	Kid      string    `json:"kid,omitempty"` // empty when the file gives none
	Stato    string    `json:"stato"`
	Frase    string    `json:"frase"`
	Riuscita time.Time `json:"riuscita,omitzero"` // when PDND last took it
	Scade    string    `json:"scade,omitempty"`   // as the settings say
}

// The states of an e-service.
const (
	EServicePdndFunziona       = "FUNZIONA"
	EServicePdndMaiProvato     = "MAI_PROVATO"
	EServicePdndNonFunziona    = "NON_FUNZIONA"
	EServicePdndNonConfigurato = "NON_CONFIGURATO"
)

// StatoEServicePdnd is an e-service as the settings have it, and what became of its vouchers.
type StatoEServicePdnd struct {
	Nome         string    `json:"nome"`
	Client       string    `json:"client"`
	Finalita     string    `json:"finalita"`
	Audience     string    `json:"audience"`
	Schemi       []string  `json:"schemi"`
	DPoP         bool      `json:"dpop"`
	Stato        string    `json:"stato"`
	Frase        string    `json:"frase"`
	Riuscita     time.Time `json:"riuscita,omitzero"`     // of the last voucher had
	ScadeVoucher time.Time `json:"scadeVoucher,omitzero"` // of the same
	Errore       time.Time `json:"errore,omitzero"`       // of the last that was not had
	UltimoErrore string    `json:"ultimoErrore,omitempty"`
	Scade        string    `json:"scade,omitempty"` // as the settings say
	Chiesti      int64     `json:"chiesti"`         // vouchers had from PDND
	Serviti      int64     `json:"serviti"`         // calls that they served
}

// ProvaPdnd is what a try came to. Asserzione is the assertion that PDND has refused, for the debug page of its back office,
// which says why: it is good for two minutes, and for no call.
type ProvaPdnd struct {
	EService   string    `json:"eService"`
	Riuscita   bool      `json:"riuscita"`
	Frase      string    `json:"frase"`
	Kid        string    `json:"kid,omitempty"`
	Scade      time.Time `json:"scade,omitzero"` // of the voucher
	IDVoucher  string    `json:"idVoucher,omitempty"`
	Audience   []string  `json:"audience,omitempty"` // as the voucher says
	Asserzione string    `json:"asserzione,omitempty"`
}
