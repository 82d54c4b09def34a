package app

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/web"

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

// rest registers the four routes of a noun: leggi opens the first two, scrivi the others.
func (a *App) rest(nome, chiave string, v voceREST, leggi, scrivi auth.Permesso, opzioni ...web.Opzione) {
	g := a.Web.Gruppo(nome)
	con := func(p auth.Permesso) []web.Opzione { return append([]web.Opzione{web.Permesso(p)}, opzioni...) }
	g.Aggiungi(http.MethodGet, "", v.Elenca, con(leggi)...)
	g.Aggiungi(http.MethodPost, "", v.Crea, con(scrivi)...)
	g.Aggiungi(http.MethodGet, "/:"+chiave, v.Trova, con(leggi)...)
	g.Aggiungi(http.MethodPut, "/:"+chiave, v.Modifica, con(scrivi)...)
}

// porta lets operators with one of the permissions into a page (sessione.HTTP).
type porta func(f sessione.Gestore, permessi ...auth.Permesso) echo.HandlerFunc

// voci registers the five pages of a noun: leggi opens the list and an entry, scrivi the others.
func (a *App) voci(nome, chiave string, v vocePagine, entra porta, leggi, scrivi auth.Permesso) {
	a.pagina(http.MethodGet, nome, entra(v.Elenco, leggi))
	a.pagina(http.MethodPost, nome, entra(v.Crea, scrivi))
	a.pagina(http.MethodGet, nome+"/nuovo", entra(v.Nuovo, scrivi))
	a.pagina(http.MethodGet, nome+"/:"+chiave, entra(v.Apri, leggi))
	a.pagina(http.MethodPost, nome+"/:"+chiave, entra(v.Modifica, scrivi))
}
