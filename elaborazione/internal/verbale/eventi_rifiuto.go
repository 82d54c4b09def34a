package verbale

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// ammette reports that a row of the table admits the event from the present axes.
func (s Stato) ammette(t Tipo) bool {
	_, _, ok := s.passo(t, Assi{})
	return ok
}

// comeRifiuto gives every refusal of a rule the one code of this door.
func comeRifiuto(s Stato, t Tipo, err error) error {
	e := problem.As(err)
	switch {
	case e == nil:
		return err
	case e.Codice == "TRANSIZIONE_NON_AMMESSA":
		return rifiutoTabella(s, t)
	case e.Kind == problem.Conflicting:
		return problem.Conflitto("TRANSIZIONE_NON_AMMESSA", strings.Replace(e.Dettaglio, "L'evento non", "L'evento "+parolaEvento(t)+" non", 1)).With(err)
	}
	return err
}

// rifiutoTabella names the rule of the table that the present axes do not meet: the row that is nearest.
func rifiutoTabella(s Stato, t Tipo) error {
	righe := righeDi(t)
	vicina := slices.MinFunc(righe, func(a, b Transizione) int {
		return cmp.Compare(len(a.contrasta(s.Assi)), len(b.contrasta(s.Assi)))
	})
	serve := "lo stato che ne seguirebbe non è previsto"
	if perche := vicina.contrasta(s.Assi); len(perche) > 0 {
		serve = "serve " + strings.Join(perche, "; ")
	}
	e := problem.Conflitto("TRANSIZIONE_NON_AMMESSA", fmt.Sprintf("L'evento %s non è ammesso: %s. Regola: «%s»", parolaEvento(t), serve, vicina.Significato))
	return e.With(nonAmmessa(s, t))
}

// contrasta lists the axes that the row does not admit, with the states that it does.
func (t *Transizione) contrasta(a Assi) (perche []string) {
	perche = append(perche, serve("procedura", t.Procedura.Da, a.Procedura, parolaProcedura)...)
	perche = append(perche, serve("debito", t.Debito.Da, a.Debito, parolaDebito)...)
	perche = append(perche, serve("ricorso", t.Ricorso.Da, a.Ricorso, parolaRicorso)...)
	perche = append(perche, serve("punti", t.Punti.Da, a.Punti, parolaPunti)...)
	return append(perche, serve("riscossione", t.Riscossione.Da, a.Riscossione, parolaRiscossione)...)
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
