package web

import (
	"io"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// chiDaBusta proves the caller by the UsernameToken in the header of the message, exactly as BASIC does.
// A stranger costs the reading of that header: what he sends after it is not looked at, nor told to be
// wrong. A token of a kind that is not accepted is a 401 that says so.
func (s *Server) chiDaBusta(c echo.Context) (auth.Identity, error) {
	r := c.Request()
	token, intero, err := soap.ReadToken(r.Body, r.Header.Get(echo.HeaderContentType))
	r.Body = struct {
		io.Reader
		io.Closer
	}{intero, r.Body}
	if f := soap.As(err); f != nil && f.Sigla == soap.CredenzialiNonLette {
		return auth.Identity{}, problem.Nuovo(problem.Unauthenticated, f.Sigla, "Credenziali non ammesse", f.Messaggio)
	}
	if err != nil || token == nil || s.opz.Basic == nil {
		return auth.Identity{}, problem.SenzaCredenziali()
	}
	return s.opz.Basic.ExchangeUser(r.Context(), token.Utente, token.Password, c.RealIP())
}

// scriviFault answers an error as a fault, where the route speaks SOAP.
func (s *Server) scriviFault(c echo.Context, err error, stato int) bool {
	r := s.rotta(c)
	if r == nil || r.fault == nil {
		return false
	}
	f := r.fault(err)
	f.Stato = stato
	// A caller who has gone reads nothing.
	_ = soap.WriteFault(c.Response(), soap.VersionOf(c.Request().Header.Get(echo.HeaderContentType)), f)
	return true
}
