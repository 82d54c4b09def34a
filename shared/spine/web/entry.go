package web

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// RealmHeader names a tenant.
const RealmHeader = "X-Realm"

// autentica lets in by the order that the design fixes: 401, then 403, then 404.
func (s *Server) autentica(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := s.rotta(c)
		if r != nil && r.Open || r == nil && !s.riservato(c.Request().URL.Path) {
			return prossimo(c)
		}
		chi, err := s.chiBussa(c, r)
		if err != nil {
			return err
		}
		ctx := auth.With(c.Request().Context(), chi)
		c.SetRequest(c.Request().WithContext(ctx))
		if err := s.ammetti(chi, r); err != nil {
			return err
		}
		switch {
		case r != nil && !r.senzaTenant:
			if ctx, err = s.conTenant(ctx, c, chi); err != nil {
				return err
			}
			c.SetRequest(c.Request().WithContext(ctx))
		case r != nil && s.opz.Tenant.Suspended(chi.Tenant): // refused on the platform's routes too
			return tenant.SuspendedError()
		}
		return prossimo(c)
	}
}

// riservato says whether a path without a route hides behind the credentials of the module.
func (s *Server) riservato(percorso string) bool {
	for _, p := range s.opz.Reserved {
		if percorso == p || strings.HasPrefix(percorso, p+"/") {
			return true
		}
	}
	return false
}

// Identity proves the caller by the Authorization header: Bearer or Basic, once.
func (s *Server) Identity(c echo.Context) (auth.Identity, error) {
	valori := c.Request().Header.Values(echo.HeaderAuthorization)
	if len(valori) != 1 || s.opz.Verifier == nil {
		return auth.Identity{}, problem.SenzaCredenziali()
	}
	schema, resto, _ := strings.Cut(valori[0], " ")
	switch {
	case strings.EqualFold(schema, "Bearer"):
		return s.opz.Verifier.Verify(strings.TrimSpace(resto))
	case strings.EqualFold(schema, "Basic") && s.opz.Basic != nil:
		return s.opz.Basic.Exchange(c.Request().Context(), strings.TrimSpace(resto), c.RealIP())
	}
	return auth.Identity{}, problem.SenzaCredenziali()
}

// chiBussa proves the caller of a route.
func (s *Server) chiBussa(c echo.Context, r *Route) (auth.Identity, error) {
	if r != nil && r.fault != nil && len(c.Request().Header.Values(echo.HeaderAuthorization)) == 0 {
		return s.chiDaBusta(c)
	}
	return s.Identity(c)
}

// ammetti checks the roles that the module lets in, then the permission of the route.
func (s *Server) ammetti(chi auth.Identity, r *Route) error {
	ammesso := s.ammessi["*"]
	for _, ruolo := range chi.Roles {
		ammesso = ammesso || s.ammessi[ruolo]
	}
	if !ammesso {
		return problem.Vietato("RUOLO_NON_AMMESSO", "Il ruolo non è ammesso in questo servizio.")
	}
	if r != nil && (r.Permission == "" || !chi.Can(r.Permission)) {
		return problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente questa operazione.")
	}
	return nil
}

// conTenant puts the caller's tenant into the context; an administrator of the platform names one.
func (s *Server) conTenant(ctx context.Context, c echo.Context, chi auth.Identity) (context.Context, error) {
	nome := chi.Tenant
	if nome == "" {
		if !chi.HasRole(auth.RuoloPiattaforma) { // only an administrator of the platform chooses
			return ctx, problem.Vietato("TENANT_NON_ASSEGNATO", "All'utente non è assegnato un tenant.")
		}
		valori := c.Request().Header.Values(RealmHeader)
		if len(valori) != 1 || strings.TrimSpace(valori[0]) == "" {
			return ctx, problem.CampoNonValido(RealmHeader, "indicare un solo tenant")
		}
		nome = strings.TrimSpace(valori[0])
	}
	t, err := s.opz.Tenant.Find(ctx, nome)
	if err != nil {
		return ctx, err
	}
	return tenant.With(ctx, t), nil
}

// politicaRisposta is the policy of answers that are no page: opened in a browser it may load, run, send and be framed by nothing.
// Pages and documents put their own in its place.
const politicaRisposta = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// permessiBrowser are what no page of the platform may ask the browser for, whatever gets into it.
const permessiBrowser = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

// protezioni sets the headers that every answer has.
func protezioni(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Security-Policy", politicaRisposta)
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", permessiBrowser)
		if c.Scheme() == "https" { // RFC 6797: it means nothing over http
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		return prossimo(c)
	}
}
