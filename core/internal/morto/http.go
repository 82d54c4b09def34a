package morto

import (
	"net/http"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// HTTP answers the REST routes of dead work.
type HTTP struct{ Servizio Servizio }

// Elenca serves GET /lavoriMorti.
func (h HTTP) Elenca(c echo.Context) error {
	f, tutti, err := leggiFiltro(c)
	if err != nil {
		return err
	}
	pagina, err := h.Servizio.Elenca(c.Request().Context(), f, tutti)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, pagina)
}

// Riaccoda serves POST /lavoriMorti/{id}/riaccoda.
func (h HTTP) Riaccoda(c echo.Context) error {
	l, err := h.Servizio.rimetti(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, l)
}

func (s Servizio) rimetti(c echo.Context) (Lavoro, error) {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return Lavoro{}, problem.NonTrovato("lavoro", c.Param("id"))
	}
	return s.Rimetti(c.Request().Context(), id, c.RealIP())
}

// leggiFiltro reads the page asked for and whether requeued work is wanted too.
func leggiFiltro(c echo.Context) (f voce.Filtro, tutti bool, err error) {
	if f, err = voce.LeggiFiltro(c.QueryParam); err != nil {
		return f, false, err
	}
	switch c.QueryParam("stato") {
	case "", "FERMO":
		return f, false, nil
	case "TUTTI":
		return f, true, nil
	}
	return f, false, problem.CampoNonValido("stato", "è ammesso uno tra FERMO, TUTTI")
}
