// Command connessione is the portal of the platform: citizens and operators look a fine up here.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/connessione/internal/app"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
)

func main() { os.Exit(service.Run("connessione", app.Servi, app.Comandi()...)) }
