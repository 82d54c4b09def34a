package intervallo

import (
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// HTTP answers the REST routes of ranges. The tenant is that of the context.
type HTTP struct{ Servizio *Servizio }

// nuovo is the body of POST /intervalli.
type nuovo struct {
	Tipo              string `json:"tipo"`
	CodiceFiscaleEnte string `json:"codiceFiscaleEnte"`
	Segregazione      string `json:"segregazione"`
	Prefisso          string `json:"prefisso"`
}

// Elenca serves GET /intervalli.
func (h HTTP) Elenca(c echo.Context) error { return voce.RispondiElenco(c, h.Servizio.Elenca) }

// Trova serves GET /intervalli/{id}.
func (h HTTP) Trova(c echo.Context) error { return voce.RispondiVoce(c, "id", h.Servizio.Trova) }

// Crea serves POST /intervalli: 201, or 200 when the tenant has it already.
func (h HTTP) Crea(c echo.Context) error {
	corpo, err := web.Decode[nuovo](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	i, esito, err := h.Servizio.Crea(ctx, Intervallo{Tenant: t.Nome, Tipo: corpo.Tipo, CodiceFiscaleEnte: corpo.CodiceFiscaleEnte,
		Segregazione: corpo.Segregazione, Prefisso: corpo.Prefisso})
	if err != nil {
		return err
	}
	return c.JSON(esito.Stato(), i)
}
