package voce

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Tabella reads a list page after page and writes it as the command line prints it: one entry a line,
// columns aligned.
func Tabella[T any](colonne []string, pagina func(Filtro) (Pagina[T], error), riga func(T) []string) (string, error) {
	var testo strings.Builder
	w := tabwriter.NewWriter(&testo, 0, 0, 2, ' ', 0)
	scrivi := func(celle []string) { _, _ = fmt.Fprintln(w, strings.Join(celle, "\t")) } // a Builder does not fail
	scrivi(colonne)
	for f := (Filtro{Dimensione: dimensioneMassima}); ; {
		p, err := pagina(f)
		if err != nil {
			return "", err
		}
		for _, e := range p.Elementi {
			scrivi(riga(e))
		}
		if p.Cursore == "" {
			break
		}
		f, _ = f.dopo(p.Cursore)
	}
	_ = w.Flush()
	return strings.TrimRight(testo.String(), "\n"), nil
}
