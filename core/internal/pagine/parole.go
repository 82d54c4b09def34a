package pagine

import (
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// Parola gives the words of a code; one that is not known is shown as it is.
func Parola(tabella map[string]string, codice string) string {
	if p, nota := tabella[codice]; nota {
		return p
	}
	return codice
}

// Quando writes an instant in Rome; nothing for none.
func Quando(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.In(calendario.Roma()).Format("02/01/2006 15:04")
}

// Quante counts things by their name: "1 voce", "2 voci".
func Quante(n int, una, tante string) string {
	if n == 1 {
		return "1 " + una
	}
	return strconv.Itoa(n) + " " + tante
}

// CursoreErrato is the refusal of a cursor that no page of the list gave.
func CursoreErrato() error {
	return problem.CampoNonValido("cursore", "non è un segnaposto di questo elenco")
}
