// Command tenantapi searches the fines of many commands, one database each, chosen by X-Realm.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/app"
)

func main() { os.Exit(servizio.Esegui("tenantapi", app.Servi)) }
