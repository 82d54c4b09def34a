// Command tenantapi searches the fines of many commands, one database each, chosen by X-Realm.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/app"
)

func main() { os.Exit(service.Run("tenantapi", app.Servi)) }
