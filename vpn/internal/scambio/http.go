package scambio

import (
	"fmt"
	"io"
	"net/http"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// HTTP is the door through which a person takes a lot's questions to the register and brings its answers.
type HTTP struct{ Service *Service }

// Domande answers GET /lotti/{id}/domande: the file, in ISO 8859-1.
func (h HTTP) Domande(c echo.Context) error {
	id, err := lotto(c)
	if err != nil {
		return err
	}
	f, err := h.Service.Domande(c.Request().Context(), id, c.RealIP())
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf("attachment; filename=%q", f.Nome+"-domande.txt"))
	return c.Blob(http.StatusOK, "text/plain; charset=ISO-8859-1", f.Testo)
}

// Risposte answers POST /lotti/{id}/risposte, whose body is the file.
func (h HTTP) Risposte(c echo.Context) error {
	id, err := lotto(c)
	if err != nil {
		return err
	}
	file, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return fmt.Errorf("scambio: %w", err)
	}
	r, err := h.Service.Risposte(c.Request().Context(), id, file, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
}

func lotto(c echo.Context) (uuid.UUID, error) {
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return uuid.Nil, problem.NonTrovato("lotto di visure", c.Param("id"))
	}
	return id, nil
}
