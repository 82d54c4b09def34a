package esitopostale

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// HTTP answers the routes of outcome files.
type HTTP struct{ Service *Service }

// Carica answers POST /esitiPostali.
func (h HTTP) Carica(c echo.Context) error {
	esci, err := h.Service.Porta.entra(c.Request().Context())
	if err != nil {
		return err
	}
	defer esci()
	file, err := corpo(c.Request())
	if err != nil {
		return err
	}
	e, err := h.Service.Carica(c.Request().Context(), file, c.Request().Header.Get(echo.HeaderContentType), c.RealIP())
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, strings.TrimSuffix(c.Request().URL.Path, "/")+"/"+e.ID.String())
	return c.JSON(http.StatusAccepted, e)
}

// Dettaglio answers GET /esitiPostali/{id}.
func (h HTTP) Dettaglio(c echo.Context) error {
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return problem.NonTrovato("file di esiti", c.Param("id"))
	}
	quante, err := web.PageSize(c)
	if err != nil {
		return err
	}
	stato := verbale.StatoRiga(c.QueryParam("stato"))
	if !ammesso(stato) {
		return problem.CampoNonValido("stato", "non è lo stato di una riga")
	}
	d, err := h.Service.Dettaglio(c.Request().Context(), id, stato, c.QueryParam("cursore"), quante)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, d)
}
