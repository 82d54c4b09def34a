// Package problem is the one vocabulary of failures that a caller may read. A use case returns an
// *Error with a kind and an Italian sentence; shared/spine/web maps the kind to a status and writes it as
// application/problem+json (RFC 9457). Whatever is not an *Error is internal and never shown.
package problem

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind says what went wrong in terms that any door (HTTP, SOAP, NATS, command line) can map.
type Kind int

// The kinds, in the order of their HTTP status.
const (
	Internal Kind = iota
	BadRequest
	Unauthenticated
	Forbidden
	Missing
	WrongMethod
	Slow
	Conflicting
	Excessive
	WrongType
	Unprocessable
	TooManyRequests
	Unavailable
)

// Campo names one field of the caller's input and its fault, in Italian.
type Campo struct {
	Campo     string `json:"campo"`
	Messaggio string `json:"messaggio"`
}

// Error is a failure with a stable upper-case code and an Italian sentence for the caller.
type Error struct {
	Kind       Kind
	Codice     string
	Titolo     string
	Dettaglio  string
	Campi      []Campo
	RetryAfter time.Duration
	Ammessi    []string // methods allowed, for WrongMethod
	Causa      error    // for the log only, never shown
}

// Error gives code and sentence, with the fields at fault and the cause, for logs.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Codice + ": " + e.Dettaglio)
	for _, c := range e.Campi {
		b.WriteString("; " + c.Campo + ": " + c.Messaggio)
	}
	if e.Causa != nil {
		b.WriteString(": " + e.Causa.Error())
	}
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Causa }

// With returns a copy that remembers its cause for the log.
func (e *Error) With(causa error) *Error {
	c := *e
	c.Causa = causa
	return &c
}

// As finds the *Error in a chain; nil when there is none.
func As(err error) *Error {
	e, _ := errors.AsType[*Error](err)
	return e
}

// Sentence is what a person may read of a failure that a job left behind: an internal one is in the log alone.
func Sentence(err error) string {
	if e := As(err); e != nil && e.Kind != Internal {
		return e.Dettaglio
	}
	return "Errore interno: il motivo è nel log del servizio."
}

// Is reports whether err carries a *Error with this code.
func Is(err error, codice string) bool {
	e := As(err)
	return e != nil && e.Codice == codice
}

// Nuovo builds an error of any kind; the named constructors below are preferred.
func Nuovo(kind Kind, codice, titolo, dettaglio string) *Error {
	return &Error{Kind: kind, Codice: codice, Titolo: titolo, Dettaglio: dettaglio}
}

// NonValido is input that breaks the contract, with the fields at fault. 400.
func NonValido(campi ...Campo) *Error {
	e := Nuovo(BadRequest, "DATI_NON_VALIDI", "Dati non validi", "La richiesta contiene dati non validi.")
	e.Campi = campi
	if len(campi) == 1 {
		e.Dettaglio = fmt.Sprintf("Il campo %s non è valido: %s.", campi[0].Campo, strings.TrimSuffix(campi[0].Messaggio, "."))
	}
	return e
}

// CampoNonValido is NonValido for one field.
func CampoNonValido(campo, messaggio string) *Error {
	return NonValido(Campo{Campo: campo, Messaggio: messaggio})
}

// Malformata is input that cannot be read at all. 400.
func Malformata(dettaglio string) *Error {
	return Nuovo(BadRequest, "RICHIESTA_MALFORMATA", "Richiesta malformata", dettaglio)
}

// SenzaCredenziali is a missing, wrong or expired proof of identity: always the same words. 401.
func SenzaCredenziali() *Error {
	return Nuovo(Unauthenticated, "CREDENZIALI_NON_VALIDE", "Autenticazione richiesta",
		"Credenziali mancanti, errate o scadute.")
}

// Vietato is an identity without the permission asked for. 403.
func Vietato(codice, dettaglio string) *Error {
	return Nuovo(Forbidden, codice, "Operazione non consentita", dettaglio)
}

// NonTrovato names the thing and the key not found. 404.
func NonTrovato(cosa, chiave string) *Error {
	return Nuovo(Missing, "NON_TROVATO", "Non trovato", fmt.Sprintf("%s inesistente: %s", cosa, chiave))
}

// RottaAssente is a path that nothing answers. 404.
func RottaAssente() *Error {
	return Nuovo(Missing, "RISORSA_INESISTENTE", "Risorsa inesistente", "L'indirizzo richiesto non esiste.")
}

// MetodoNonAmmesso carries the methods of the Allow header. 405.
func MetodoNonAmmesso(ammessi ...string) *Error {
	e := Nuovo(WrongMethod, "METODO_NON_AMMESSO", "Metodo non ammesso",
		"Il metodo non è ammesso: usare "+strings.Join(ammessi, ", ")+".")
	e.Ammessi = ammessi
	return e
}

// TroppoLento is a body that did not arrive within its time. 408.
func TroppoLento() *Error {
	return Nuovo(Slow, "CORPO_TROPPO_LENTO", "Contenuto troppo lento", "Il contenuto non è arrivato per intero nel tempo concesso.")
}

// Conflitto is a request that the present state refuses; the code names the rule. 409.
func Conflitto(codice, dettaglio string) *Error {
	return Nuovo(Conflicting, codice, "Conflitto con lo stato attuale", dettaglio)
}

// TroppoGrande is a body over its limit, in bytes. 413.
func TroppoGrande(limite int64) *Error {
	return Nuovo(Excessive, "CORPO_TROPPO_GRANDE", "Contenuto troppo grande",
		fmt.Sprintf("Il contenuto supera il limite di %d byte.", limite))
}

// TipoNonAmmesso names the content type that is accepted. 415.
func TipoNonAmmesso(ammesso string) *Error {
	return Nuovo(WrongType, "TIPO_NON_AMMESSO", "Tipo di contenuto non ammesso", "Il contenuto deve essere "+ammesso+".")
}

// CompressoNonAmmesso refuses a content that is compressed, or coded otherwise (RFC 9110, 15.5.16). 415.
func CompressoNonAmmesso() *Error {
	return Nuovo(WrongType, "COMPRESSIONE_NON_AMMESSA", "Contenuto compresso", "Il contenuto va mandato com'è, senza Content-Encoding (gzip, deflate o altro).")
}

// NonElaborabile is well formed input of which nothing can be made; the code says what. 422.
func NonElaborabile(codice, dettaglio string) *Error {
	return Nuovo(Unprocessable, codice, "Richiesta non elaborabile", dettaglio)
}

// Troppe asks the caller to come back after the given time. 429.
func Troppe(dopo time.Duration) *Error {
	e := Nuovo(TooManyRequests, "TROPPE_RICHIESTE", "Troppe richieste", "Troppe richieste: riprovare più tardi.")
	e.RetryAfter = dopo
	return e
}

// NonDisponibile is a part that is away; the caller may retry. 503.
func NonDisponibile(codice, dettaglio string) *Error {
	e := Nuovo(Unavailable, codice, "Servizio non disponibile", dettaglio)
	e.RetryAfter = 5 * time.Second
	return e
}
