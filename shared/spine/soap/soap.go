// Package soap reads and writes SOAP 1.1 and 1.2 messages, document/literal, on the server's side.
//
// Read turns a request into a small tree of elements and refuses what a service of ours never needs:
// document types, entities, processing instructions, deep nesting, other encodings, more than one
// operation. Reader then reads the operation strictly, field by field, in the order of its
// xsd:sequence, collecting every defect. ReadToken reads no more than the header, for a caller who is
// not known yet.
package soap

import (
	"encoding/xml"
	"errors"
	"mime"
	"net/http"
	"time"
)

// Version is the version of the SOAP protocol of a message.
type Version int

// The versions; the zero value is 1.1, in which a request that cannot be recognised is answered too.
const (
	V11 Version = iota
	V12
)

const (
	tipo11 = "text/xml"
	tipo12 = "application/soap+xml"

	spazioBusta11 = "http://schemas.xmlsoap.org/soap/envelope/"
	spazioBusta12 = "http://www.w3.org/2003/05/soap-envelope"
	spazioXSI     = "http://www.w3.org/2001/XMLSchema-instance"
)

// Spazio gives the namespace of the envelope.
func (v Version) Spazio() string {
	if v == V12 {
		return spazioBusta12
	}
	return spazioBusta11
}

// TipoMIME gives the Content-Type of an answer.
func (v Version) TipoMIME() string {
	if v == V12 {
		return tipo12 + "; charset=utf-8"
	}
	return tipo11 + "; charset=utf-8"
}

// VersionOf gives the version that a Content-Type asks to be answered in: 1.1 unless it is that of 1.2.
func VersionOf(contentType string) Version {
	if tipo, _, err := mime.ParseMediaType(contentType); err == nil && tipo == tipo12 {
		return V12
	}
	return V11
}

// Request is a request whose envelope was understood.
type Request struct {
	Versione    Version
	Azione      string         // SOAPAction (1.1) or the action parameter (1.2), without quotes; may be empty
	Operazione  xml.Name       // name of the only child of the body
	Corpo       *Element       // that child, namespaces resolved
	Credenziali *UsernameToken // nil when the request carries none
	Scade       time.Time      // of the wsu:Timestamp; zero when there is none

	charset string // of the Content-Type; empty: none
}

// FaultCode says whose fault it is, in the words of SOAP 1.1; SOAP 1.2 says Sender and Receiver.
type FaultCode string

// The codes of the two specifications.
const (
	Client          FaultCode = "Client"
	Server          FaultCode = "Server"
	MustUnderstand  FaultCode = "MustUnderstand"
	VersionMismatch FaultCode = "VersionMismatch"
)

// Codes (Sigla) of the faults that this package raises.
const (
	TipoNonAmmesso       = "TIPO_NON_AMMESSO"
	CorpoTroppoGrande    = "CORPO_TROPPO_GRANDE"
	CodificaNonAmmessa   = "CODIFICA_NON_AMMESSA"
	XMLNonValido         = "XML_NON_VALIDO"
	DTDNonAmmessa        = "DTD_NON_AMMESSA"
	IstruzioneNonAmmessa = "ISTRUZIONE_NON_AMMESSA"
	StrutturaEccessiva   = "STRUTTURA_ECCESSIVA"
	BustaNonValida       = "BUSTA_NON_VALIDA"
	IntestazioneIgnota   = "INTESTAZIONE_NON_COMPRESA"
	CredenzialiNonLette  = "CREDENZIALI_NON_AMMESSE"
	CredenzialiDiscordi  = "CREDENZIALI_DISCORDI"
	RichiestaScaduta     = "RICHIESTA_SCADUTA"
	LetturaInterrotta    = "LETTURA_INTERROTTA"
)

// Fault is a refusal that the caller reads. It is an error, so that it can travel as one.
type Fault struct {
	Codice    FaultCode
	Sigla     string   // stable upper-case code, one of those above or of the service
	Messaggio string   // Italian sentence
	Dettaglio Document // content of the detail element; nil for none
	Stato     int      // HTTP status when it is not that of the version (415); else 0
	Causa     error    // for the log only, never shown
}

// Error gives code and sentence, with the cause, for logs.
func (f *Fault) Error() string {
	testo := f.Sigla + ": " + f.Messaggio
	if f.Causa != nil {
		testo += ": " + f.Causa.Error()
	}
	return testo
}

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.Causa }

// As finds the *Fault in a chain; nil when there is none.
func As(err error) *Fault {
	f, _ := errors.AsType[*Fault](err)
	return f
}

// stato gives the HTTP status of a fault: 500 in SOAP 1.1 (section 6.2), 400 for the sender's faults
// in SOAP 1.2 (part 2, table 20).
func (f *Fault) stato(v Version) int {
	switch {
	case f.Stato != 0:
		return f.Stato
	case v == V12 && f.Codice == Client:
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

func rifiuto(sigla, messaggio string) *Fault {
	return &Fault{Codice: Client, Sigla: sigla, Messaggio: messaggio}
}
