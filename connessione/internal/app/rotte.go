package app

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/connessione/internal/accesso"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/shared/web"
)

// rotte is every route of connessione. `documenti` is open for its links and proves other callers
// itself.
func rotte(s *servizio.Servizio, imp Impostazioni, a *accesso.Service, p *portale.Service) {
	g := s.Web.Gruppo(gruppo)
	consulta := web.Permesso(auth.PermessoPortale)
	g.Aggiungi(http.MethodPost, "/login", a.Login, web.Aperta(), web.SenzaTenant())
	g.Aggiungi(http.MethodPost, "/ricercaVerbalePagamento", p.RicercaPagamento, consulta)
	g.Aggiungi(http.MethodPost, "/ricercaVerbaleDati", p.RicercaDati, consulta)
	g.Aggiungi(http.MethodPost, "/consultaVerbaleAnonimo", p.Consultazione, web.Aperta(), web.SenzaTenant())
	g.Aggiungi(http.MethodGet, "/documenti/:id", p.Scarica(entrata(s.Web, imp.RuoliAmmessi)), web.Aperta(), web.SenzaTenant())
}

// entrata proves a caller on an open route, with the same order as the middleware: 401, then 403.
func entrata(s *web.Server, ammessi []string) portale.Entrata {
	return func(c echo.Context) (auth.Identita, error) {
		chi, err := s.Chi(c)
		if err != nil {
			return chi, err //nolint:wrapcheck // a problem already
		}
		if slices.Contains(ammessi, "*") || slices.ContainsFunc(chi.Ruoli, func(r string) bool { return slices.Contains(ammessi, r) }) {
			return chi, nil
		}
		return chi, problem.Vietato("RUOLO_NON_AMMESSO", "Il ruolo non è ammesso in questo servizio.")
	}
}
