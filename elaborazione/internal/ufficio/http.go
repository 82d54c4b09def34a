package ufficio

import (
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Identificativo reads the id of the path; a text that is no id names no fine.
func Identificativo(c echo.Context) (uuid.UUID, error) {
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return uuid.Nil, problem.NonTrovato("verbale", c.Param("id"))
	}
	return id, nil
}
