package verbale

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/costo"
	"github.com/piattaforma-verbali/verbali/core/internal/morto"
	"github.com/piattaforma-verbali/verbali/core/internal/registri"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Deposito reads documents by tenant and hash.
type Deposito interface {
	Leggi(ctx context.Context, tenant, sha string) ([]byte, error)
}

// HTTP answers the pages of the fines. Chiede asks elaborazione for the operator of the context; Morti gives the
// work about a fine that failed for good.
type HTTP struct {
	Store    Store
	Deposito Deposito
	Chiede   func(ctx context.Context, operazione string, domanda, risposta any) error
	Morti    func(ctx context.Context, verbale uuid.UUID) ([]morto.Lavoro, error)
	Sessione sessione.HTTP
	Adesso   func() time.Time
	Tabella  func() *sanzione.Tabella // of violations, in use
	Log      *slog.Logger
}

// Elenco serves GET /verbali: the newest first, by number, plate, state and what waits for a person. The plate is in
// the session, and the address has its code: addresses are kept by browsers, proxies and logs. One that has a plate, as
// they were written before, leads to the one that has not.
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

// rifiutaRicerca shows the form again with what is wrong.
func (h HTTP) rifiutaRicerca(c echo.Context, e paginaElenco, err error) error {
	p := problem.As(err)
	if p == nil {
		return err
	}
	e.Guasti = p.Campi
	return h.Sessione.Pagine.Scrivi(c, http.StatusBadRequest, h.Sessione.Cornice(c, "Verbali"), elenco(e))
}

// Scheda serves GET /verbali/{id}: all that is known of a fine, as far as the role may see it.
func (h HTTP) Scheda(c echo.Context, s sessione.Sessione) error {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return problem.NonTrovato("verbale", c.Param("id"))
	}
	return h.mostra(c, s, id, moduloAzione{})
}

// mostra draws a fine, with an action that was refused if there is one.
func (h HTTP) mostra(c echo.Context, s sessione.Sessione, id uuid.UUID, m moduloAzione) error {
	v, err := h.completo(c.Request().Context(), id, s.Puo(auth.PermessoPersona))
	if err == nil {
		err = h.Store.Cerca(c.Request().Context(), v)
	}
	if err == nil {
		v.Morti, err = h.Morti(c.Request().Context(), id)
	}
	if err == nil && s.Puo(auth.PermessoVerbaleDecidi) {
		v.Spese, err = costo.Store{Pools: h.Store.Pools}.Verbale(c.Request().Context(), id)
		err = nonPronti(err)
	}
	if err == nil {
		v.Registri, err = registri.Store{Pools: h.Store.Pools, Adesso: h.Adesso}.Verbale(c.Request().Context(), id)
		err = nonPronti(err)
	}
	if err != nil {
		return err
	}
	p := paginaScheda{Verbale: v, Persone: s.Puo(auth.PermessoPersona), Documenti: s.Puo(auth.PermessoVerbalePdf), Oggi: calendario.Da(h.Adesso()),
		PuntiProposti: puntiProposti(&v.Verbale, h.Tabella), Puo: s.Puo, Modulo: m, Fatto: fatto(verbale.TipoEvento(c.QueryParam("fatto")))}
	p.Offerta = h.offerta(c.Request().Context(), s, id)
	p.Azioni, p.Generiche = v.offerte(p.Offerta)
	p.Intestazioni = v.ammesse(intestazioni(), p.Offerta)
	if !p.Persone {
		v.Indagine, v.Avvertenze = nil, nil
	}
	if err := p.prezza(); err != nil {
		return err
	}
	if err := h.registra(c, s, "VERBALE_LETTO", id); err != nil {
		return err
	}
	return h.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), h.Sessione.Cornice(c, "Verbale "+v.Estremi()), scheda(p))
}

// completo is a whole fine, beside the table of violations that a person chooses from.
func (h HTTP) completo(ctx context.Context, id uuid.UUID, persone bool) (*Verbale, error) {
	v, err := h.Store.Completo(ctx, id, persone)
	if err == nil {
		v.tabella = h.Tabella()
	}
	return v, err
}

// Documento serves GET /documenti/{id}, after having written who opens it.
func (h HTTP) Documento(c echo.Context, s sessione.Sessione) error {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return problem.NonTrovato("documento", c.Param("id"))
	}
	ctx := c.Request().Context()
	d, err := h.Store.Documento(ctx, id)
	if err != nil {
		return err
	}
	if d.SHA256 == verbale.FileCancellato {
		return problem.Nuovo(problem.Missing, "DOCUMENTO_CANCELLATO", "Non trovato",
			"Il documento è stato cancellato per i termini di conservazione del comando.")
	}
	t, _ := tenant.From(ctx)
	contenuto, err := h.Deposito.Leggi(ctx, t.Nome, d.SHA256)
	if errors.Is(err, deposito.ErrNonTrovato) || errors.Is(err, deposito.ErrCorrotto) {
		h.Log.ErrorContext(ctx, "documento non servito", "documento", d.ID, "errore", err)
		return problem.NonDisponibile("DOCUMENTO_NON_DISPONIBILE", "Il documento non è disponibile nel deposito: avvisare l'assistenza.").With(err)
	}
	if err != nil {
		return err
	}
	if err := h.registra(c, s, "DOCUMENTO_APERTO", d.Verbale); err != nil {
		return err
	}
	return web.Document(c, d.Nome, contenuto)
}

func (h HTTP) registra(c echo.Context, s sessione.Sessione, azione string, verbale uuid.UUID) error {
	return h.Store.Registra(c.Request().Context(), db.Access{
		Attore: s.Operatore.Username, Azione: azione, OggettoTipo: "verbale", Oggetto: verbale.String(), Esito: "OK", Indirizzo: c.RealIP(),
	})
}
