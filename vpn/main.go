// Command vpn asks the closed networks: the national register of vehicles and licences.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"

	"github.com/piattaforma-verbali/verbali/vpn/internal/app"
	"github.com/piattaforma-verbali/verbali/vpn/migrazioni"
)

func main() {
	os.Exit(service.Run("vpn", app.Servi,
		service.Owner[app.Impostazioni]("vpn", db.Schema{}, db.Schema{Name: "vpn", Migrations: migrazioni.FS})))
}
