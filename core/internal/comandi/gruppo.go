package comandi

import (
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Esecutore runs the action of a command on its bench: Esegui, with the settings of the service.
type Esecutore func(*cobra.Command, Azione) error

// Gruppo is a command that only holds others: core tenant, core operatore.
func Gruppo(nome, breve string, figli ...*cobra.Command) *cobra.Command {
	g := &cobra.Command{Use: nome, Short: breve,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	g.AddCommand(figli...)
	return g
}

// Esatti asks for these arguments and no other; the refusal names the missing one.
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
