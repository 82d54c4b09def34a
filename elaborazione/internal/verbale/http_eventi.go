package verbale

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// RegistraEvento answers POST /verbali/{id}/eventi: 201 for a new event, 200 for one that was there
// already.
func (h HTTP) RegistraEvento(c echo.Context) error {
	id, err := identificativo(c)
	if err != nil {
		return err
	}
	r, err := web.Decode[RichiestaEvento](c)
	if err != nil {
		return err
	}
	esito, nuovo, err := h.Service.RegistraEvento(c.Request().Context(), id, r, c.RealIP())
	if err != nil {
		return err
	}
	stato := http.StatusOK
	if nuovo {
		stato = http.StatusCreated
	}
	return c.JSON(stato, esito)
}
