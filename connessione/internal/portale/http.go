package portale

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// RicercaPagamento answers POST ricercaVerbalePagamento.
func (s *Service) RicercaPagamento(c echo.Context) error { return ricerca(s, c, s.CercaPagamento) }

// RicercaDati answers POST ricercaVerbaleDati.
func (s *Service) RicercaDati(c echo.Context) error { return ricerca(s, c, s.CercaDati) }

// ricerca binds the key and renders what the use case gives to the caller.
func ricerca[T any](s *Service, c echo.Context, caso func(context.Context, Chiamante, Chiave) (T, error)) error {
	chiave, err := web.Decode[Chiave](c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	chi, _ := auth.From(ctx)
	esito, err := caso(ctx, s.Chi(chi, c.RealIP()), chiave)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, esito)
}

// Consultazione answers POST consultaVerbaleAnonimo.
func (s *Service) Consultazione(c echo.Context) error {
	q, err := web.Decode[Consulta](c)
	if err != nil {
		return err
	}
	esito, err := s.ConsultaAnonimo(c.Request().Context(), q, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, esito)
}

// Entrata proves a caller as the middleware does for the routes that are not open.
type Entrata func(c echo.Context) (auth.Identity, error)

// MimePDF is the type of what opens in the browser; any other is kept as a file.
const MimePDF = "application/pdf"

// Scarica answers GET documenti/:id. The route is open because a link needs no credentials; without
// one the caller is proven here.
func (s *Service) Scarica(entra Entrata) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, id := c.Request().Context(), c.Param("id")
		if c.QueryParams().Has("gettone") {
			d, err := s.DocumentoDaCollegamento(ctx, id, c.QueryParam("gettone"), c.RealIP())
			return invia(c, d, err)
		}
		chi, err := entra(c)
		if err != nil {
			return err
		}
		if !chi.Can(auth.PermessoPortale) {
			return problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente questa operazione.")
		}
		t, err := s.Tenant.Find(ctx, chi.Tenant)
		if err != nil {
			return err
		}
		d, err := s.Documento(tenant.With(auth.With(ctx, chi), t), s.Chi(chi, c.RealIP()), id)
		return invia(c, d, err)
	}
}

// invia sends a document: to a browser that shows it as it may be shown, to a program byte for byte, so that length and
// hash of the answer that named it are its own.
func invia(c echo.Context, d Contenuto, err error) error {
	if err != nil {
		return err
	}
	if !web.ForShowing(c.Request()) {
		return web.Original(c, d.Nome, d.Byte)
	}
	return web.Document(c, d.Nome, d.Byte)
}
