// Command mobile serves the tablets of the officers.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"

	"github.com/piattaforma-verbali/verbali/mobile/internal/app"
	"github.com/piattaforma-verbali/verbali/mobile/migrazioni"
)

func main() {
	os.Exit(service.Run("mobile", app.Servi,
		service.Owner[app.Impostazioni]("mobile", db.Schema{}, db.Schema{Name: "mobile", Migrations: migrazioni.FS})))
}
