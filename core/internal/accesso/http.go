package accesso

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// HTTP answers the routes of the realm.
type HTTP struct{ Firma *Firma }

// Chiavi serves GET /chiavi, the public key set.
func (h HTTP) Chiavi(c echo.Context) error {
	insieme, err := h.Firma.Insieme()
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=30")
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, insieme)
}
