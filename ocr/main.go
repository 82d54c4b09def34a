// Command ocr reads plates, return receipts, payment slips and paper notices from images.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/ocr/internal/app"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
)

func main() { os.Exit(service.Run("ocr", app.Servi)) }
