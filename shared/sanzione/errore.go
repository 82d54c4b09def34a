package sanzione

import (
	"errors"
	"fmt"
)

const maxErrori = 100

// Errore says which field of a Criterio found no row, and why. Campo is its lowerCamelCase name;
// Motivo an Italian sentence.
type Errore struct {
	Campo  string
	Motivo string
}

// Error writes "campo: motivo".
func (e *Errore) Error() string { return e.Campo + ": " + e.Motivo }

// ErroreRiga is a fault of a table that is being loaded. Riga counts from 1, the header.
type ErroreRiga struct {
	Riga   int
	Campo  string
	Motivo string
}

// Error writes "riga 12, minCent: motivo".
func (e *ErroreRiga) Error() string { return fmt.Sprintf("riga %d, %s: %s", e.Riga, e.Campo, e.Motivo) }

func erroreRiga(riga int, campo, motivo string) error {
	return &ErroreRiga{Riga: riga, Campo: campo, Motivo: motivo}
}

// riga is the line of an error, 0 when it has none.
func riga(err error) int {
	if e, ok := errors.AsType[*ErroreRiga](err); ok {
		return e.Riga
	}
	return 0
}
