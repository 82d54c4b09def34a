// Command elaborazione is the life of the fine: insertion by SOAP, owner, act, history.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/app"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
)

func main() { os.Exit(service.Run("elaborazione", app.Servi, app.Comandi()...)) }
