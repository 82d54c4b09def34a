package conservazione

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// su puts a view into a question.
func su(sql, vista string) string { return strings.ReplaceAll(sql, "VISTA", vista) }

// HTTP answers the REST routes of terms and holds.
type HTTP struct{ Servizio Servizio }

type elenco[T any] struct {
	Elementi []T `json:"elementi"`
}

// rispondi gives a list, never null.
func rispondi[T any](c echo.Context, tutti []T, err error) error {
	if err != nil {
		return err
	}
	if tutti == nil {
		tutti = []T{}
	}
	return c.JSON(http.StatusOK, elenco[T]{tutti})
}

// Elenca serves GET /conservazione.
func (h HTTP) Elenca(c echo.Context) error {
	tutte, err := h.Servizio.Elenca(c.Request().Context())
	return rispondi(c, tutte, err)
}

// Anteprima serves GET /conservazione/{classe}/anteprima?mesi=.
func (h HTTP) Anteprima(c echo.Context) error {
	mesi, err := strconv.Atoi(c.QueryParam("mesi"))
	if err != nil {
		return problem.CampoNonValido("mesi", "non è un numero")
	}
	a, err := h.Servizio.Anteprima(c.Request().Context(), c.Param("classe"), mesi)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, a)
}

// proposta is the body of POST /conservazione/{classe}.
type proposta struct {
	Mesi  int    `json:"mesi"`
	Fonte string `json:"fonte"`
}

// Proponi serves POST /conservazione/{classe}.
func (h HTTP) Proponi(c echo.Context) error {
	p, err := web.DecodeAll[proposta](c)
	if err != nil {
		return err
	}
	r, err := h.Servizio.Proponi(c.Request().Context(), c.Param("classe"), p.Mesi, p.Fonte, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, r)
}

// confermata is the body of a confirmation: the proposal as the second person has read it.
type confermata struct {
	ID string `json:"id"`
}

// Conferma serves POST /conservazione/{classe}/conferma.
func (h HTTP) Conferma(c echo.Context) error {
	x, err := web.DecodeAll[confermata](c)
	if err != nil {
		return err
	}
	if err := h.Servizio.Conferma(c.Request().Context(), c.Param("classe"), x.ID, c.RealIP()); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// Cessa serves DELETE /conservazione/{classe}.
func (h HTTP) Cessa(c echo.Context) error {
	if err := h.Servizio.Cessa(c.Request().Context(), c.Param("classe"), c.RealIP()); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// Cancellazioni serves GET /conservazione/cancellazioni.
func (h HTTP) Cancellazioni(c echo.Context) error {
	tutte, err := h.Servizio.Cancellazioni(c.Request().Context())
	return rispondi(c, tutte, err)
}

// Vincoli serves GET /conservazione/vincoli.
func (h HTTP) Vincoli(c echo.Context) error {
	tutti, err := h.Servizio.Vincoli(c.Request().Context())
	return rispondi(c, tutti, err)
}

// Poni serves POST /conservazione/vincoli.
func (h HTTP) Poni(c echo.Context) error {
	n, err := web.DecodeAll[NuovoVincolo](c)
	if err != nil {
		return err
	}
	p, err := h.Servizio.Poni(c.Request().Context(), n, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, p)
}

// rimozione is the body of POST /conservazione/vincoli/{id}/rimozione.
type rimozione struct {
	Motivo string `json:"motivo"`
}

// ProponiRimozione serves POST /conservazione/vincoli/{id}/rimozione.
func (h HTTP) ProponiRimozione(c echo.Context) error {
	x, err := web.DecodeAll[rimozione](c)
	if err != nil {
		return err
	}
	r, err := h.Servizio.ProponiRimozione(c.Request().Context(), c.Param("id"), x.Motivo, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, r)
}

// Togli serves POST /conservazione/vincoli/{id}/rimozione/conferma.
func (h HTTP) Togli(c echo.Context) error {
	x, err := web.DecodeAll[confermata](c)
	if err != nil {
		return err
	}
	if err := h.Servizio.Togli(c.Request().Context(), c.Param("id"), x.ID, c.RealIP()); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// RitiraRimozione serves DELETE /conservazione/vincoli/{id}/rimozione.
func (h HTTP) RitiraRimozione(c echo.Context) error {
	if err := h.Servizio.RitiraRimozione(c.Request().Context(), c.Param("id"), c.RealIP()); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
