package interessato

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// HTTP answers the REST route.
type HTTP struct{ Servizio Servizio }

// Raccogli serves POST /interessato: a tax code does not travel in an address.
func (h HTTP) Raccogli(c echo.Context) error {
	d, err := web.DecodeAll[Domanda](c)
	if err != nil {
		return err
	}
	x, err := h.Servizio.Raccogli(c.Request().Context(), d, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, x)
}
