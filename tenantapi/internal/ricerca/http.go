package ricerca

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
	"github.com/piattaforma-verbali/verbali/shared/web"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/registro"
)

// Handler is the HTTP door of the search.
type Handler struct {
	Service Service
	Diario  *registro.Diario
	Chi     func(echo.Context) (auth.Identita, error)
	Aperto  bool // the reserved filter needs no token
}

// RichiedeRealm reads X-Realm before method, path and body of everything but the paths given, and
// puts the tenant into the context (design, section 6).
func RichiedeRealm(tenants *tenant.Registro, tranne ...string) echo.MiddlewareFunc {
	return func(prossimo echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if slices.Contains(tranne, c.Request().URL.Path) {
				return prossimo(c)
			}
			nome, err := realm(c.Request().Header.Values(web.IntestazioneRealm))
			if err != nil {
				return err
			}
			ctx := c.Request().Context()
			t, err := tenants.Cerca(ctx, nome)
			if err != nil {
				return err //nolint:wrapcheck // unknown or suspended
			}
			c.SetRequest(c.Request().WithContext(tenant.Con(ctx, t)))
			return prossimo(c)
		}
	}
}

// Ricerca answers POST /api/verbale/ricerca.
func (h Handler) Ricerca(c echo.Context) error {
	r, err := web.Leggi[Richiesta](c)
	if err != nil {
		return err //nolint:wrapcheck // a problem already
	}
	attore, err := h.attore(c, r)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	pagina, err := h.Service.Ricerca(ctx, r)
	if err != nil {
		return err
	}
	t, _ := tenant.Da(ctx)
	if err := h.Diario.Annota(ctx, t, db.Accesso{Attore: attore, Azione: "RICERCA", OggettoTipo: "verbali",
		Motivo: r.criteri(), Esito: pagina.esito(), Indirizzo: c.RealIP()}); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, pagina)
}

// attore names the caller for the audit. The filter by tax code is for who shows a token of this
// tenant with the permission, unless the setting opens it.
func (h Handler) attore(c echo.Context, r Richiesta) (string, error) {
	if r.CodiceFiscale == "" || h.Aperto {
		return "anonimo", nil
	}
	riservato := problem.Vietato("RISERVATO", "La ricerca per codice fiscale richiede un token del comando.")
	chi, err := h.Chi(c)
	if err != nil {
		return "", riservato.Con(err)
	}
	t, _ := tenant.Da(c.Request().Context())
	if chi.Tenant != t.Nome || !chi.Puo(auth.PermessoRicerca) {
		return "", riservato
	}
	return chi.Utente, nil
}
