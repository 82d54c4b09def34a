// Package home is the first page of the web application: what this operator may do here.
package home

import (
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// HTTP answers the first page.
type HTTP struct{ Sessione sessione.HTTP }

// Pagina serves GET /CoreService/.
func (h HTTP) Pagina(c echo.Context, s sessione.Sessione) error {
	return h.Sessione.Scrivi(c, "Pagina iniziale", iniziale(pagina{
		Operatore: s.Operatore, Verbali: s.Puo(auth.PermessoVerbaleLeggi), Sezioni: s.Sezioni(),
	}))
}
