package interessato

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// paginaRettifiche is the address of the page of the requests.
const paginaRettifiche = pagine.Base + "rettifiche"

// Elenca serves GET /rettifiche.
func (h HTTP) Elenca(c echo.Context) error {
	tutte, err := h.Servizio.Rettifiche(c.Request().Context(), c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"elementi": tutte})
}

// Registra serves POST /rettifiche.
func (h HTTP) Registra(c echo.Context) error {
	n, err := web.DecodeAll[NuovaRettifica](c)
	if err != nil {
		return err
	}
	id, err := h.Servizio.Registra(c.Request().Context(), n, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, map[string]string{"id": id.String()})
}

// Proroga serves POST /rettifiche/{id}/proroga.
func (h HTTP) Proroga(c echo.Context) error {
	p, err := web.DecodeAll[struct {
		Motivo string `json:"motivo"`
	}](c)
	if err != nil {
		return err
	}
	if err := h.Servizio.Proroga(c.Request().Context(), c.Param("id"), p.Motivo, c.RealIP()); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// Decidi serves POST /rettifiche/{id}/esito.
func (h HTTP) Decidi(c echo.Context) error {
	e, err := web.DecodeAll[Esito](c)
	if err != nil {
		return err
	}
	if err := h.Servizio.Decidi(c.Request().Context(), c.Param("id"), e, c.RealIP()); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// vistaRettifiche is what the page of the requests shows.
type vistaRettifiche struct {
	Rettifiche []Rettifica
	Nuova      NuovaRettifica
	Fatto      bool
	Rifiuto    pagine.Rifiuto
}

// Rettifiche serves GET /rettifiche.
func (p Pagine) Rettifiche(c echo.Context, _ sessione.Sessione) error {
	return p.mostraRettifiche(c, vistaRettifiche{Fatto: c.QueryParam("fatto") != ""})
}

// Registra serves POST /rettifiche.
func (p Pagine) Registra(c echo.Context, _ sessione.Sessione) error {
	n := NuovaRettifica{IDVerbale: c.FormValue("idVerbale"), CodiceFiscale: c.FormValue("codiceFiscale"), Richiedente: c.FormValue("richiedente"),
		Testo: c.FormValue("testo"), Prova: c.FormValue("prova"), Ricevuta: c.FormValue("ricevuta")}
	_, err := p.Servizio.Registra(c.Request().Context(), n, c.RealIP())
	return p.conclude(c, vistaRettifiche{Nuova: n}, err)
}

// Decidi serves POST /rettifiche/{id}: prolongs or ends a request.
func (p Pagine) Decidi(c echo.Context, _ sessione.Sessione) error {
	ctx, e := c.Request().Context(), Esito{Stato: Stato(c.FormValue("atto")), Motivo: c.FormValue("motivo")}
	if c.FormValue("atto") == "PROROGA" {
		return p.conclude(c, vistaRettifiche{}, p.Servizio.Proroga(ctx, c.Param("id"), e.Motivo, c.RealIP()))
	}
	if testo := c.FormValue("evento"); testo != "" {
		n, err := strconv.Atoi(testo)
		if err != nil {
			return p.conclude(c, vistaRettifiche{}, problem.CampoNonValido("evento", "non è un numero"))
		}
		e.Evento = &n
	}
	return p.conclude(c, vistaRettifiche{}, p.Servizio.Decidi(ctx, c.Param("id"), e, c.RealIP()))
}

func (p Pagine) conclude(c echo.Context, v vistaRettifiche, err error) error {
	if err == nil {
		return c.Redirect(http.StatusSeeOther, paginaRettifiche+"?fatto=1")
	}
	var suo bool
	if v.Rifiuto, suo = pagine.Rifiutato(err); !suo {
		return err
	}
	return p.mostraRettifiche(c, v)
}

func (p Pagine) mostraRettifiche(c echo.Context, v vistaRettifiche) (err error) {
	if v.Rettifiche, err = p.Servizio.Rettifiche(c.Request().Context(), c.RealIP()); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, v.Rifiuto.Codice(), p.Sessione.Cornice(c, "Richieste di rettifica"), rettifiche(v))
}
