package integratore

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// HTTP answers the REST routes of integrators. The tenant is that of the context.
type HTTP struct{ Servizio *Servizio }

// nuovo is the body of POST /integratori.
type nuovo struct {
	Nome string `json:"nome"`
}

// modifica is the body of PUT /integratori/{id}.
type modifica struct {
	Nome     string `json:"nome"`
	Stato    string `json:"stato"`
	Versione int    `json:"versione"`
}

// Elenca serves GET /integratori.
func (h HTTP) Elenca(c echo.Context) error { return voce.RispondiElenco(c, h.Servizio.Elenca) }

// Trova serves GET /integratori/{id}.
func (h HTTP) Trova(c echo.Context) error { return voce.RispondiVoce(c, "id", h.Servizio.Trova) }

// Crea serves POST /integratori: 201, or 200 when one of that name is there already.
func (h HTTP) Crea(c echo.Context) error {
	corpo, err := web.Decode[nuovo](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	id, esito, err := h.Servizio.Crea(ctx, Integratore{Tenant: t.Nome, Nome: corpo.Nome})
	if err != nil {
		return err
	}
	i, err := h.Servizio.Trova(ctx, t.Nome, id)
	if err != nil {
		return err
	}
	return c.JSON(esito.Stato(), i)
}

// Modifica serves PUT /integratori/{id}.
func (h HTTP) Modifica(c echo.Context) error {
	corpo, err := web.DecodeAll[modifica](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	i, err := h.Servizio.Modifica(ctx, Integratore{Tenant: t.Nome, ID: c.Param("id"), Nome: corpo.Nome,
		Stato: corpo.Stato, Versione: corpo.Versione})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, i)
}
