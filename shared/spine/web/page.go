package web

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	perPagina      = 50
	perPaginaAlPiu = 200
)

// PageSize reads how many elements a page of a list is to have (parameter dimensione): 50 where nobody says,
// from 1 to 200; 400 for anything else.
func PageSize(c echo.Context) (int, error) {
	testo := c.QueryParam("dimensione")
	if testo == "" {
		return perPagina, nil
	}
	n, err := strconv.Atoi(testo)
	if err != nil || n < 1 || n > perPaginaAlPiu {
		return 0, problem.CampoNonValido("dimensione", fmt.Sprintf("deve essere tra 1 e %d", perPaginaAlPiu))
	}
	return n, nil
}
