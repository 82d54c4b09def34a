package service

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// aiuto is cobra's usage in Italian.
const aiuto = `Uso:{{if .Runnable}}
  {{.UseLine}} [OPZIONI]{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} COMANDO{{end}}{{if .HasAvailableSubCommands}}

Comandi:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Opzioni:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}

Le impostazioni sono quelle del servizio: {{.Root.Name}} configurazione le mostra.
`

// inItaliano gives a command line the Italian help, on every command of it.
func inItaliano(radice *cobra.Command) {
	radice.CompletionOptions.DisableDefaultCmd = true
	radice.SetUsageTemplate(aiuto)
	radice.SetHelpCommand(&cobra.Command{Use: "help", Hidden: true, // said by --help
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Root().Help() }})
	conAiuto(radice)
}

func conAiuto(c *cobra.Command) {
	c.DisableFlagsInUseLine = true // the template says so, in Italian
	if c.HasSubCommands() {
		c.Args = nessunComando
	}
	if c.Flags().Lookup("help") == nil {
		c.Flags().BoolP("help", "h", false, "mostra questo aiuto")
	}
	for _, figlio := range c.Commands() {
		conAiuto(figlio)
	}
}

// nessunComando refuses an unknown command of a service, or of a group of commands.
func nessunComando(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("comando %q sconosciuto: %s --help mostra quelli che ci sono", args[0], cmd.CommandPath())
}

// stampaErrore says a failure once. The sentence of a problem with one field at fault names it already.
func stampaErrore(w io.Writer, nome string, err error) {
	testo := err.Error()
	if p := problem.As(err); p != nil {
		testo = strings.Replace(testo, p.Error(), frase(p), 1)
	}
	_, _ = fmt.Fprintf(w, "%s: %s\n", nome, testo)
}

func frase(p *problem.Error) string {
	parti := []string{p.Codice + ": " + p.Dettaglio}
	if len(p.Campi) > 1 {
		for _, c := range p.Campi {
			parti = append(parti, c.Campo+": "+c.Messaggio)
		}
	}
	testo := strings.Join(parti, "\n  ")
	if p.Causa != nil {
		testo += ": " + p.Causa.Error()
	}
	return testo
}
