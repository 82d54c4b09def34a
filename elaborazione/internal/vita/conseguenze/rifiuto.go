package conseguenze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
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
	righe := vita.RigheDi(t)
	vicina := slices.MinFunc(righe, func(a, b vita.Transizione) int {
		return cmp.Compare(len(contrasta(&a, s.Assi)), len(contrasta(&b, s.Assi)))
	})
	serve := "lo stato che ne seguirebbe non è previsto"
	if perche := contrasta(&vicina, s.Assi); len(perche) > 0 {
		serve = "serve " + strings.Join(perche, "; ")
	}
	e := problem.Conflitto("TRANSIZIONE_NON_AMMESSA", fmt.Sprintf("L'evento %s non è ammesso: %s. Regola: «%s»", t.InFrase(), serve, vicina.Significato))
	return e.With(vita.NonAmmessa(s, t))
}

// contrasta lists the axes that the row does not admit, with the states that it does.
func contrasta(t *vita.Transizione, a vita.Assi) (perche []string) {
	perche = append(perche, serve("procedura", t.Procedura.Da, a.Procedura, verbale.Procedura.InFrase)...)
	perche = append(perche, serve("debito", t.Debito.Da, a.Debito, verbale.Debito.InFrase)...)
	perche = append(perche, serve("ricorso", t.Ricorso.Da, a.Ricorso, verbale.Ricorso.InFrase)...)
	perche = append(perche, serve("punti", t.Punti.Da, a.Punti, verbale.Punti.InFrase)...)
	return append(perche, serve("riscossione", t.Riscossione.Da, a.Riscossione, verbale.Riscossione.InFrase)...)
}

func serve[S ~string](asse string, da []S, adesso S, parola func(S) string) []string {
	if len(da) == 0 || slices.Contains(da, adesso) {
		return nil
	}
	nomi := make([]string, 0, len(da))
	for _, x := range da {
		if nome := "«" + parola(x) + "»"; x != "" && !slices.Contains(nomi, nome) {
			nomi = append(nomi, nome)
		}
	}
	return []string{fmt.Sprintf("%s %s, è «%s»", asse, strings.Join(nomi, " o "), parola(adesso))}
}
