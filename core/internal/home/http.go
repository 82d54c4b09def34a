package home

import (
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// HTTP answers the first page.
type HTTP struct {
	Store    Store
	Sessione sessione.HTTP
}

// Pagina serves GET /CoreService/. An administrator of the platform sees the tenants.
func (h HTTP) Pagina(c echo.Context, s sessione.Sessione) error {
	p := pagina{Operatore: s.Operatore, Verbali: s.Puo(auth.PermessoVerbaleLeggi), Piattaforma: s.Puo(auth.PermessoTenant)}
	if p.Piattaforma {
		tenants, err := h.Store.Tenant(c.Request().Context())
		if err != nil {
			return err
		}
		p.Tenant = tenants
	}
	return h.Sessione.Scrivi(c, "Pagina iniziale", iniziale(p))
}
