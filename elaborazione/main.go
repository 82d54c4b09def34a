// Command elaborazione is the life of the fine: insertion by SOAP, owner, act, history.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/app"
	"github.com/piattaforma-verbali/verbali/elaborazione/migrazioni"
)

func main() {
	os.Exit(service.Run("elaborazione", app.Servi, append(app.Comandi(),
		service.Owner[app.Impostazioni]("elaborazione", db.Schema{}, migrazioni.Tenant()))...))
}
