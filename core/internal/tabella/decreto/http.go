package decreto

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// HTTP answers the REST route of a decree.
type HTTP struct{ Tabelle *tabella.Servizio }

// Calcola serves POST /tabelle/violazioni/decreto: the whole table after a decree, as the file that a preview takes.
func (h HTTP) Calcola(c echo.Context) error {
	d, err := web.DecodeAll[Scritto](c)
	if err != nil {
		return err
	}
	legge, err := d.Legge()
	if err != nil {
		return err
	}
	file, err := Intero(c.Request().Context(), h.Tabelle, legge)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="violazioni-decreto.csv"`)
	return c.Blob(http.StatusOK, tabella.TipoCSV+"; charset=utf-8; header=present", []byte(file+"\n"))
}
