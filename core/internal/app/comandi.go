package app

import (
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/agente"
	"github.com/piattaforma-verbali/verbali/core/internal/chiave"
	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/correzioni"
	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/integratore"
	"github.com/piattaforma-verbali/verbali/core/internal/intervallo"
	"github.com/piattaforma-verbali/verbali/core/internal/morto"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/piattaforma"
	"github.com/piattaforma-verbali/verbali/core/internal/portale"
	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella/comando"
	"github.com/piattaforma-verbali/verbali/core/internal/tenant"
)

// Comandi is every command of core beside serving.
func Comandi() []*cobra.Command {
	esegui := func(cmd *cobra.Command, azione comandi.Azione) error { return comandi.Esegui(cmd, comune, azione) }
	tabelle := comando.Comando(esegui)
	tabelle.AddCommand(correzioni.Comando())
	return []*cobra.Command{
		piattaforma.Comando(), tenant.Comando(esegui), operatore.Comando(esegui), operatore.ComandoMolti(esegui), chiave.Comando(esegui),
		schedario.Comando(esegui, reparto.Dichiarazione), schedario.Comando(esegui, agente.Dichiarazione),
		schedario.Comando(esegui, ruolo.Dichiarazione),
		schedario.Comando(esegui, integratore.Dichiarazione), schedario.Comando(esegui, portale.Dichiarazione),
		schedario.Comando(esegui, intervallo.Dichiarazione), impostazione.Comando(esegui), tabelle,
		morto.Comando(esegui),
	}
}
