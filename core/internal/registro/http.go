package registro

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Tenant finds the tenants that are served.
type Tenant interface {
	Find(ctx context.Context, nome string) (tenant.Tenant, error)
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
	if chi, _ := auth.From(ctx); chi.Tenant != "" {
		t, err := h.Tenant.Find(ctx, chi.Tenant)
		if err != nil {
			return err
		}
		ctx = tenant.With(ctx, t)
	}
	pagina, err := h.Servizio.Leggi(ctx, f, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, pagina)
}
