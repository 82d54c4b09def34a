package testkit

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Rifiutato fails unless err is a refusal with this code that names the field; an empty one: no field
// at all.
func Rifiutato(tb testing.TB, err error, codice, campo string) {
	tb.Helper()
	e := problem.As(err)
	if e == nil || e.Codice != codice {
		tb.Fatalf("%v, want %s", err, codice)
	}
	nominato := slices.ContainsFunc(e.Campi, func(c problem.Campo) bool { return c.Campo == campo })
	if campo == "" && len(e.Campi) > 0 || campo != "" && !nominato {
		tb.Errorf("fields %v, want %q", e.Campi, campo)
	}
}
