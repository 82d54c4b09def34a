package sanzione

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// Errore says which field of a Criterio found no row, and why: the error of package cds.
type Errore = cds.Errore

func errore(campo, motivo string) error { return &Errore{Campo: campo, Motivo: motivo} }

// ErroreRiga is a fault of a table that is being loaded: with the line of the file, or with the key of the
// row (codice and validoDa) where it comes from no file.
type ErroreRiga = foglio.ErroreRiga
