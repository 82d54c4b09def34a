package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// Group is a group of routes that answers under every prefix of its module.
type Group struct {
	server *Server
	nome   string
}

// Option changes the declaration of a route.
type Option func(*Route)

// Open lets in callers without credentials.
func Open() Option { return func(r *Route) { r.Open = true } }

// Permission asks for a permission.
func Permission(p auth.Permission) Option { return func(r *Route) { r.Permission = p } }

// NoTimeout exempts a stream from the deadline of requests; its body, if any, has one all the same.
func NoTimeout() Option { return func(r *Route) { r.senzaTempo = true } }

// NoTimeoutFor exempts a route from the deadline of requests when one of these media types is asked for:
// the same search gives a page in time and a stream of all. The body is read within the deadline even so.
func NoTimeoutFor(tipi ...string) Option { return func(r *Route) { r.flussi = tipi } }

// NoTenant is a route of the platform, on which no tenant is looked for.
func NoTenant() Option { return func(r *Route) { r.senzaTenant = true } }

// Limit sets how many bytes a body may have; unset: LimitJSON, LimitOpen where anybody may send one.
func Limit(n int64) Option { return func(r *Route) { r.limite = n } }

// SOAP is a route of SOAP messages: without an Authorization header its callers may prove themselves by
// a WS-Security UsernameToken, and whatever is refused before the handler is the fault that come makes
// of it, in the caller's version, with the HTTP status that any other route would have.
func SOAP(come func(error) *soap.Fault) Option { return func(r *Route) { r.fault = come } }

// Group opens a group, with its leading slash; empty for routes right under the prefixes.
func (s *Server) Group(nome string) *Group { return &Group{server: s, nome: nome} }

// Add registers a route under every prefix.
func (g *Group) Add(metodo, percorso string, h echo.HandlerFunc, opzioni ...Option) {
	s := g.server
	for _, prefisso := range append([]string{s.opz.Base}, s.opz.Others...) {
		s.aggiungi(metodo, prefisso+g.nome+percorso, s.opz.Base+g.nome+percorso, h, opzioni)
	}
}

// Add registers a route at this very path and at the aliases after it, outside the prefixes.
func (s *Server) Add(metodo string, percorsi []string, h echo.HandlerFunc, opzioni ...Option) {
	for _, p := range percorsi {
		s.aggiungi(metodo, p, percorsi[0], h, opzioni)
	}
}

// aggiungi registers a route; a GET route answers HEAD too, unless it is a stream.
func (s *Server) aggiungi(metodo, percorso, canonico string, h echo.HandlerFunc, opzioni []Option) {
	r := &Route{Method: metodo, Path: canonico}
	for _, o := range opzioni {
		o(r)
	}
	if r.limite == 0 {
		r.limite = LimitJSON
		if r.Open {
			r.limite = LimitOpen
		}
	}
	s.rotte[metodo+" "+percorso] = r
	h = s.stessoSito(h)
	s.Echo.Add(metodo, percorso, h)
	if metodo == http.MethodGet && !r.senzaTempo { // net/http drops the body of the answer
		s.rotte[http.MethodHead+" "+percorso] = r
		s.Echo.Add(http.MethodHead, percorso, h)
	}
	if !slices.ContainsFunc(s.elenco, func(x *Route) bool { return x.Method == metodo && x.Path == canonico }) {
		s.elenco = append(s.elenco, r)
	}
}

// stessoSito refuses what another site makes a browser send, which would bring the session's cookie or the
// password that the browser remembers. Methods that change nothing, and callers that are no browser, pass.
func (s *Server) stessoSito(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := s.origine.Check(c.Request()); err != nil {
			return problem.Vietato("ORIGINE_NON_AMMESSA", "La richiesta non viene da una pagina di questa applicazione.").With(err)
		}
		return prossimo(c)
	}
}

// Routes lists the declarations, once per route, for the contract and the matrix test.
func (s *Server) Routes() []Route {
	tutte := make([]Route, len(s.elenco))
	for i, r := range s.elenco {
		tutte[i] = *r
	}
	return tutte
}

// rotta finds the declaration of a request's route; nil when no route answers it.
func (s *Server) rotta(c echo.Context) *Route { return s.rotte[c.Request().Method+" "+c.Path()] }
