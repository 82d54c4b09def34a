package pdnd

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// HTTP answers PdndService.
type HTTP struct{ Service *Service }

// Stato serves GET /stato: e-services, purposes, keys, what expires.
func (h HTTP) Stato(c echo.Context) error {
	r, err := h.Service.StatoDi(c.Request().Context())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
}

// Prova serves POST /voucher/{eservice}/prova.
func (h HTTP) Prova(c echo.Context) error {
	r, err := h.Service.Prova(c.Request().Context(), event.DomandaProvaPdnd{EService: c.Param("eservice"), Indirizzo: c.RealIP()})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
}
