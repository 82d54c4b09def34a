package verbale

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// Pagamenti answers POST /pagamenti: 201 for a new payment, 200 with the first answer for one that was
// there already.
func (h HTTP) Pagamenti(c echo.Context) error {
	r, err := web.Decode[RichiestaPagamento](c)
	if err != nil {
		return err
	}
	risposta, nuovo, err := h.Service.RegistraPagamento(c.Request().Context(), r)
	if err != nil {
		return err
	}
	stato := http.StatusOK
	if nuovo {
		stato = http.StatusCreated
	}
	return c.JSON(stato, risposta)
}
