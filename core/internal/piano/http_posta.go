package piano

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// ChiediPosta serves GET /piano/posta: what would leave by post, before a person confirms it.
func (p Pagine) ChiediPosta(c echo.Context, _ sessione.Sessione) error {
	return p.posta(c, moduloPosta{})
}

// posta draws the confirmation, with a refusal if there is one.
func (p Pagine) posta(c echo.Context, m moduloPosta) error {
	ctx := c.Request().Context()
	gruppi, err := p.Store.Gruppi(ctx, filtro{})
	if err != nil {
		return err
	}
	if m.Proposti = proposti(gruppi); m.Proposti.Quanti > 0 {
		if err := p.Chiede(ctx, event.LottoAnteprima, lottoPosta(), &m.Anteprima); err != nil {
			return err
		}
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, titoloPosta), posta(m))
}

// MandaPosta serves POST /piano/posta: elaborazione makes the lot of what the plan proposes then.
func (p Pagine) MandaPosta(c echo.Context, _ sessione.Sessione) error {
	if c.FormValue("conferma") == "" {
		return p.posta(c, moduloPosta{Rifiuto: senzaConferma()})
	}
	lotto, rifiuto, err := p.manda(c.Request().Context())
	switch {
	case err != nil:
		return err
	case rifiuto.Stato != 0:
		return p.posta(c, moduloPosta{Rifiuto: rifiuto})
	}
	return c.Redirect(http.StatusSeeOther, lotto)
}
