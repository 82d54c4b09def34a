package app

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// porta lets operators with one of the permissions into a page (sessione.HTTP).
type porta func(f sessione.Gestore, permessi ...auth.Permission) echo.HandlerFunc

// rotteDi registers the routes of a noun of the register, for programs and for operators.
func rotteDi[T any](a *App, s sessione.HTTP, d schedario.Dichiarazione[T], entra porta, opzioni ...web.Option) {
	h, g := schedario.HTTP[T]{Dichiarazione: d}, a.Web.Group("/"+d.Percorso)
	p := schedario.Pagine[T]{Dichiarazione: d, Sessione: s}
	legge, scrive := append(slices.Clip(opzioni), web.Permission(d.Legge)), append(slices.Clip(opzioni), web.Permission(d.Scrive))
	chiave := "/:" + d.Parametro

	g.Add(http.MethodGet, "", h.Elenca, legge...)
	g.Add(http.MethodPost, "", h.Crea, scrive...)
	g.Add(http.MethodGet, chiave, h.Trova, legge...)
	a.pagina(http.MethodGet, d.Percorso, entra(p.Elenco, d.Legge))
	a.pagina(http.MethodPost, d.Percorso, entra(p.Crea, d.Scrive))
	a.pagina(http.MethodGet, d.Percorso+"/nuovo", entra(p.FormNuova, d.Scrive))
	a.pagina(http.MethodGet, d.Percorso+chiave, entra(p.Apri, d.Legge))
	if d.Usi.Modifica != nil {
		g.Add(http.MethodPut, chiave, h.Modifica, scrive...)
		a.pagina(http.MethodPost, d.Percorso+chiave, entra(p.Modifica, d.Scrive))
	}
}
