package app

import (
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/numeri"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ricalcolo"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/riga"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/storico"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// Comandi is every command of elaborazione beside serving.
func Comandi() []*cobra.Command {
	con := func(modo func(*cobra.Command, config.Settings, string, riga.Azione) error) riga.Esecutore {
		return func(cmd *cobra.Command, tenant string, azione riga.Azione) error {
			impostazioni, err := config.Load[Impostazioni]()
			if err != nil {
				return err
			}
			return modo(cmd, impostazioni.Settings, tenant, azione)
		}
	}
	esegui, sempre := con(riga.Esegui), con(riga.EseguiSempre)
	return []*cobra.Command{storico.Comando(esegui), ricalcolo.Comando(sempre), numeri.Comando(sempre)}
}
