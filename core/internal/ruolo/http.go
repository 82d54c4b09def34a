package ruolo

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// elenco is the answer of GET /ruoli.
type elenco struct {
	Elementi []Ruolo `json:"elementi"`
}

// Elenca serves GET /ruoli: the matrix of roles and permissions.
func Elenca(c echo.Context) error { return c.JSON(http.StatusOK, elenco{Elementi: Tutti()}) }
