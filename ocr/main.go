// Command ocr reads plates, return receipts, payment slips and paper notices from images.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/ocr/internal/app"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
)

func main() { os.Exit(servizio.Esegui("ocr", app.Servi)) }
