// Package scheda is the page of a fine, its documents, and the events that operators record there.
package scheda

import (
	"context"
	"errors"
	"log/slog"
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
	"github.com/piattaforma-verbali/verbali/core/internal/piano"
	"github.com/piattaforma-verbali/verbali/core/internal/registri"
	"github.com/piattaforma-verbali/verbali/core/internal/send"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/azione"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// Deposito reads documents by tenant and hash.
type Deposito interface {
	Leggi(ctx context.Context, tenant, sha string) ([]byte, error)
}

// HTTP answers the pages of the fines. Chiede asks elaborazione for the operator of the context; Morti gives the
// work about a fine that failed for good.
type HTTP struct {
	Store    fascicolo.Store
	Deposito Deposito
	Chiede   func(ctx context.Context, operazione string, domanda, risposta any) error
	Morti    func(ctx context.Context, verbale uuid.UUID) ([]morto.Lavoro, error)
	Sessione sessione.HTTP
	Adesso   func() time.Time
	Tabella  func() *sanzione.Tabella // of violations, in use
	Log      *slog.Logger
}

// Scheda serves GET /verbali/{id}: all that is known of a fine, as far as the role may see it.
func (h HTTP) Scheda(c echo.Context, s sessione.Sessione) error {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return problem.NonTrovato("verbale", c.Param("id"))
	}
	return h.mostra(c, s, id, azione.Modulo{})
}

// mostra draws a fine, with an action that was refused if there is one.
func (h HTTP) mostra(c echo.Context, s sessione.Sessione, id uuid.UUID, m azione.Modulo) error {
	v, err := h.completo(c.Request().Context(), id, s.Puo(auth.PermessoPersona))
	if err == nil {
		err = h.Store.Cerca(c.Request().Context(), v)
	}
	if err == nil {
		v.Morti, err = h.Morti(c.Request().Context(), id)
	}
	if err == nil && s.Puo(auth.PermessoVerbaleDecidi) {
		v.Spese, err = costo.Conti(h.Store.Pools).DelVerbale(c.Request().Context(), id)
		err = fascicolo.NonPronti(err)
	}
	suiRegistri := registri.Store{Pools: h.Store.Pools, Adesso: h.Adesso}
	if err == nil {
		v.Registri, err = suiRegistri.Verbale(c.Request().Context(), id)
		err = fascicolo.NonPronti(err)
	}
	if err == nil && s.Puo(auth.PermessoPersona) {
		v.Domicili, err = suiRegistri.Domicili(c.Request().Context(), id)
		err = fascicolo.NonPronti(err)
	}
	var suSend map[uuid.UUID][]send.Passo
	if err == nil {
		suSend, err = send.Store{Pools: h.Store.Pools, Adesso: h.Adesso}.Del(c.Request().Context(), id, send.Livello(s))
		err = fascicolo.NonPronti(err)
	}
	var piani map[uuid.UUID]piano.Riga
	if err == nil {
		piani, err = piano.Store{Pools: h.Store.Pools, Adesso: h.Adesso}.Del(c.Request().Context(), id, s.Puo(auth.PermessoPersona))
		err = fascicolo.NonPronti(err)
	}
	if err != nil {
		return err
	}
	p := paginaScheda{Send: suSend, Piani: piani, Pagina: azione.Pagina{Verbale: v, Persone: s.Puo(auth.PermessoPersona), Puo: s.Puo, Modulo: m,
		Fatto: azione.Fatto(verbale.TipoEvento(c.QueryParam("fatto")))}, Documenti: s.Puo(auth.PermessoVerbalePdf), Oggi: calendario.Da(h.Adesso()),
		PuntiProposti: puntiProposti(&v.Verbale, h.Tabella)}
	p.Offerta = h.offerta(c.Request().Context(), s, id)
	p.Azioni, p.Generiche = azione.Offerte(v, p.Offerta)
	p.Intestazioni = azione.Ammesse(v, azione.Intestazioni(), p.Offerta)
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
func (h HTTP) completo(ctx context.Context, id uuid.UUID, persone bool) (*fascicolo.Verbale, error) {
	v, err := h.Store.Completo(ctx, id, persone)
	if err == nil {
		v.Tabella = h.Tabella()
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
