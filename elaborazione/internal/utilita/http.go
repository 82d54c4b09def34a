package utilita

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// Risponde makes the handler of a POST: the body read strictly, one operation, its answer.
func Risponde[R, E any](operazione func(R) (E, error)) echo.HandlerFunc {
	return RispondeA(func(_ context.Context, r R) (E, error) { return operazione(r) })
}

// RispondeA is Risponde for an operation that depends on the caller.
func RispondeA[R, E any](operazione func(context.Context, R) (E, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		richiesta, err := web.Decode[R](c)
		if err != nil {
			return err
		}
		esito, err := operazione(c.Request().Context(), richiesta)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, esito)
	}
}

// Festivita answers GET /festivita/{anno}.
func (s *Service) Festivita(c echo.Context) error {
	anno, err := strconv.Atoi(c.Param("anno"))
	if err != nil || len(c.Param("anno")) != 4 {
		return problem.CampoNonValido("anno", "deve essere di quattro cifre")
	}
	esito, err := s.FestivitaDi(c.Request().Context(), anno)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, esito)
}
