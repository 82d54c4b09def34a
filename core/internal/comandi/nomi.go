package comandi

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// conOpzioni gives a failure the words of the command line: a field that is one of its options is
// called as the option is, codiceFiscale codice-fiscale.
func conOpzioni(cmd *cobra.Command, err error) error {
	e := problem.As(err)
	if e == nil {
		return err
	}
	detta := *e
	detta.Campi = slices.Clone(e.Campi)
	for i, c := range detta.Campi {
		opzione := NomeOpzione(c.Campo)
		if opzione == c.Campo || cmd.Flags().Lookup(opzione) == nil {
			continue
		}
		detta.Campi[i].Campo = opzione
		detta.Dettaglio = regexp.MustCompile(`\b`+regexp.QuoteMeta(c.Campo)+`\b`).ReplaceAllLiteralString(detta.Dettaglio, opzione)
	}
	return &detta
}

var maiuscola = regexp.MustCompile(`[A-Z]`)

// NomeOpzione turns the name of a field into that of an option.
func NomeOpzione(campo string) string {
	return maiuscola.ReplaceAllStringFunc(campo, func(m string) string { return "-" + strings.ToLower(m) })
}
