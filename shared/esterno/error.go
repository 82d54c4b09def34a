package esterno

import (
	"errors"
	"fmt"
	"time"
)

// The kinds of failure. Every *Error matches exactly one of them with errors.Is.
var (
	// ErrNotFound: the system answered, in its own words, that it holds nothing under this key. Final.
	ErrNotFound = errors.New("non presente")
	// ErrRefused: the question is malformed or not allowed, by our own check or by the system's. Asking
	// again changes nothing. Final.
	ErrRefused = errors.New("richiesta rifiutata")
	// ErrUnavailable: no answer of the system could be had: time-out, 5xx, 429, connection refused or
	// cut, breaker open, no free place, caller gone; or somebody else answered: a page of a proxy, a
	// redirect, credentials refused on the way. Transient; the cause is in the chain.
	ErrUnavailable = errors.New("non disponibile")
	// ErrInvalidAnswer: the system answered and cannot be trusted: broken, fields missing,
	// contradictory, too large. For a person to look at.
	ErrInvalidAnswer = errors.New("risposta non valida")
)

// Causes under ErrUnavailable that a caller may want to tell apart.
var (
	// ErrOpen: the system failed too often and is left alone for a while.
	ErrOpen = errors.New("interruttore aperto")
	// ErrSaturated: all places, or all turns, were taken for too long.
	ErrSaturated = errors.New("troppe richieste in corso")
)

// Error is the concrete type of every error of a call. Its text never holds the key that was asked
// for, nor anything of an answer beside the system's own code.
type Error struct {
	System   string
	Kind     error  // one of the kinds above
	Code     string // the system's own error code, if any
	Status   int    // HTTP status, 0 when none arrived
	Detail   string // the fault, for the log
	Attempts int    // questions that left in the whole call; 0: none did
	Cause    error

	retry, fault bool
	after        time.Duration // asked for by Retry-After
}

// Error joins system, kind, status, code, detail and cause.
func (e *Error) Error() string {
	text := e.System + ": " + e.Kind.Error()
	if e.Status != 0 {
		text += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.Code != "" {
		text += ": " + e.Code
	}
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Wait is for how long the system asked to be left alone; zero where it did not say.
func (e *Error) Wait() time.Duration { return e.after }

// Unwrap gives the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}

// As finds the *Error of a chain; nil when there is none.
func As(err error) *Error {
	e, _ := errors.AsType[*Error](err)
	return e
}

// Refused is a question that must not leave.
func Refused(detail string) *Error { return &Error{Kind: ErrRefused, Detail: detail} }

// Invalid is an answer that cannot be trusted. The text names fields, never values.
func Invalid(format string, args ...any) *Error {
	return &Error{Kind: ErrInvalidAnswer, Detail: fmt.Sprintf(format, args...)}
}

// Transient is a failure of the network or the system worth another attempt.
func Transient(detail string, cause error) *Error {
	return &Error{Kind: ErrUnavailable, Detail: detail, Cause: cause, retry: true, fault: true}
}

// Stranger is an answer of somebody on the way to the system. A fault there does not mend itself
// within one call, and says nothing about the key.
func Stranger(detail string) *Error {
	return &Error{Kind: ErrUnavailable, Detail: detail, fault: true}
}
