package visura

import (
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// perPagina is how many questions a page of the list has.
const perPagina = 50

// HTTP is the group VisuraAnagraficaElabRestService.
type HTTP struct{ Service *Service }

// Elenco is a page of the list; Cursore, where there is more, is the next.
type Elenco struct {
	Visure  []lettura.VisuraLetta `json:"visure"`
	Cursore string                `json:"cursore,omitempty"`
}

// Elenco answers GET /visure: the look-ups that wait, for the register or for a person, or those in the named states.
func (h HTTP) Elenco(c echo.Context) error {
	stati := []string{string(verbale.VisuraChiesta), string(verbale.VisuraConflitto)}
	if detti := c.QueryParam("stato"); detti != "" {
		stati = strings.Split(detti, ",")
	}
	for _, s := range stati {
		if !slices.Contains(verbale.StatiVisura(), verbale.StatoVisura(s)) {
			return problem.CampoNonValido("stato", "è ammesso CHIESTA, CONFLITTO o un altro stato delle visure")
		}
	}
	dopo := uuid.Nil
	if cursore := c.QueryParam("cursore"); cursore != "" {
		id, ok := codici.ID(cursore)
		if !ok {
			return problem.CampoNonValido("cursore", "è quello di una pagina precedente")
		}
		dopo = id
	}
	pagina, err := h.Service.Elenca(c.Request().Context(), stati, dopo, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, pagina)
}

// Una answers GET /visure/{id}: both sides.
func (h HTTP) Una(c echo.Context) error {
	id, err := ufficio.Identificativo(c)
	if err != nil {
		return err
	}
	d, err := h.Service.Mostra(c.Request().Context(), id, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, d)
}

// Decidi answers POST /visure/{id}/applica and /scarta, by the event that each records.
func (h HTTP) Decidi(tipo verbale.TipoEvento) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := ufficio.Identificativo(c)
		if err != nil {
			return err
		}
		r, err := web.Decode[Decisione](c)
		if err != nil {
			return err
		}
		esito, nuovo, err := h.Service.Decidi(c.Request().Context(), id, tipo, r, c.RealIP())
		if err != nil {
			return err
		}
		if nuovo {
			return c.JSON(http.StatusCreated, esito)
		}
		return c.JSON(http.StatusOK, esito)
	}
}
