package esitopostale

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// indirizzo of the list; a file is below it, by id.
const indirizzo = pagine.Base + "esitiPostali"

// Pagine answers the pages of outcome files. Chiede asks elaborazione for the operator of the context.
type Pagine struct {
	Store    Store
	Chiede   func(ctx context.Context, operazione string, domanda, risposta any) error
	Deposito *deposito.Deposito
	Sessione sessione.HTTP
}

// Elenco serves GET /esitiPostali: the files, the newest first, and the form of a new one for an operator who may send it.
func (p Pagine) Elenco(c echo.Context, s sessione.Sessione) error {
	return p.elenco(c, s, modulo{})
}

func (p Pagine) elenco(c echo.Context, s sessione.Sessione, m modulo) (err error) {
	e := paginaElenco{Carica: s.Puo(auth.PermessoLotto), Modulo: m, Inizio: c.QueryParam("cursore") == ""}
	if e.File, e.Altri, err = p.Store.Elenco(c.Request().Context(), c.QueryParam("cursore")); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, "Esiti della posta"), elenco(e))
}

// Carica serves POST /esitiPostali: a file that elaborazione takes has a page of its own, also when it had come
// before; a refused file comes back to the form with the reason.
func (p Pagine) Carica(c echo.Context, s sessione.Sessione) error {
	r, err := p.manda(c)
	if err != nil {
		m, suo := rifiutato(err)
		if !suo {
			return err
		}
		if e := problem.As(err); e.RetryAfter > 0 {
			c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(e.RetryAfter.Seconds())))
		}
		m.Codifica = c.FormValue(campoCodifica)
		return p.elenco(c, s, m)
	}
	id, err := uuid.Parse(r.IDEsito)
	if err != nil {
		return fmt.Errorf("esiti postali: idEsito della risposta: %w", err)
	}
	return c.Redirect(http.StatusSeeOther, File{ID: id}.indirizzo()+"?fatto=ricevuto")
}

// manda puts the file of the form where elaborazione takes it from. No row names a file that elaborazione
// refuses, and its sweep of the store takes the file away.
func (p Pagine) manda(c echo.Context) (r event.RispostaEsiti, err error) {
	file, tipo, err := fileDi(c)
	if err != nil {
		return r, err
	}
	ctx := c.Request().Context()
	messo, err := p.Deposito.Metti(ctx, tenant.Name(ctx), file, "text/csv")
	if err != nil {
		return r, err
	}
	err = p.Chiede(ctx, event.EsitiCarica, event.DomandaEsiti{SHA256: messo.SHA256, ContentType: tipo, Indirizzo: c.RealIP()}, &r)
	if problem.Is(err, "NON_TROVATO") { // elaborazione looks into another store
		err = problem.NonDisponibile("DEPOSITO_NON_CONDIVISO", "Il file non raggiunge chi lo lavora: avvisare l'assistenza.").With(err)
	}
	return r, err
}

// Apri serves GET /esitiPostali/{id}: a file with a page of its rows.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) (err error) {
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return problem.NonTrovato("file di esiti", c.Param("id"))
	}
	e := paginaFile{Stato: verbale.StatoRiga(c.QueryParam("stato")), Cursore: c.QueryParam("cursore"), Ricevuto: c.QueryParam("fatto") == "ricevuto"}
	if e.Stato != "" && !slices.Contains(verbale.StatiRiga(), e.Stato) {
		return problem.CampoNonValido("stato", "non è lo stato di una riga")
	}
	ctx := c.Request().Context()
	if e.File, err = p.Store.File(ctx, id); err != nil {
		return err
	}
	stati := []verbale.StatoRiga{e.Stato}
	if e.Stato == "" {
		stati = verbale.RigheDaGuardare()
	}
	if e.Righe, e.Altre, err = p.Store.Righe(ctx, id, stati, e.Cursore); err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, e.File.titolo(), scheda(e))
}
