package app

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/connessione/internal/accesso"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sportello"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// rotte is every route of connessione. `documenti` is open for its links and proves other callers
// itself.
func rotte(s *service.Service, imp Impostazioni, a *accesso.Service, p *portale.Service) {
	g := s.Web.Group(gruppo)
	consulta := web.Permission(auth.PermessoPortale)
	g.Add(http.MethodPost, "/login", a.Login, web.Open(), web.NoTenant())
	g.Add(http.MethodPost, "/ricercaVerbalePagamento", p.RicercaPagamento, consulta)
	g.Add(http.MethodPost, "/ricercaVerbaleDati", p.RicercaDati, consulta)
	g.Add(http.MethodPost, "/consultaVerbaleAnonimo", p.Consultazione, web.Open(), web.NoTenant())
	g.Add(http.MethodGet, "/documenti/:id", p.Scarica(entrata(s.Web, ammesso(imp.RuoliAmmessi))), web.Open(), web.NoTenant())
}

// limiteModulo bounds what a form of the pages sends, in bytes.
const limiteModulo = 16 << 10

// pagine are the citizens' pages. They are open to the middleware of the realm: who has an account comes
// in by the pages' own session.
func pagine(s *service.Service, h *sportello.HTTP) {
	aggiungi := func(metodo, percorso string, f echo.HandlerFunc, alias ...string) {
		s.Web.Add(metodo, append([]string{sportello.Base + percorso}, alias...), f, web.Open(), web.NoTenant(), web.Limit(limiteModulo))
	}
	aggiungi(http.MethodGet, "", h.Iniziale, strings.TrimSuffix(sportello.Base, "/"))
	aggiungi(http.MethodPost, "verbale", h.Verbale)
	aggiungi(http.MethodGet, "verbale", sportello.AllaRicerca)
	aggiungi(http.MethodGet, "documenti/:id", h.Documento)
	aggiungi(http.MethodGet, "accesso", h.Accesso)
	aggiungi(http.MethodPost, "accesso", h.Entra)
	aggiungi(http.MethodGet, "accesso/unico", h.IniziaUnico)
	aggiungi(http.MethodGet, "accesso/ritorno/:portale", h.TornaUnico)
	aggiungi(http.MethodPost, "accesso/uscita/:portale", h.AvvisaUnico)
	aggiungi(http.MethodPost, "esci", h.Esci)
	aggiungi(http.MethodGet, "miei", h.Miei)
	aggiungi(http.MethodPost, "miei", h.CercaMiei)
	aggiungi(http.MethodGet, "statico/*", h.Statico)

	perProgrammi := s.Web.Echo.HTTPErrorHandler
	s.Web.Echo.HTTPErrorHandler = func(err error, c echo.Context) {
		if c.Response().Committed || !sportello.Nostro(c.Request()) || h.Errore(c, err) != nil {
			perProgrammi(err, c)
		}
	}
}

// ammesso refuses the roles that this service does not let in.
func ammesso(ammessi []string) func(auth.Identity) error {
	return func(chi auth.Identity) error {
		if slices.Contains(ammessi, "*") || slices.ContainsFunc(chi.Roles, func(r string) bool { return slices.Contains(ammessi, r) }) {
			return nil
		}
		return problem.Vietato("RUOLO_NON_AMMESSO", "Il ruolo non è ammesso in questo servizio.")
	}
}

// entrata proves a caller on an open route, with the same order as the middleware: 401, then 403.
func entrata(s *web.Server, ammesso func(auth.Identity) error) portale.Entrata {
	return func(c echo.Context) (auth.Identity, error) {
		chi, err := s.Identity(c)
		if err != nil {
			return chi, err
		}
		return chi, ammesso(chi)
	}
}
