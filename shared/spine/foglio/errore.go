package foglio

import (
	"errors"
	"fmt"
	"slices"
)

// ErroreRiga is a fault of a table that is being loaded. Campo is the column, or "riga", "testata" or
// "file"; Motivo an Italian sentence without a full stop.
type ErroreRiga struct {
	// Riga counts the lines of the file from 1, the header; 0 where there is none to name.
	Riga int
	// Chiave is the key of a row that comes from no file.
	Chiave string
	Campo  string
	Motivo string
}

// Error writes "riga 12, minCent: motivo", or "146-3/2027-01-01, minCent: motivo".
func (e *ErroreRiga) Error() string {
	switch {
	case e.Riga > 0:
		return fmt.Sprintf("riga %d, %s: %s", e.Riga, e.Campo, e.Motivo)
	case e.Chiave != "":
		return e.Chiave + ", " + e.Campo + ": " + e.Motivo
	default:
		return e.Campo + ": " + e.Motivo
	}
}

// Unisci joins the faults by line, at most 100 of them; none is nil.
func Unisci(errori []error) error {
	slices.SortStableFunc(errori, func(a, b error) int { return linea(a) - linea(b) })
	return errors.Join(errori[:min(len(errori), maxErrori)]...)
}

// linea is the line of an error, 0 when it has none.
func linea(err error) int {
	if e, ok := errors.AsType[*ErroreRiga](err); ok {
		return e.Riga
	}
	return 0
}
