package intervallo

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/riga"
)

// Comando is core intervallo.
func Comando(esegui riga.Esecutore) *cobra.Command {
	var i Intervallo
	c := &cobra.Command{Use: "crea", Short: "assegna un intervallo di numeri di avviso", Args: riga.Esatti(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				_, esito, err := Nuovo(b.Piscine).Crea(ctx, i)
				return fmt.Sprintf("intervallo %s %s: %s", i.Segregazione, i.Prefisso, esito), err
			})
		}}
	c.Flags().StringVar(&i.Tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&i.CodiceFiscaleEnte, "codice-fiscale-ente", "", "ente creditore, 11 cifre; senza, quello del tenant")
	c.Flags().StringVar(&i.Segregazione, "segregazione", "", "codice di segregazione, 2 cifre (obbligatorio)")
	c.Flags().StringVar(&i.Prefisso, "prefisso", "", "prime cifre della base di 13, da 1 a 8 (obbligatorio)")
	return riga.Gruppo("intervallo", "gli intervalli dei numeri di avviso", c)
}
