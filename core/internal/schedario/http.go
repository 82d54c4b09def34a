package schedario

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Corpo reads the body of a request.
type Corpo[T any] func(c echo.Context) (T, error)

// CorpoNuova reads the body N of POST.
func CorpoNuova[N, T any](voce func(N) T) Corpo[T] { return corpo(web.Decode[N], voce) }

// CorpoAltra reads the body N of PUT, where every member must be given.
func CorpoAltra[N, T any](voce func(N) T) Corpo[T] { return corpo(web.DecodeAll[N], voce) }

func corpo[N, T any](leggi func(echo.Context) (N, error), voce func(N) T) Corpo[T] {
	return func(c echo.Context) (T, error) {
		n, err := leggi(c)
		return voce(n), err
	}
}

// HTTP answers the REST routes of a noun. The tenant is that of the context.
type HTTP[T any] struct{ Dichiarazione[T] }

// assegna makes an entry one of the tenant of the request.
func (d Dichiarazione[T]) assegna(ctx context.Context, v *T) {
	if nome := d.Testa(v).Tenant; nome != nil {
		t, _ := tenant.From(ctx)
		*nome = t.Nome
	}
}

// Elenca serves GET.
func (h HTTP[T]) Elenca(c echo.Context) error {
	_, lette, err := h.elenca(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, lette)
}

// Trova serves GET of an entry.
func (h HTTP[T]) Trova(c echo.Context) error {
	v, err := h.trova(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}

// elenca reads the page of the list that a request asks for, and records it where the entries are about persons.
func (d Dichiarazione[T]) elenca(c echo.Context) (voce.Filtro, voce.Pagina[T], error) {
	f, lette, err := voce.Leggi(c, d.Usi.Elenca)
	if err != nil {
		return f, lette, err
	}
	return f, lette, d.registra(c, "", f.Cerca)
}

// trova reads the entry that a request names, and records it likewise.
func (d Dichiarazione[T]) trova(c echo.Context) (v T, err error) {
	t, _ := tenant.From(c.Request().Context())
	if v, err = d.Usi.Trova(c.Request().Context(), t.Nome, c.Param(d.Parametro)); err != nil {
		return v, err
	}
	return v, d.registra(c, *d.Testa(&v).Chiave, "")
}

func (d Dichiarazione[T]) registra(c echo.Context, chiave, cercato string) error {
	if d.Letta == nil {
		return nil
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	return d.Letta(ctx, t.Nome, chiave, cercato)
}

// Crea serves POST: 201, or 200 when the entry is there already with the same data.
func (h HTTP[T]) Crea(c echo.Context) error {
	v, err := h.Nuova(c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	h.assegna(ctx, &v)
	v, esito, err := h.Usi.Crea(ctx, v)
	if err != nil {
		return err
	}
	t, _ := tenant.From(ctx)
	v, err = h.Usi.Trova(ctx, t.Nome, *h.Testa(&v).Chiave)
	if err != nil {
		return err
	}
	return c.JSON(esito.Stato(), v)
}

// Modifica serves PUT of an entry.
func (h HTTP[T]) Modifica(c echo.Context) error {
	v, err := h.Altra(c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	h.assegna(ctx, &v)
	*h.Testa(&v).Chiave = c.Param(h.Parametro)
	v, err = h.Usi.Modifica(ctx, v)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}

// Elimina serves DELETE of an entry.
func (h HTTP[T]) Elimina(c echo.Context) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	if err := h.Usi.Elimina(ctx, t.Nome, c.Param(h.Parametro)); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
