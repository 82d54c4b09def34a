package piattaforma

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
)

// attesaServer is how long the servers are waited for.
const attesaServer = 60 * time.Second

// Comando is core piattaforma.
func Comando() *cobra.Command {
	attesa := attesaServer
	prepara := &cobra.Command{Use: "prepara", Args: comandi.Esatti(),
		Short: "prepara PostgreSQL e NATS: ruoli, banche dati, stream; si può ripetere",
		RunE: func(cmd *cobra.Command, _ []string) error {
			impostazioni, err := config.Load[Impostazioni]()
			if err != nil {
				return err
			}
			return Preparazione{Impostazioni: impostazioni, Attesa: attesa, Uscita: cmd.OutOrStdout()}.Esegui(cmd.Context())
		}}
	prepara.Flags().DurationVar(&attesa, "attesa", attesaServer, "quanto attendere i server")
	return comandi.Gruppo("piattaforma", "i server della piattaforma", prepara)
}
