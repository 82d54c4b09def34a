package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/soap"
)

// Gruppo is a group of routes that answers under every prefix of its module.
type Gruppo struct {
	server *Server
	nome   string
}

// Opzione changes what is declared of a route.
type Opzione func(*Rotta)

// Aperta lets in callers without credentials.
func Aperta() Opzione { return func(r *Rotta) { r.Aperta = true } }

// Permesso asks for a permission.
func Permesso(p auth.Permesso) Opzione { return func(r *Rotta) { r.Permesso = p } }

// SenzaTempo exempts a stream from the deadline of requests.
func SenzaTempo() Opzione { return func(r *Rotta) { r.senzaTempo = true } }

// SenzaTempoPer exempts a route from the deadline of requests when one of these media types is asked for:
// the same search gives a page in time and a stream of all. The body is read within the deadline even
// so; who serves a stream lifts that of the connection afterwards, with CorpoLetto.
func SenzaTempoPer(tipi ...string) Opzione { return func(r *Rotta) { r.flussi = tipi } }

// SenzaTenant is a route of the platform, on which no tenant is looked for.
func SenzaTenant() Opzione { return func(r *Rotta) { r.senzaTenant = true } }

// Limite sets how many bytes a body may have.
func Limite(n int64) Opzione { return func(r *Rotta) { r.limite = n } }

// SOAP is a route of SOAP messages: without an Authorization header its callers may prove themselves by
// a WS-Security UsernameToken, and whatever is refused before the handler is the fault that come makes
// of it, in the caller's version, with the HTTP status that any other route would have.
func SOAP(come func(error) *soap.Fault) Opzione { return func(r *Rotta) { r.fault = come } }

// Gruppo opens a group, with its leading slash; empty for routes right under the prefixes.
func (s *Server) Gruppo(nome string) *Gruppo { return &Gruppo{server: s, nome: nome} }

// Aggiungi registers a route under every prefix.
func (g *Gruppo) Aggiungi(metodo, percorso string, h echo.HandlerFunc, opzioni ...Opzione) {
	s := g.server
	for _, prefisso := range append([]string{s.opz.Base}, s.opz.Altri...) {
		s.aggiungi(metodo, prefisso+g.nome+percorso, s.opz.Base+g.nome+percorso, h, opzioni)
	}
}

// Aggiungi registers a route at this very path and at the aliases after it, outside the prefixes.
func (s *Server) Aggiungi(metodo string, percorsi []string, h echo.HandlerFunc, opzioni ...Opzione) {
	for _, p := range percorsi {
		s.aggiungi(metodo, p, percorsi[0], h, opzioni)
	}
}

// aggiungi registers a route; one that answers GET answers HEAD too, unless it is a stream.
func (s *Server) aggiungi(metodo, percorso, canonico string, h echo.HandlerFunc, opzioni []Opzione) {
	r := &Rotta{Metodo: metodo, Percorso: canonico, limite: LimiteJSON}
	for _, o := range opzioni {
		o(r)
	}
	s.rotte[metodo+" "+percorso] = r
	s.Echo.Add(metodo, percorso, h)
	if metodo == http.MethodGet && !r.senzaTempo { // net/http drops the body of the answer
		s.rotte[http.MethodHead+" "+percorso] = r
		s.Echo.Add(http.MethodHead, percorso, h)
	}
	if !slices.ContainsFunc(s.elenco, func(x *Rotta) bool { return x.Metodo == metodo && x.Percorso == canonico }) {
		s.elenco = append(s.elenco, r)
	}
}

// Rotte lists what was declared, once per route, for the contract and the matrix test.
func (s *Server) Rotte() []Rotta {
	tutte := make([]Rotta, len(s.elenco))
	for i, r := range s.elenco {
		tutte[i] = *r
	}
	return tutte
}

// rotta finds what was declared for a request; nil when no route answers it.
func (s *Server) rotta(c echo.Context) *Rotta { return s.rotte[c.Request().Method+" "+c.Path()] }
