package consultazione

import (
	"net/http"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// HTTP answers the routes on which a fine is read.
type HTTP struct{ Service *Service }

// Verbale answers GET /verbali/{id}.
func (h HTTP) Verbale(c echo.Context) error {
	id, err := ufficio.Identificativo(c)
	if err != nil {
		return err
	}
	v, err := h.Service.Mostra(c.Request().Context(), id, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}

// Eventi answers GET /verbali/{id}/eventi.
func (h HTTP) Eventi(c echo.Context) error {
	id, err := ufficio.Identificativo(c)
	if err != nil {
		return err
	}
	eventi, err := h.Service.Storia(c.Request().Context(), id, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"eventi": eventi})
}

// PDF answers GET /verbali/{id}/pdf, of one position with ?posizione=.
func (h HTTP) PDF(c echo.Context) error {
	id, err := ufficio.Identificativo(c)
	if err != nil {
		return err
	}
	posizione := uuid.Nil
	if testo := c.QueryParam("posizione"); testo != "" {
		if posizione, err = uuid.Parse(testo); err != nil {
			return problem.CampoNonValido("posizione", "non è un identificativo")
		}
	}
	d, pdf, err := h.Service.PDF(c.Request().Context(), id, posizione, c.RealIP())
	if err != nil {
		return err
	}
	c.Response().Header().Set("ETag", `"`+d.SHA256+`"`)
	return web.Document(c, d.Nome, pdf)
}
