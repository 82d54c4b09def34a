package send

import "time"

// DaScaricare says where a file is now: at Indirizzo, which is good for a short while and is called without SEND's headers, or nowhere for
// RiprovaFra seconds. SEND gives SHA256 (base64) and ContentType for what the sender uploaded, never for legal facts.
type DaScaricare struct {
	Nome        string  `json:"filename"`
	ContentType string  `json:"contentType,omitempty"`
	Lunghezza   float64 `json:"contentLength"` // bytes; a decimal in the contract of legal facts
	SHA256      string  `json:"sha256,omitempty"`
	Indirizzo   string  `json:"url,omitempty"`
	RiprovaFra  float64 `json:"retryAfter,omitempty"` // seconds
}

// VoceAtto is a legal fact in the list of a notification.
type VoceAtto struct {
	IUN           string         `json:"iun"`
	CodiceFiscale string         `json:"taxId,omitempty"`
	Atto          AttoOpponibile `json:"legalFactsId"`
}

// Ricevuta answers a request to cancel. Its HTTP status is always 202; the code of a detail says the outcome.
type Ricevuta struct {
	Stato    string           `json:"status"`
	Dettagli []DettaglioStato `json:"details,omitempty"`
}

// DettaglioStato is a code of a Ricevuta.
type DettaglioStato struct {
	Codice    string `json:"code"`
	Livello   string `json:"level,omitempty"`
	Dettaglio string `json:"detail,omitempty"`
}

// The answers to a request to cancel.
const (
	AnnullamentoAccolto = "NOTIFICATION_CANCELLATION_ACCEPTED"
	GiaAnnullata        = "NOTIFICATION_ALREADY_CANCELLED" // asked already, perhaps not effective yet
	AnnullaRifiutata    = "NOTIFICATION_REFUSED"
)

// Costo is what a notification costs under a notice of payment, in euro cents. Parziale is SEND's fee and paper before VAT; Totale
// has the sender's fee and the VAT of paper too. The dates are of no legal use.
type Costo struct {
	IUN        string    `json:"iun,omitempty"`
	Parziale   *int      `json:"partialPrice,omitempty"`
	Totale     *int      `json:"totalPrice,omitempty"`
	IVA        *int      `json:"vat,omitempty"`
	Diritti    *int      `json:"paFee,omitempty"`
	TariffaS   *int      `json:"sendFee,omitempty"`
	Carta      *int      `json:"analogCost,omitempty"`
	Decorrenza time.Time `json:"refinementDate,omitzero"`
	Vista      time.Time `json:"notificationViewDate,omitzero"`
}

// Pagamenti tells SEND what was paid elsewhere (POST /delivery/events/payment/pagopa). SEND refuses all of them for one pair of creditor
// and notice that it does not know.
type Pagamenti struct {
	Eventi []Pagato `json:"events"`
}

// Pagato is one payment. Data is an instant in UTC.
type Pagato struct {
	Avviso    string    `json:"noticeCode"`
	Creditore string    `json:"creditorTaxId"`
	Data      time.Time `json:"paymentDate"`
	Importo   int       `json:"amount"` // euro cents
}
