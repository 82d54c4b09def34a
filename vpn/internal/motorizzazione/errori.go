package motorizzazione

import (
	"errors"
	"fmt"
	"time"
)

// The kinds of failure. Every error of this package matches exactly one of them
// with errors.Is, except that ErrTargaEstera also matches ErrSconosciuta.
var (
	// ErrSconosciuta: the register answered that it holds nothing under this plate
	// or licence on that day. Final.
	ErrSconosciuta = errors.New("motorizzazione: non presente nel registro")
	// ErrTargaEstera: the register answered that another country gave the plate. Final.
	ErrTargaEstera = fmt.Errorf("%w: targa di un altro Stato", ErrSconosciuta)
	// ErrRifiutata: the question is malformed or not allowed, by our own check or
	// by the register's. Asking again changes nothing. Final.
	ErrRifiutata = errors.New("motorizzazione: richiesta rifiutata")
	// ErrNonDisponibile: no answer of the register could be had: time-out, 5xx, 429,
	// connection refused or cut, breaker open, no free slot, caller gone; or who
	// answered is not the register: a page of a proxy, a redirect, credentials
	// refused on the way. Transient; the cause is in the chain.
	ErrNonDisponibile = errors.New("motorizzazione: registro non disponibile")
	// ErrRispostaNonValida: the register answered and cannot be trusted: broken JSON,
	// fields missing, contradictory, too large. For a person to look at.
	ErrRispostaNonValida = errors.New("motorizzazione: risposta del registro non valida")
)

// Causes under ErrNonDisponibile that a caller may want to tell apart.
var (
	// ErrInterruttoreAperto: the register failed too often and is left alone for a while.
	ErrInterruttoreAperto = errors.New("interruttore aperto")
	// ErrSaturo: all slots of the network were taken for too long.
	ErrSaturo = errors.New("troppe richieste in corso verso il registro")
)

// Errore is the concrete type of every error of this package. Its text never
// holds a plate, a licence number or a name.
type Errore struct {
	Tipo      error         // one of the kinds above
	Codice    string        // code of the register's problem document, if any
	Stato     int           // HTTP status, 0 when none arrived
	Dettaglio string        // what was wrong, for the log
	Tentativi int           // HTTP attempts made by the call
	Nazione   string        // with ErrTargaEstera: country of the plate, ISO 3166-1 alpha-2, when the register says it
	Causa     error         // nil, or what lies under
	riprova   bool          // another attempt at once may succeed
	guasto    bool          // speaks against the network: counted by the breaker
	attendi   time.Duration // asked by Retry-After
}

// Error joins kind, status, detail and cause.
func (e *Errore) Error() string {
	testo := e.Tipo.Error()
	if e.Stato != 0 {
		testo += fmt.Sprintf(" (HTTP %d)", e.Stato)
	}
	if e.Codice != "" {
		testo += ": " + e.Codice
	}
	if e.Dettaglio != "" {
		testo += ": " + e.Dettaglio
	}
	if e.Causa != nil {
		testo += ": " + e.Causa.Error()
	}
	return testo
}

// Unwrap gives the kind and the cause.
func (e *Errore) Unwrap() []error {
	if e.Causa == nil {
		return []error{e.Tipo}
	}
	return []error{e.Tipo, e.Causa}
}

// come finds the *Errore of a chain.
func come(err error) *Errore {
	e, _ := errors.AsType[*Errore](err)
	return e
}

func rifiutata(dettaglio string) *Errore { return &Errore{Tipo: ErrRifiutata, Dettaglio: dettaglio} }

func nonValida(formato string, argomenti ...any) *Errore {
	return &Errore{Tipo: ErrRispostaNonValida, Dettaglio: fmt.Sprintf(formato, argomenti...)}
}

// transitoria is a failure of the network or the register worth another try.
func transitoria(dettaglio string, causa error) *Errore {
	return &Errore{Tipo: ErrNonDisponibile, Dettaglio: dettaglio, Causa: causa, riprova: true, guasto: true}
}

// estranea is an answer of somebody on the way to the register. What is wrong there
// does not mend itself within one call, and says nothing about the plate.
func estranea(dettaglio string) *Errore {
	return &Errore{Tipo: ErrNonDisponibile, Dettaglio: dettaglio, guasto: true}
}
