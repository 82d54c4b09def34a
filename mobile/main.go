// Command mobile serves the tablets of the officers.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/mobile/internal/app"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
)

func main() { os.Exit(servizio.Esegui("mobile", app.Servi)) }
