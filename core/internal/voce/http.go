package voce

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Leggi reads the page of a list that a request asks for, of the tenant of its context.
func Leggi[T any](c echo.Context, elenca func(ctx context.Context, tenant string, f Filtro) (Pagina[T], error)) (Filtro, Pagina[T], error) {
	f, err := LeggiFiltro(c.QueryParam)
	if err != nil {
		return f, Pagina[T]{}, err
	}
	t, _ := tenant.From(c.Request().Context())
	letti, err := elenca(c.Request().Context(), t.Nome, f)
	return f, letti, err
}

// RispondiVoce answers a REST request with the entry, of the tenant of its context, whose key is the
// parameter so named of the path.
func RispondiVoce[T any](c echo.Context, parametro string, trova func(ctx context.Context, tenant, chiave string) (T, error)) error {
	t, _ := tenant.From(c.Request().Context())
	v, err := trova(c.Request().Context(), t.Nome, c.Param(parametro))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}
