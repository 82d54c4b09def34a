package tenant

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// HTTP answers the REST routes of tenants.
type HTTP struct{ Servizio *Servizio }

// nuovo is the body of POST /tenant.
type nuovo struct {
	Nome          string `json:"nome"`
	Denominazione string `json:"denominazione"`
	CodiceFiscale string `json:"codiceFiscale"`
}

// modifica is the body of PUT /tenant/{nome}.
type modifica struct {
	Denominazione string `json:"denominazione"`
	CodiceFiscale string `json:"codiceFiscale"`
	Stato         string `json:"stato"`
	Versione      int    `json:"versione"`
}

// Elenca serves GET /tenant.
func (h HTTP) Elenca(c echo.Context) error {
	f, err := voce.LeggiFiltro(c.QueryParam)
	if err != nil {
		return err
	}
	pagina, err := h.Servizio.Elenca(c.Request().Context(), f)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, pagina)
}

// Trova serves GET /tenant/{nome}.
func (h HTTP) Trova(c echo.Context) error {
	t, err := h.Servizio.Trova(c.Request().Context(), c.Param("nome"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, t)
}

// Crea serves POST /tenant: 201, or 200 when it is there already with the same data. A creation that
// was cut goes on when it is asked for again.
func (h HTTP) Crea(c echo.Context) error {
	corpo, err := web.Decode[nuovo](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	esito, err := h.Servizio.Crea(ctx, Nuovo(corpo))
	if err != nil {
		return err
	}
	t, err := h.Servizio.Trova(ctx, corpo.Nome)
	if err != nil {
		return err
	}
	return c.JSON(esito.Stato(), t)
}

// Modifica serves PUT /tenant/{nome}.
func (h HTTP) Modifica(c echo.Context) error {
	corpo, err := web.DecodeAll[modifica](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, err := h.Servizio.Modifica(ctx, Tenant{Nome: c.Param("nome"), Denominazione: corpo.Denominazione,
		CodiceFiscale: corpo.CodiceFiscale, Stato: corpo.Stato, Versione: corpo.Versione})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, t)
}
