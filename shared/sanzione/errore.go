package sanzione

import "github.com/piattaforma-verbali/verbali/shared/foglio"

// Errore says which field of a Criterio found no row, and why. Campo is its lowerCamelCase name;
// Motivo an Italian sentence.
type Errore struct {
	Campo  string
	Motivo string
}

// Error writes "campo: motivo".
func (e *Errore) Error() string { return e.Campo + ": " + e.Motivo }

// ErroreRiga is a fault of a table that is being loaded: with the line of the file, or with the key of the
// row (codice and validoDa) where it comes from no file.
type ErroreRiga = foglio.ErroreRiga
