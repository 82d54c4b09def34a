package pratica

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// HTTP answers the routes on which something is recorded.
type HTTP struct{ Service *Service }

// RegistraEvento answers POST /verbali/{id}/eventi: 201 for a new event, 200 for one recorded
// already.
func (h HTTP) RegistraEvento(c echo.Context) error {
	id, err := ufficio.Identificativo(c)
	if err != nil {
		return err
	}
	r, err := web.Decode[mosse.RichiestaEvento](c)
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

// Azioni answers GET /verbali/{id}/azioni.
func (h HTTP) Azioni(c echo.Context) error {
	id, err := ufficio.Identificativo(c)
	if err != nil {
		return err
	}
	r, err := h.Service.Azioni(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
}

// Pagamenti answers POST /pagamenti: 201 for a new payment, 200 with the first answer for one recorded
// already.
func (h HTTP) Pagamenti(c echo.Context) error {
	r, err := web.Decode[conseguenze.RichiestaPagamento](c)
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
