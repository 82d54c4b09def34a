// Command tenantapi searches the fines of many commands, one database each, chosen by X-Realm.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"

	"github.com/piattaforma-verbali/verbali/tenantapi/internal/app"
	"github.com/piattaforma-verbali/verbali/tenantapi/migrazioni"
)

func main() {
	os.Exit(service.Run("tenantapi", app.Servi,
		service.Owner[app.Impostazioni]("tenantapi", db.Schema{}, db.Schema{Name: "tenantapi", Migrations: migrazioni.FS})))
}
