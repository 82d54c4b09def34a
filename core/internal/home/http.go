// Package home is the first page of the web application: what this operator may do here.
package home

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale"
)

// HTTP answers the first page. Code gives what waits for a person in the tenant of the context.
type HTTP struct {
	Sessione sessione.HTTP
	Code     func(ctx context.Context) ([]verbale.Coda, error)
}

// Pagina serves GET /CoreService/.
func (h HTTP) Pagina(c echo.Context, s sessione.Sessione) (err error) {
	p := pagina{Operatore: s.Operatore, Verbali: s.Puo(auth.PermessoVerbaleLeggi), Sezioni: s.Sezioni()}
	if _, scelto := tenant.From(c.Request().Context()); scelto && s.Puo(auth.PermessoVerbaleDecidi) {
		p.Decide = true
		if p.Code, err = h.Code(c.Request().Context()); err != nil {
			return err
		}
	}
	return h.Sessione.Scrivi(c, "Pagina iniziale", iniziale(p))
}
