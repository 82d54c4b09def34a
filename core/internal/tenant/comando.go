package tenant

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/riga"
)

// Comando is core tenant.
func Comando(esegui func(*cobra.Command, riga.Azione) error) *cobra.Command {
	var n Nuovo
	crea := &cobra.Command{Use: "crea NOME", Short: "crea un tenant: riga, banca dati, avviso ai servizi", Args: riga.Uno("NOME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			n.Nome = args[0]
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				esito, err := Nuova(b.Piscine).Crea(ctx, n)
				return fmt.Sprintf("tenant %s: %s", n.Nome, esito), err
			})
		}}
	crea.Flags().StringVar(&n.Denominazione, "denominazione", "", "nome per esteso del comando (obbligatoria)")
	crea.Flags().StringVar(&n.CodiceFiscale, "codice-fiscale", "", "codice fiscale dell'ente creditore, 11 cifre")
	return riga.Gruppo("tenant", "i comandi serviti dalla piattaforma", crea)
}
