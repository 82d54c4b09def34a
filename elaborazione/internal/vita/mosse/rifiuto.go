package mosse

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// comeRifiuto gives every refusal of a rule the one code of this door.
func comeRifiuto(s vita.Stato, t verbale.TipoEvento, err error) error {
	e := problem.As(err)
	switch {
	case e == nil:
		return err
	case e.Codice == "TRANSIZIONE_NON_AMMESSA":
		return rifiutoTabella(s, t)
	case e.Kind == problem.Conflicting:
		return problem.Conflitto("TRANSIZIONE_NON_AMMESSA", strings.Replace(e.Dettaglio, "L'evento non", "L'evento "+t.InFrase()+" non", 1)).With(err)
	}
	return err
}

// rifiutoTabella names the rule of the table that the present axes do not meet: the row that is nearest.
func rifiutoTabella(s vita.Stato, t verbale.TipoEvento) error {
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
