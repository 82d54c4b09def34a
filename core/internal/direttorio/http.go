package direttorio

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Indirizzo of the page.
const Indirizzo = pagine.Base + "accesso"

// HTTP tries the directory and the provider of a command, for who may set them.
type HTTP struct {
	Direttori *Direttori
	Sessione  sessione.HTTP
}

// domanda is the body of POST /accesso/ldap/prova.
type domanda struct {
	Utente string `json:"utente"`
}

// ProvaLDAP serves POST /accesso/ldap/prova.
func (h HTTP) ProvaLDAP(c echo.Context) error {
	corpo, err := web.Decode[domanda](c)
	if err != nil {
		return err
	}
	p, err := h.prova(c.Request().Context(), corpo.Utente)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, p)
}

func (h HTTP) prova(ctx context.Context, utente string) (Prova, error) {
	if err := impostazione.Custode(ctx); err != nil {
		return Prova{}, err
	}
	t, _ := tenant.From(ctx)
	if err := h.annota(ctx, t.Nome, utente); err != nil {
		return Prova{}, err
	}
	return h.Direttori.Prova(ctx, t.Nome, utente)
}

// annota writes in the register that somebody is looked for in a directory: what cannot be written is not looked for.
func (h HTTP) annota(ctx context.Context, tenant, utente string) error {
	utente = operatore.Normalizza(utente)
	if utente != "" && !operatore.FormaValida(utente) {
		utente = "(nome non valido)"
	}
	return voce.Letture(h.Direttori.Impostazioni.Store.Pools, "direttorio")(ctx, tenant, utente, "")
}

// vista is what the page shows.
type vista struct {
	Utente string
	LDAP   *Prova
}

// Apri serves GET /accesso.
func (h HTTP) Apri(c echo.Context, _ sessione.Sessione) error { return h.mostra(c, vista{}) }

// PaginaLDAP serves POST /accesso/ldap.
func (h HTTP) PaginaLDAP(c echo.Context, _ sessione.Sessione) error {
	v := vista{Utente: c.FormValue("utente")}
	p, err := h.prova(c.Request().Context(), v.Utente)
	if err != nil {
		return err
	}
	v.LDAP = &p
	return h.mostra(c, v)
}

func (h HTTP) mostra(c echo.Context, v vista) error {
	return h.Sessione.Scrivi(c, "Accesso degli operatori", pagina(v))
}
