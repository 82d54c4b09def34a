// Command core is the operators' web application and the realm of the platform; its commands prepare
// the servers and fill the register.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/shared/spine/service"

	"github.com/piattaforma-verbali/verbali/core/internal/app"
	"github.com/piattaforma-verbali/verbali/core/migrazioni"
)

func main() {
	os.Exit(service.Run("core", app.Servi, append(app.Comandi(),
		service.Owner[app.Impostazioni]("core", migrazioni.Piattaforma(), migrazioni.Tenant()))...))
}
