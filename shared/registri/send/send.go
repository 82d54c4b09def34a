// Package send holds the wire format of SEND (Piattaforma Notifiche Digitali, PagoPA), the API for senders: its client and its simulator
// write and read these types. The shapes are those of the bundle api-external-b2b-pa of pagopa/pn-delivery, requests 2.6, sent
// notifications 2.9, streams 2.9. Amounts are euro cents; instants have their zone.
package send

import (
	"encoding/base64"
	"regexp"
)

// The versions of the API in use; each is a part of an address, as /delivery/v2.6/requests.
const (
	VersioneRichieste = "v2.6"
	VersioneNotifiche = "v2.9"
	VersioneFlussi    = "v2.9"
)

// The first parts of addresses, after the base.
const (
	Delivery   = "delivery"
	Push       = "delivery-push"
	Progressi  = "delivery-progresses"
	VersioneP  = "v2.0" // of cancellation and of the list of legal facts
	VersionePr = "v2.3" // of prices
)

// Headers of the API.
const (
	IntestazioneChiave     = "x-api-key"
	IntestazioneAttesa     = "retry-after" // of streams: milliseconds
	IntestazioneSegreto    = "x-amz-meta-secret"
	IntestazioneControllo  = "x-amz-checksum-sha256" // base64 of the raw digest
	IntestazioneVersioneID = "x-amz-version-id"
)

// Media types of what is uploaded.
const (
	TipoPDF  = "application/pdf"
	TipoJSON = "application/json"
)

// Limits of the API: items of a preload, characters of a printed line of an address and of a denomination, events of a page.
const (
	PrecarichiAlPiu    = 15
	RigaIndirizzo      = 44
	Denominazione      = 88
	OggettoAlPiu       = 134
	SommarioAlPiu      = 1024
	EventiAlPiu        = 50
	IstanteDigitaleOre = 21 // a digital delivery after nine in the evening of Rome counts as of the day after
)

// The kinds of recipient.
const (
	PersonaFisica    = "PF"
	PersonaGiuridica = "PG"
)

// How costs are asked, how payments are integrated, and how paper travels.
const (
	TariffaFissa          = "FLAT_RATE"
	TariffaConsegna       = "DELIVERY_MODE"
	IntegrazioneNessuna   = "NONE"
	IntegrazioneSincrona  = "SYNC"
	IntegrazioneAsincrona = "ASYNC"
	Carta890              = "REGISTERED_LETTER_890"
	CartaAR               = "AR_REGISTERED_LETTER"
)

// TariffaSend is SEND's fee of a notification, in euro cents (D.M. 30/5/2022 art. 4); IVAUsuale is the VAT of paper, in percent.
const (
	TariffaSend = 100
	IVAUsuale   = 22
)

// Tassonomie are the taxonomy codes of acts of a command of a municipality or of a province (tassonomia-send.md): P, where the act
// asks for a payment, N where it does not.
func Tassonomie() []string {
	return []string{"010101P", "010103N", "010102P", "010104N", "010701P", "010702N", "070101P"}
}

// EServicePdnd names SEND among the PDND e-services of a command, for keys that require a voucher.
const EServicePdnd = "send"

var (
	formaIUN   = regexp.MustCompile(`^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}-[0-9]{6}-[A-Z]-[0-9]$`)
	formaID    = regexp.MustCompile(`^[A-Za-z0-9+/=]{36}$`)
	formaSHA   = regexp.MustCompile(`^([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{44})$`)
	formaChi   = regexp.MustCompile(`^(safestorage://)?[A-Za-z0-9._-]+$`)
	formaPasso = regexp.MustCompile(`^0[0-9]{37}$`)
)

// IUN reports that a text has the form of the number of a legal notification. The number of an informal notification ends in a letter and
// is no IUN here: such a notification has no legal effect.
func IUN(s string) bool { return formaIUN.MatchString(s) }

// IDRichiesta reports that a text has the form of a notificationRequestId.
func IDRichiesta(s string) bool { return formaID.MatchString(s) }

// SHA256 reports that a text has the form of a digest: base64, not hexadecimal.
func SHA256(s string) bool { return formaSHA.MatchString(s) }

// ChiaveFile reports that a text has the form of the key of a file.
func ChiaveFile(s string) bool { return len(s) <= 512 && formaChi.MatchString(s) }

// IDEvento reports that a text has the form of the id of an event of a stream: 38 digits, the first 0.
func IDEvento(s string) bool { return formaPasso.MatchString(s) }

// IDDi is the notificationRequestId that SEND derives from an IUN. Only the simulator uses it: a client takes the IUN from the acceptance
// alone.
func IDDi(iun string) string { return base64.StdEncoding.EncodeToString([]byte(iun)) }

// VersioneDi is the version of a stream as addresses have it: v2.9 for v29.
func VersioneDi(v string) string {
	if len(v) < 3 || v[0] != 'v' || v[2] == '.' {
		return v
	}
	return v[:2] + "." + v[2:]
}
