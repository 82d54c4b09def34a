package domicilio

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/inad"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// HTTP is the group InadConnRestService.
type HTTP struct{ Service }

// entra checks the reason and the fine of a request, and takes one of the account's look-ups of the hour.
func (h HTTP) entra(c echo.Context, v *interrogazione.Verifica, p interrogazione.Perche, codice string) (interrogazione.Richiesta, error) {
	ctx := c.Request().Context()
	chi, _ := auth.From(ctx)
	q := v.Perche(p, interrogazione.Chi{Attore: chi.User, Indirizzo: c.RealIP()})
	if err := v.Errore(); err != nil {
		return q, err
	}
	q, err := h.Store.Completa(ctx, q, interrogazione.Cercata{Campo: "codiceFiscale", CodiceFiscale: codice})
	if err != nil {
		return q, err
	}
	limite := domicili.InterrogazioniAllOra
	if err := h.impostazione(ctx, domicili.ChiaveInterrogazioniAllOra, &limite); err != nil {
		return q, err
	}
	return q, h.Store.Ora(ctx, h.Adesso(), limite, q.Chi)
}

// Domicilio answers POST /domicilio.
func (h HTTP) Domicilio(c echo.Context) error {
	corpo, err := web.Decode[struct {
		CodiceFiscale string `json:"codiceFiscale"`
		interrogazione.Perche
	}](c)
	if err != nil {
		return err
	}
	var v interrogazione.Verifica
	codice := v.CodiceFiscale("codiceFiscale", corpo.CodiceFiscale)
	q, err := h.entra(c, &v, corpo.Perche, codice)
	if err != nil {
		return err
	}
	e, err := h.Trova(c.Request().Context(), q, codice, nil)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, e)
}

// Verifica answers POST /verifica.
func (h HTTP) Verifica(c echo.Context) error {
	corpo, err := web.Decode[struct {
		CodiceFiscale string `json:"codiceFiscale"`
		Indirizzo     string `json:"indirizzo"`
		Data          string `json:"data"`
		interrogazione.Perche
	}](c)
	if err != nil {
		return err
	}
	var v interrogazione.Verifica
	codice := v.CodiceFiscale("codiceFiscale", corpo.CodiceFiscale)
	corpo.Indirizzo = strings.TrimSpace(corpo.Indirizzo)
	if !parole.IndirizzoDigitale(corpo.Indirizzo) {
		v.Manca("indirizzo", "non è un indirizzo di posta")
	}
	giorno := v.Giorno("data", corpo.Data, h.Adesso())
	q, err := h.entra(c, &v, corpo.Perche, codice)
	if err != nil {
		return err
	}
	esito, err := h.Service.Verifica(c.Request().Context(), q, codice, corpo.Indirizzo, giorno)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, struct {
		Esito bool      `json:"esito"`
		Alle  time.Time `json:"alle"`
	}{esito.Esito, esito.Alle})
}

// Domicili answers POST /domicili: the list is worked in the background.
func (h HTTP) Domicili(c echo.Context) error {
	corpo, err := web.Decode[struct {
		CodiciFiscali []string `json:"codiciFiscali"`
		interrogazione.Perche
	}](c)
	if err != nil {
		return err
	}
	var v interrogazione.Verifica
	voci := v.Codici("codiciFiscali", corpo.CodiciFiscali)
	chi, _ := auth.From(c.Request().Context())
	q := v.Perche(corpo.Perche, interrogazione.Chi{Attore: chi.User, Indirizzo: c.RealIP()})
	if err := v.Errore(); err != nil {
		return err
	}
	e, err := h.Accoda(c.Request().Context(), q, voci)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, strings.TrimSuffix(c.Request().URL.Path, "/")+"/"+e.ID.String())
	return c.JSON(http.StatusAccepted, e)
}

// Elenco answers GET /domicili/{id}, to the account that asked for the list and to nobody else.
func (h HTTP) Elenco(c echo.Context) error {
	ctx := c.Request().Context()
	chi, _ := auth.From(ctx)
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return problem.NonTrovato("elenco", c.Param("id"))
	}
	e, err := h.Leggi(ctx, id, interrogazione.Chi{Attore: chi.User, Indirizzo: c.RealIP()})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, e)
}
