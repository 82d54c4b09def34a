// Package stati is elaborazione stati: the states of a fine and the events that move it, printed from the table that decides.
package stati

import (
	"io"

	"github.com/spf13/cobra"
)

const aiuto = `Scrive in Markdown, dalla tabella che decide, gli stati del verbale con i loro disegni (Mermaid) e ogni evento: che cosa vuol
dire, chi può registrarlo, da quali stati e verso quali. Non tocca alcuna banca dati.`

// Comando is elaborazione stati. It needs no database.
func Comando() *cobra.Command {
	return &cobra.Command{Use: "stati", Short: "gli stati del verbale e gli eventi che li cambiano", Long: aiuto, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), pagina())
			return err
		}}
}
