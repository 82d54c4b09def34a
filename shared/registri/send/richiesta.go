package send

import (
	"slices"
	"time"
)

// Precarico asks for the place of a file (POST /delivery/attachments/preload, at most PrecarichiAlPiu a call).
type Precarico struct {
	Indice      string `json:"preloadIdx,omitempty"`
	ContentType string `json:"contentType,omitempty"`
	SHA256      string `json:"sha256"`
}

// Posto is the place of a file. The upload sends Segreto back byte for byte, and uses Indirizzo unchanged, for an hour.
type Posto struct {
	Indice    string `json:"preloadIdx,omitempty"`
	Segreto   string `json:"secret,omitempty"`
	Metodo    string `json:"httpMethod,omitempty"`
	Indirizzo string `json:"url,omitempty"`
	Chiave    string `json:"key,omitempty"`
}

// Richiesta is a new notification (POST /delivery/v2.6/requests).
type Richiesta struct {
	Protocollo     string         `json:"paProtocolNumber"`
	Token          string         `json:"idempotenceToken,omitempty"`
	Oggetto        string         `json:"subject"`
	Sommario       string         `json:"abstract,omitempty"`
	Destinatari    []Destinatario `json:"recipients"`
	Documenti      []Documento    `json:"documents"`
	Tariffa        string         `json:"notificationFeePolicy"`
	AnnullaIUN     string         `json:"cancelledIun,omitempty"`
	Carta          string         `json:"physicalCommunicationType"`
	Mittente       string         `json:"senderDenomination"`
	CodiceMittente string         `json:"senderTaxId"`
	Gruppo         string         `json:"group,omitempty"`
	Importo        *int           `json:"amount,omitempty"`
	Scadenza       string         `json:"paymentExpirationDate,omitempty"`
	Tassonomia     string         `json:"taxonomyCode"`
	Diritti        *int           `json:"paFee,omitempty"`
	IVA            *int           `json:"vat,omitempty"`
	Integrazione   string         `json:"pagoPaIntMode,omitempty"`
	Lingue         []string       `json:"additionalLanguages,omitempty"`
	Priorita       *int           `json:"physicalCommunicationPriority,omitempty"`
}

// Destinatario is a recipient; its recIndex is its place in Richiesta, from 0.
type Destinatario struct {
	Tipo          string             `json:"recipientType"`
	CodiceFiscale string             `json:"taxId"`
	Denominazione string             `json:"denomination"`
	Digitale      *IndirizzoDigitale `json:"digitalDomicile,omitempty"`
	Fisico        *IndirizzoFisico   `json:"physicalAddress,omitempty"`
	Pagamenti     []Pagamento        `json:"payments,omitempty"`
}

// IndirizzoDigitale is a digital domicile. A sender writes PEC; SEND may answer with another type.
type IndirizzoDigitale struct {
	Tipo      string `json:"type"`
	Indirizzo string `json:"address"`
}

// IndirizzoFisico is a place where paper goes.
type IndirizzoFisico struct {
	Presso      string `json:"at,omitempty"`
	Indirizzo   string `json:"address"`
	Dettagli    string `json:"addressDetails,omitempty"`
	CAP         string `json:"zip,omitempty"`
	Comune      string `json:"municipality"`
	Frazione    string `json:"municipalityDetails,omitempty"`
	Provincia   string `json:"province,omitempty"`
	StatoEstero string `json:"foreignState,omitempty"`
}

// Parti are the parts of an address that are there, in the order in which people read them.
func (i IndirizzoFisico) Parti() []string {
	return slices.DeleteFunc([]string{i.Presso, i.Indirizzo, i.Dettagli, i.Frazione, unite(i.CAP, i.Comune, i.Provincia), i.StatoEstero},
		func(p string) bool { return p == "" })
}

// Righe are the printed lines of an address, each of which has at most RigaIndirizzo characters.
func (i IndirizzoFisico) Righe() map[string]string {
	return map[string]string{"at": unite(i.Presso, i.Frazione), "addressDetails": i.Dettagli, "address": i.Indirizzo,
		"zip": unite(i.CAP, i.Comune, i.Provincia), "foreignState": i.StatoEstero}
}

func unite(parti ...string) (riga string) {
	for _, p := range parti {
		if p != "" && riga != "" {
			riga += " "
		}
		riga += p
	}
	return riga
}

// Pagamento is a way to pay. An F24 is not written by this platform.
type Pagamento struct {
	PagoPA *PagamentoPagoPA `json:"pagoPa,omitempty"`
}

// PagamentoPagoPA is a notice of payment of a creditor.
type PagamentoPagoPA struct {
	Avviso       string    `json:"noticeCode"`
	Creditore    string    `json:"creditorTaxId"`
	ApplicaCosti bool      `json:"applyCost"`
	Allegato     *Allegato `json:"attachment,omitempty"`
}

// Allegato is a file that was uploaded.
type Allegato struct {
	Impronta    Impronta     `json:"digests"`
	ContentType string       `json:"contentType"`
	Dove        Collocazione `json:"ref"`
}

// Impronta is a SHA-256 in base64.
type Impronta struct {
	SHA256 string `json:"sha256"`
}

// Collocazione is the place of a file and the version that its upload gave.
type Collocazione struct {
	Chiave   string `json:"key"`
	Versione string `json:"versionToken"`
}

// Documento is an act. Indice is digits in a string.
type Documento struct {
	Allegato
	Titolo string `json:"title,omitempty"`
	Indice string `json:"docIdx,omitempty"`
}

// Presa answers a new notification. It says only that the request is well formed.
type Presa struct {
	IDRichiesta string `json:"notificationRequestId"`
	Protocollo  string `json:"paProtocolNumber"`
	Token       string `json:"idempotenceToken,omitempty"`
}

// ValidazioneEntro is how long SEND takes to accept or refuse a request, at most.
const ValidazioneEntro = 24 * time.Hour

// What becomes of a request.
const (
	InValidazione = "WAITING"
	Accettata     = "ACCEPTED"
	Rifiutata     = "REFUSED"
)

// The names by which a request is asked for: its id, or both of the others.
const (
	PerID         = "notificationRequestId"
	PerProtocollo = "paProtocolNumber"
	PerToken      = "idempotenceToken"
)

// StatoRichiesta is a request as SEND keeps it, and what became of it. RiprovaFra is seconds.
type StatoRichiesta struct {
	Richiesta
	IDRichiesta string   `json:"notificationRequestId"`
	Stato       string   `json:"notificationRequestStatus"`
	RiprovaFra  int      `json:"retryAfter,omitempty"`
	IUN         string   `json:"iun,omitempty"`
	Errori      []Errore `json:"errors,omitempty"`
}
