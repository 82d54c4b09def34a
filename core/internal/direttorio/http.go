package direttorio

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/sso"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Indirizzo of the page.
const Indirizzo = pagine.Base + "accesso"

// HTTP tries the directory and the provider of a command, for who may set them.
type HTTP struct {
	Direttori *Direttori
	Sessione  sessione.HTTP
	// Unico tries the provider that a command has set, for its operators or (portale) for the accounts of a portal.
	Unico func(ctx context.Context, tenant, portale string) (sso.Referto, error)
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

// domandaUnico is the body of POST /accesso/unico/prova.
type domandaUnico struct {
	Portale string `json:"portale"`
}

// ProvaUnico serves POST /accesso/unico/prova.
func (h HTTP) ProvaUnico(c echo.Context) error {
	corpo, err := web.Decode[domandaUnico](c)
	if err != nil {
		return err
	}
	r, err := h.provaUnico(c.Request().Context(), corpo.Portale)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
}

func (h HTTP) provaUnico(ctx context.Context, portale string) (sso.Referto, error) {
	if err := impostazione.Custode(ctx); err != nil {
		return sso.Referto{}, err
	}
	t, _ := tenant.From(ctx)
	portale = strings.ToLower(strings.TrimSpace(portale))
	if portale != "" && !formaPortale.MatchString(portale) {
		return sso.Referto{}, problem.CampoNonValido("portale", "non è il codice di un portale")
	}
	oggetto := cmp.Or(portale, "operatori")
	if err := voce.Letture(h.Direttori.Impostazioni.Store.Pools, "fornitore")(ctx, t.Nome, oggetto, ""); err != nil {
		return sso.Referto{}, err
	}
	return h.Unico(ctx, t.Nome, portale)
}

var formaPortale = regexp.MustCompile(`^[a-z][a-z0-9-]{1,39}$`)

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

	Portale string
	Unico   *sso.Referto
	Rifiuto pagine.Rifiuto
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

// PaginaUnico serves POST /accesso/unico.
func (h HTTP) PaginaUnico(c echo.Context, _ sessione.Sessione) error {
	v := vista{Portale: c.FormValue("portale")}
	r, err := h.provaUnico(c.Request().Context(), v.Portale)
	if err == nil {
		v.Unico = &r
		return h.mostra(c, v)
	}
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	v.Rifiuto = rifiuto
	return h.Sessione.Pagine.Scrivi(c, rifiuto.Codice(), h.Sessione.Cornice(c, "Accesso degli operatori"), pagina(v))
}

func (h HTTP) mostra(c echo.Context, v vista) error {
	return h.Sessione.Scrivi(c, "Accesso degli operatori", pagina(v))
}
