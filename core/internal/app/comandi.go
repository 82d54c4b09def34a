package app

import (
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/anagrafe"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/piattaforma"
	"github.com/piattaforma-verbali/verbali/core/internal/riga"
	"github.com/piattaforma-verbali/verbali/core/internal/tenant"
)

// Comandi is every command of core beside serving.
func Comandi() []*cobra.Command {
	esegui := func(cmd *cobra.Command, azione riga.Azione) error { return riga.Esegui(cmd, comune, azione) }
	return append(
		[]*cobra.Command{piattaforma.Comando(), tenant.Comando(esegui), operatore.Comando(esegui)},
		anagrafe.Comandi(esegui)...)
}
