package registro

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

// Tenant finds the tenants that are served.
type Tenant interface {
	Cerca(ctx context.Context, nome string) (tenant.Tenant, error)
}

// HTTP answers the REST route of the register. An administrator of the platform names no tenant.
type HTTP struct {
	Servizio *Servizio
	Tenant   Tenant
}

// Elenca serves GET /registro.
func (h HTTP) Elenca(c echo.Context) error {
	f, err := LeggiFiltro(c.QueryParam)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if chi, _ := auth.Chi(ctx); chi.Tenant != "" {
		t, err := h.Tenant.Cerca(ctx, chi.Tenant)
		if err != nil {
			return err
		}
		ctx = tenant.Con(ctx, t)
	}
	pagina, err := h.Servizio.Leggi(ctx, f, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, pagina)
}
