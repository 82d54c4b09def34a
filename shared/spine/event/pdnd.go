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
