package reparto

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// HTTP answers the REST routes of departments. The tenant is that of the context.
type HTTP struct{ Servizio *Servizio }

// nuovo is the body of POST /reparti.
type nuovo struct {
	Codice      string `json:"codice"`
	Descrizione string `json:"descrizione"`
}

// modifica is the body of PUT /reparti/{codice}.
type modifica struct {
	Descrizione string `json:"descrizione"`
	Stato       string `json:"stato"`
	Versione    int    `json:"versione"`
}

// Elenca serves GET /reparti.
func (h HTTP) Elenca(c echo.Context) error { return voce.RispondiElenco(c, h.Servizio.Elenca) }

// Trova serves GET /reparti/{codice}.
func (h HTTP) Trova(c echo.Context) error { return voce.RispondiVoce(c, "codice", h.Servizio.Trova) }

// Crea serves POST /reparti: 201, or 200 when it is there already with the same data.
func (h HTTP) Crea(c echo.Context) error {
	corpo, err := web.Decode[nuovo](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	esito, err := h.Servizio.Crea(ctx, Reparto{Tenant: t.Nome, Codice: corpo.Codice, Descrizione: corpo.Descrizione})
	if err != nil {
		return err
	}
	r, err := h.Servizio.Trova(ctx, t.Nome, corpo.Codice)
	if err != nil {
		return err
	}
	return c.JSON(esito.Stato(), r)
}

// Modifica serves PUT /reparti/{codice}.
func (h HTTP) Modifica(c echo.Context) error {
	corpo, err := web.DecodeAll[modifica](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	r, err := h.Servizio.Modifica(ctx, Reparto{Tenant: t.Nome, Codice: c.Param("codice"), Descrizione: corpo.Descrizione,
		Stato: corpo.Stato, Versione: corpo.Versione})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
}
