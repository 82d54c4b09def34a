package elenco

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// HTTP answers the list of the fines.
type HTTP struct {
	Store    Store
	Sessione sessione.HTTP
}

// Elenco serves GET /verbali: the newest first, by number, plate, state and queue. The session holds the plate and the address
// only a code for it, because browsers, proxies and logs keep addresses. An old address with a plate redirects to the new form.
func (h HTTP) Elenco(c echo.Context, s sessione.Sessione) error {
	e := paginaElenco{Numero: c.QueryParam("numero"), Stato: c.QueryParam("stato"), Ricerca: c.QueryParam("ricerca"),
		Anomalia: c.QueryParam("anomalia"), Motivo: c.QueryParam("motivo"), Sceglibili: motivi(c.Request().Context()), Inizio: c.QueryParam("dopo") == ""}
	if e.Targa = c.QueryParam("targa"); e.Targa != "" {
		return h.cerca(c, e)
	}
	if targa, ricordata := s.Ricercata(e.Ricerca); ricordata {
		e.Targa = targa
	} else if e.Ricerca != "" {
		return h.rifiutaRicerca(c, e, problem.CampoNonValido("targa", "questa ricerca non è più in memoria: riscriverla"))
	}
	filtro, err := e.filtro(c.QueryParam("dopo"))
	if err != nil {
		return h.rifiutaRicerca(c, e, err)
	}
	ctx := c.Request().Context()
	if err := h.legge(ctx, s, filtro, &e); err != nil {
		return err
	}
	if filtro.Targa != "" {
		err := h.Store.Registra(ctx, db.Access{Attore: s.Operatore.Username, Azione: "VERBALI_CERCATI", OggettoTipo: "targa", Oggetto: filtro.Targa,
			Esito: "elementi " + strconv.Itoa(len(e.Voci)), Indirizzo: c.RealIP()})
		if err != nil {
			return err
		}
	}
	return h.Sessione.Scrivi(c, "Verbali", elenco(e))
}

// legge reads a page of the list, with what holds each fine and how many each thing holds where they wait to be validated.
func (h HTTP) legge(ctx context.Context, s sessione.Sessione, f Filtro, e *paginaElenco) (err error) {
	if e.Voci, e.Altri, err = h.Store.Elenco(ctx, f); err != nil {
		return err
	}
	if e.Motivi, err = h.Store.trattenuti(ctx, f, e.Voci); err != nil || !f.crescente() || !s.Puo(auth.PermessoVerbaleLeggi) {
		return err
	}
	e.Conti, err = h.Store.codeDaValidare(ctx)
	return err
}

// Cerca serves POST /verbali: the search form.
func (h HTTP) Cerca(c echo.Context, _ sessione.Sessione) error {
	return h.cerca(c, paginaElenco{Numero: c.FormValue("numero"), Targa: c.FormValue("targa"), Stato: c.FormValue("stato"),
		Anomalia: c.FormValue("anomalia"), Motivo: c.FormValue("motivo"), Sceglibili: motivi(c.Request().Context()), Inizio: true})
}

// cerca leads to the list of a search, with its plate in the session.
func (h HTTP) cerca(c echo.Context, e paginaElenco) error {
	filtro, err := e.filtro("")
	if err != nil {
		return h.rifiutaRicerca(c, e, err)
	}
	if filtro.Targa != "" {
		if e.Ricerca, err = h.Sessione.Sessioni.Ricorda(c.Request().Context(), filtro.Targa); err != nil {
			return err
		}
	}
	return c.Redirect(http.StatusSeeOther, e.ricerca(Posto{}))
}

// rifiutaRicerca shows the form again with its errors.
func (h HTTP) rifiutaRicerca(c echo.Context, e paginaElenco, err error) error {
	p := problem.As(err)
	if p == nil {
		return err
	}
	e.Guasti = p.Campi
	return h.Sessione.Pagine.Scrivi(c, http.StatusBadRequest, h.Sessione.Cornice(c, "Verbali"), elenco(e))
}
