// Command ocr reads plates, return receipts, payment slips and paper notices from images.
package main

import (
	"os"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"

	"github.com/piattaforma-verbali/verbali/ocr/internal/app"
	"github.com/piattaforma-verbali/verbali/ocr/migrazioni"
)

func main() {
	os.Exit(service.Run("ocr", app.Servi,
		service.Owner[app.Impostazioni]("ocr", db.Schema{}, db.Schema{Name: "ocr", Migrations: migrazioni.FS})))
}
