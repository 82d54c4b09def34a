package app

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// voceREST is a noun of the register seen by programs.
type voceREST interface {
	Elenca(c echo.Context) error
	Trova(c echo.Context) error
	Crea(c echo.Context) error
	Modifica(c echo.Context) error
}

// vocePagine is the same noun seen by operators.
type vocePagine interface {
	Elenco(c echo.Context, s sessione.Sessione) error
	Nuovo(c echo.Context, s sessione.Sessione) error
	Apri(c echo.Context, s sessione.Sessione) error
	Crea(c echo.Context, s sessione.Sessione) error
	Modifica(c echo.Context, s sessione.Sessione) error
}

// rest registers the four routes of a noun, which one permission opens.
func (a *App) rest(nome, chiave string, v voceREST, p auth.Permission, opzioni ...web.Option) {
	g := a.Web.Group(nome)
	opzioni = append(opzioni, web.Permission(p))
	g.Add(http.MethodGet, "", v.Elenca, opzioni...)
	g.Add(http.MethodPost, "", v.Crea, opzioni...)
	g.Add(http.MethodGet, "/:"+chiave, v.Trova, opzioni...)
	g.Add(http.MethodPut, "/:"+chiave, v.Modifica, opzioni...)
}

// porta lets operators with one of the permissions into a page (sessione.HTTP).
type porta func(f sessione.Gestore, permessi ...auth.Permission) echo.HandlerFunc

// voci registers the five pages of a noun, which one permission opens.
func (a *App) voci(nome, chiave string, v vocePagine, entra porta, p auth.Permission) {
	a.pagina(http.MethodGet, nome, entra(v.Elenco, p))
	a.pagina(http.MethodPost, nome, entra(v.Crea, p))
	a.pagina(http.MethodGet, nome+"/nuovo", entra(v.Nuovo, p))
	a.pagina(http.MethodGet, nome+"/:"+chiave, entra(v.Apri, p))
	a.pagina(http.MethodPost, nome+"/:"+chiave, entra(v.Modifica, p))
}
