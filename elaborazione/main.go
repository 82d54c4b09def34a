// Command elaborazione is the life of the fine: insertion by SOAP, owner, act, history.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/app"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
)

func main() { os.Exit(servizio.Esegui("elaborazione", app.Servi, app.Comandi()...)) }
