package send

import "strings"

// Problema is SEND's refusal, often sent as application/json.
type Problema struct {
	Tipo      string   `json:"type,omitempty"`
	Stato     int      `json:"status"`
	Titolo    string   `json:"title,omitempty"`
	Dettaglio string   `json:"detail,omitempty"`
	Traccia   string   `json:"traceId,omitempty"`
	Istante   string   `json:"timestamp,omitempty"`
	Errori    []Errore `json:"errors"`
}

// Errore is one fault. RecIndex is the recipient's, in a refusal after validation.
type Errore struct {
	Codice    string `json:"code"`
	Elemento  string `json:"element,omitempty"`
	Dettaglio string `json:"detail,omitempty"`
	RecIndex  *int   `json:"recIndex,omitempty"`
}

// Gateway is the refusal of the gateway in front of SEND, which is no Problema.
type Gateway struct {
	Messaggio string `json:"message"`
}

// What the gateway says.
const (
	GatewaySenzaChiave = "Unauthorized"
	GatewayVietato     = "Forbidden"
	GatewayNegato      = "User is not authorized to access this resource with an explicit deny in an identity-based policy"
	GatewayTroppe      = "Too Many Requests"
)

// The codes of refusals at once. The codes of a single field continue that of a parameter, such as _PATTERN.
const (
	CorpoNonValido      = "PN_INVALID_BODY"
	ParametriNonValidi  = "PN_INVALID_PARAMETERS"
	Parametro           = "PN_GENERIC_INVALIDPARAMETER"
	ParametroRichiesto  = Parametro + "_REQUIRED"
	Duplicata           = Parametro + "_DUPLICATED"
	TassonomiaIgnota    = Parametro + "_TAXONOMYCODE"
	GruppoNonValido     = "PN_DELIVERY_INVALIDPARAMETER_GROUP"
	LinguaNonValida     = "PN_DELIVERY_INVALIDADDITIONALLANGS"
	LingueTroppe        = "PN_DELIVERY_REQUIREDADDITIONALLANG"
	SendSpento          = "PN_DELIVERY_SEND_IS_DISABLED"
	LimiteSuperato      = "PN_DELIVERY_NOTIFICATION_LIMIT_EXCEEDED"
	MittenteNonValido   = "PN_DELIVERY_INVALID_SENDER_TAX_ID"
	NotificaNonTrovata  = "PN_DELIVERY_NOTIFICATIONNOTFOUND"
	CostoNonTrovato     = "PN_DELIVERY_NOTIFICATIONCOSTNOTFOUND"
	NotificaAnnullata   = "PN_DELIVERY_NOTIFICATION_CANCELLED"
	NonAncoraAccettata  = "PN_DELIVERY_PUSH_NOTIFICATION_NOT_ACCEPTED"
	FileNonTrovato      = "PN_DELIVERY_FILEINFONOTFOUND"
	AttoNonTrovato      = "PN_DELIVERYPUSH_FILE_NOT_FOUND"
	AnagrafeNonRisponde = "PN_DELIVERY_ADECHECKCF"
	FlussoVietato       = "PN_WEBHOOK_FORBIDDEN"
	FlussoNonTrovato    = "PN_WEBHOOK_NOT_FOUND"
	FlussoAssente       = "PN_STREAM_STREAMNOTFOUND"
	FlussiTroppi        = "PN_WEBHOOK_MAXSTREAMSCOUNTREACHED"
	FlussoTroppoPresto  = "PN_STREAM_RETRY_AFTER_ERROR"
)

// The values of Errore.Elemento under Duplicata: the part of the request that SEND already has.
const (
	DoppioToken  = "Duplicated notification for senderPaId##paProtocolNumber##idempotenceToken"
	DoppioAvviso = "Duplicated notification for creditorTaxId##noticeCode"
	DoppioIUN    = "Duplicated notification for iun"
)

// The codes of refusals after validation; the list is open.
const (
	RifiutoFileAssente     = "FILE_NOTFOUND"
	RifiutoFileScaduto     = "FILE_GONE"
	RifiutoFileDiverso     = "FILE_SHA_ERROR"
	RifiutoNonPDF          = "FILE_PDF_INVALID_ERROR"
	RifiutoTroppoGrande    = "FILE_PDF_TOOBIG_ERROR"
	RifiutoF24             = "F24_METADATA_NOT_VALID"
	RifiutoCodiceFiscale   = "TAXID_NOT_VALID"
	RifiutoDestinatario    = "RECIPIENT_ID_NOT_VALID"
	RifiutoIndirizzo       = "NOT_VALID_ADDRESS"
	RifiutoSenzaIndirizzo  = "ADDRESS_NOT_FOUND"
	RifiutoRicerca         = "ADDRESS_SEARCH_FAILED"
	RifiutoPagamento       = "PAYMENT_NOT_VALID"
	RifiutoTroppiFogli     = "SENDER_DISABLED_MORE_THAN_20_GRAMS"
	RifiutoServizioAssente = "SERVICE_UNAVAILABLE"
)

// Rifiuti lists the known codes of refusals after validation.
func Rifiuti() []string {
	return []string{RifiutoFileAssente, RifiutoFileScaduto, RifiutoFileDiverso, RifiutoNonPDF, RifiutoTroppoGrande, RifiutoF24, RifiutoCodiceFiscale,
		RifiutoDestinatario, RifiutoIndirizzo, RifiutoSenzaIndirizzo, RifiutoRicerca, RifiutoPagamento, RifiutoTroppiFogli, RifiutoServizioAssente}
}

// SenzaPrefisso gives the key of a file without safestorage://, as addresses have it.
func SenzaPrefisso(chiave string) string { return strings.TrimPrefix(chiave, "safestorage://") }
