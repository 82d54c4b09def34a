package app

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// errori makes the errors of the web application pages; those of REST stay problem+json.
func (a *App) errori() {
	perProgrammi := a.Web.Echo.HTTPErrorHandler
	a.Web.Echo.HTTPErrorHandler = func(err error, c echo.Context) {
		if c.Response().Committed || !paginaWeb(c.Request()) || a.scriviErrore(err, c) != nil {
			perProgrammi(err, c)
		}
	}
}

// paginaWeb tells the pages from REST by their address, and a browser by what it accepts.
func paginaWeb(r *http.Request) bool {
	rest := strings.TrimSuffix(pagine.Base, "/") + "/rest"
	return strings.HasPrefix(r.URL.Path, pagine.Base) && r.URL.Path != rest && !strings.HasPrefix(r.URL.Path, rest+"/") &&
		strings.Contains(r.Header.Get(echo.HeaderAccept), "text/html")
}

func (a *App) scriviErrore(err error, c echo.Context) error {
	var he *echo.HTTPError
	if errors.As(err, &he) && problem.As(err) == nil {
		switch he.Code {
		case http.StatusNotFound:
			err = problem.RottaAssente()
		case http.StatusMethodNotAllowed:
			err = problem.MetodoNonAmmesso(strings.Split(c.Response().Header().Get(echo.HeaderAllow), ", ")...)
		}
	}
	if problem.As(err) != nil {
		return a.pagine.Errore(c, pagine.Cornice{}, err)
	}
	ctx := c.Request().Context()
	a.Log.ErrorContext(ctx, "richiesta fallita", "metodo", c.Request().Method, "rotta", c.Path(), "errore", err)
	return a.pagine.Guasto(c, trace.SpanContextFromContext(ctx).TraceID().String())
}
