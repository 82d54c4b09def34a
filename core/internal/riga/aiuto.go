package riga

import (
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// aiuto is cobra's usage in Italian.
const aiuto = `Uso:{{if .Runnable}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} COMANDO{{end}}{{if .HasAvailableSubCommands}}

Comandi:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Opzioni:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}

Le impostazioni sono quelle del servizio: core configurazione le mostra.
`

// Gruppo is a command that only holds others: core tenant, core operatore.
func Gruppo(nome, breve string, figli ...*cobra.Command) *cobra.Command {
	g := &cobra.Command{Use: nome, Short: breve, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	g.AddCommand(figli...)
	g.SetUsageTemplate(aiuto)
	for _, c := range append(figli, g) {
		c.Flags().BoolP("help", "h", false, "mostra questo aiuto")
	}
	return g
}

// Uno asks for one argument, named in the refusal.
func Uno(nome string) cobra.PositionalArgs { return Esatti(nome) }

// Esatti asks for these arguments and no other.
func Esatti(nomi ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < len(nomi) {
			return problem.CampoNonValido(nomi[len(args)], "manca")
		}
		if len(args) > len(nomi) {
			return problem.CampoNonValido(args[len(nomi)], "argomento di troppo")
		}
		return nil
	}
}
