package impostazione

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// HTTP answers the REST routes of settings. The tenant is that of the context.
type HTTP struct{ Servizio *Servizio }

// modifica is the body of PUT /impostazioni/{chiave}.
type modifica struct {
	Valore   json.RawMessage `json:"valore"`
	ValidaDa string          `json:"validaDa,omitempty"`
}

// elenco is the answer of GET /impostazioni.
type elenco struct {
	Elementi []Voce `json:"elementi"`
}

// Elenca serves GET /impostazioni.
func (h HTTP) Elenca(c echo.Context) error {
	t, _ := tenant.From(c.Request().Context())
	tutte, err := h.Servizio.Elenca(c.Request().Context(), t.Nome)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, elenco{Elementi: tutte})
}

// Trova serves GET /impostazioni/{chiave}.
func (h HTTP) Trova(c echo.Context) error { return voce.RispondiVoce(c, "chiave", h.Servizio.Trova) }

// Imposta serves PUT /impostazioni/{chiave}.
func (h HTTP) Imposta(c echo.Context) error {
	corpo, err := web.DecodeAll[modifica](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	i := Impostazione{Tenant: t.Nome, Chiave: c.Param("chiave"), Valore: string(corpo.Valore), ValidaDa: corpo.ValidaDa}
	if _, err := h.Servizio.Imposta(ctx, i, false); err != nil {
		return err
	}
	return h.Trova(c)
}

// Ritira serves DELETE /impostazioni/{chiave}/{validaDa}.
func (h HTTP) Ritira(c echo.Context) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	i := Impostazione{Tenant: t.Nome, Chiave: c.Param("chiave"), ValidaDa: c.Param("validaDa")}
	if err := h.Servizio.Ritira(ctx, i); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
