// Command mobile serves the tablets of the officers.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/mobile/internal/app"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
)

func main() { os.Exit(service.Run("mobile", app.Servi)) }
