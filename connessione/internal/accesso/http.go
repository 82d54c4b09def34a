package accesso

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// Login answers POST WebPortalService/login.
func (s *Service) Login(c echo.Context) error {
	credenziali, err := web.Decode[Credenziali](c)
	if err != nil {
		return err
	}
	esito, err := s.Accedi(c.Request().Context(), credenziali, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, esito)
}
