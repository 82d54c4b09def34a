package mosse

import (
	"cmp"
	"errors"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Parole is a refusal in words.
func Parole(err error) string {
	if err == nil {
		return ""
	}
	e, ok := errors.AsType[*problem.Error](err)
	if !ok {
		return err.Error()
	}
	var testi []string
	for _, c := range e.Campi {
		testi = append(testi, c.Messaggio)
	}
	return strings.TrimSuffix(cmp.Or(strings.Join(testi, "; "), e.Dettaglio), ".")
}
