package problem

import (
	"net/http"
	"time"
)

// MediaType is the media type of a Documento.
const MediaType = "application/problem+json"

// Document is the body of RFC 9457 with this platform's three members: codice, errori, traccia.
// RiprovaTra (whole seconds) travels between modules only: over HTTP it is the header Retry-After.
type Document struct {
	Type       string  `json:"type"`
	Title      string  `json:"title"`
	Status     int     `json:"status"`
	Detail     string  `json:"detail"`
	Instance   string  `json:"instance,omitempty"`
	Codice     string  `json:"codice"`
	Errori     []Campo `json:"errori,omitempty"`
	Traccia    string  `json:"traccia,omitempty"`
	RiprovaTra int     `json:"riprovaTra,omitempty"`
}

// Status gives the HTTP status of a kind.
func (k Kind) Status() int {
	stati := [...]int{
		Internal:        http.StatusInternalServerError,
		BadRequest:      http.StatusBadRequest,
		Unauthenticated: http.StatusUnauthorized,
		Forbidden:       http.StatusForbidden,
		Missing:         http.StatusNotFound,
		WrongMethod:     http.StatusMethodNotAllowed,
		Slow:            http.StatusRequestTimeout,
		Conflicting:     http.StatusConflict,
		Excessive:       http.StatusRequestEntityTooLarge,
		WrongType:       http.StatusUnsupportedMediaType,
		Unprocessable:   http.StatusUnprocessableEntity,
		TooManyRequests: http.StatusTooManyRequests,
		Unavailable:     http.StatusServiceUnavailable,
	}
	if int(k) < 0 || int(k) >= len(stati) {
		return http.StatusInternalServerError
	}
	return stati[k]
}

// Describe turns any error into the document a caller may see. Errors that are not *Error become
// ERRORE_INTERNO without a word of theirs. instance is the request path, traccia the trace id.
func Describe(err error, instance, traccia string) Document {
	e := As(err)
	if e == nil {
		e = Nuovo(Internal, "ERRORE_INTERNO", "Errore interno",
			"Si è verificato un errore interno. Segnalare il codice di traccia all'assistenza.")
	}
	return Document{
		Type:       "urn:piattaforma-verbali:problema:" + e.Codice,
		Title:      e.Titolo,
		Status:     e.Kind.Status(),
		Detail:     e.Dettaglio,
		Instance:   instance,
		Codice:     e.Codice,
		Errori:     e.Campi,
		Traccia:    traccia,
		RiprovaTra: e.secondi(),
	}
}

// secondi is RetryAfter in whole seconds, never less than asked.
func (e *Error) secondi() int {
	return int((e.RetryAfter + time.Second - 1) / time.Second)
}

// Errore rebuilds the error of a document that another service answered (request/reply). A status
// that no kind has is internal.
func (d Document) Errore() *Error {
	e := &Error{Kind: Internal, Codice: d.Codice, Titolo: d.Title, Dettaglio: d.Detail, Campi: d.Errori,
		RetryAfter: time.Duration(d.RiprovaTra) * time.Second}
	for k := Internal; k <= Unavailable; k++ {
		if k.Status() == d.Status {
			e.Kind = k
		}
	}
	return e
}
