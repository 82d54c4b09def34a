package accesso

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/core/internal/chiave"
)

// HTTP answers the routes of the realm.
type HTTP struct{ Chiavi *chiave.Portachiavi }

// Insieme serves GET /chiavi, the public key set.
func (h HTTP) Insieme(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "public, max-age=30")
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, h.Chiavi.Insieme())
}
