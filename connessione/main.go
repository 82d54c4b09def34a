// Command connessione is the portal of the platform: citizens and operators look a fine up here.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/shared/spine/service"

	"github.com/piattaforma-verbali/verbali/connessione/internal/app"
	"github.com/piattaforma-verbali/verbali/connessione/migrazioni"
)

func main() {
	os.Exit(service.Run("connessione", app.Servi, append(app.Comandi(),
		service.Owner[app.Impostazioni]("connessione", migrazioni.Piattaforma(), migrazioni.Tenant()))...))
}
