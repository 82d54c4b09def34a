// Package rifiuto says in words why the table of states, or a rule, does not let an event happen.
package rifiuto

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Come gives every refusal of a rule the one code of this door.
func Come(s vita.Stato, t verbale.TipoEvento, err error) error {
	e := problem.As(err)
	switch {
	case e == nil:
		return err
	case e.Codice == "TRANSIZIONE_NON_AMMESSA":
		return DiTabella(s, t)
	case e.Kind == problem.Conflicting:
		return problem.Conflitto("TRANSIZIONE_NON_AMMESSA", strings.Replace(e.Dettaglio, "L'evento non", "L'evento "+t.InFrase()+" non", 1)).With(err)
	}
	return err
}

// DiTabella names the rule of the table that the present axes do not meet: the row that is nearest.
func DiTabella(s vita.Stato, t verbale.TipoEvento) error {
	righe := transizioni.Di(t)
	vicina := slices.MinFunc(righe, func(a, b transizioni.Transizione) int {
		return cmp.Compare(a.Contrari(s.Assi), b.Contrari(s.Assi))
	})
	serve := "lo stato che ne seguirebbe non è previsto"
	if perche := vicina.Contrasta(s.Assi); len(perche) > 0 {
		serve = "serve " + strings.Join(perche, "; ")
	}
	e := problem.Conflitto("TRANSIZIONE_NON_AMMESSA", fmt.Sprintf("L'evento %s non è ammesso: %s. Regola: «%s»", t.InFrase(), serve, vicina.Significato))
	return e.With(vita.NonAmmessa(s, t))
}
