package app

import (
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi/numeri"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi/ricalcolo"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi/stati"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi/verifica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/conservazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/storico"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// Comandi is every command of elaborazione beside serving.
func Comandi() []*cobra.Command {
	con := func(modo func(*cobra.Command, config.Settings, string, comandi.Azione) error) comandi.Esecutore {
		return func(cmd *cobra.Command, tenant string, azione comandi.Azione) error {
			impostazioni, err := config.Load[Impostazioni]()
			if err != nil {
				return err
			}
			return modo(cmd, impostazioni.Settings, tenant, azione)
		}
	}
	esegui, sempre := con(comandi.Esegui), con(comandi.EseguiSempre)
	return []*cobra.Command{storico.Comando(esegui), ricalcolo.Comando(sempre), numeri.Comando(sempre), verifica.Comando(esegui),
		conservazione.Comando(sempre, con(comandi.EseguiProprietario)), stati.Comando()}
}
