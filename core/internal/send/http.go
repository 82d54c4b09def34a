// Package send shows operators the notifications by SEND: the channel with the list of notifications, the page of one notification, and
// the pages that start and cancel one. It reads connessione's views; connessione decides and acts.
package send

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Indirizzo is the address of the channel's page. The page of a notification is below it, by id.
const Indirizzo = pagine.Base + "send"

// Deposito reads documents by tenant and hash.
type Deposito interface {
	Leggi(ctx context.Context, tenant, sha string) ([]byte, error)
}

// Pagine answers the pages. Chiede asks connessione on behalf of the context's operator.
type Pagine struct {
	Store    Store
	Chiede   func(ctx context.Context, operazione string, domanda, risposta any) error
	Deposito Deposito
	Sessione sessione.HTTP
	Adesso   func() time.Time
	Log      *slog.Logger
}

// Livello says how much of a story an operator may read.
func Livello(s sessione.Sessione) racconto.Livello {
	if s.Puo(auth.PermessoPersona) {
		return racconto.Ufficio
	}
	return racconto.SenzaPersone
}

// canaleEntro is how long the page waits for connessione to say how the command is connected. After it the page says that this is unknown.
const canaleEntro = time.Second

// Canale serves GET /send: the channel, and the list of notifications.
func (p Pagine) Canale(c echo.Context, s sessione.Sessione) error {
	f, err := leggiFiltro(c.QueryParam, s.Puo(auth.PermessoPersona))
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	f.Adesso = p.Adesso()
	v := paginaCanale{Filtro: f, Adesso: f.Adesso}
	if v.Invii, v.Altri, err = p.Store.Elenco(ctx, f); err != nil {
		return err
	}
	if v.Conti, err = p.Store.Conti(ctx, v.Adesso); err != nil {
		return err
	}
	chiede, fine := context.WithTimeout(ctx, canaleEntro)
	defer fine()
	if err := p.Chiede(chiede, event.SendCanale, event.DomandaCanale{}, &v.Canale); err != nil {
		p.Log.WarnContext(ctx, "stato del canale di SEND non avuto da connessione", "errore", err)
		v.Muto = true
	}
	return p.Sessione.Scrivi(c, verbale.ParolaCanale(verbale.CanaleSend), canale(v))
}

// Apri serves GET /send/{id}: one notification.
func (p Pagine) Apri(c echo.Context, s sessione.Sessione) error {
	i, err := p.trova(c)
	if err != nil {
		return err
	}
	return p.mostra(c, s, i, modulo{})
}

// trova finds the notification of the address, of a fine that the operator may read.
func (p Pagine) trova(c echo.Context) (Invio, error) {
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return Invio{}, problem.NonTrovato("notifica", c.Param("id"))
	}
	ctx := c.Request().Context()
	i, err := p.Store.Uno(ctx, id)
	if err == nil {
		err = lettore.Lettore{Pools: p.Store.Pools}.Visibile(ctx, i.Verbale)
	}
	return i, err
}

// mostra draws a notification, and above it the refusal of a cancellation if there is one.
func (p Pagine) mostra(c echo.Context, s sessione.Sessione, i Invio, m modulo) error {
	storie, err := p.Store.Storie(c.Request().Context(), []Invio{i}, Livello(s))
	if err != nil {
		return err
	}
	v := paginaInvio{Invio: i, Storia: storie[i.ID], Prove: s.Puo(auth.PermessoPersona), Atto: s.Puo(auth.PermessoVerbalePdf),
		Annulla: s.Puo(auth.PermessoVerbaleDecidi) && i.annullabile(), Persone: s.Puo(auth.PermessoPersona), Modulo: m, Fatto: fatto(c.QueryParam("fatto"))}
	if err := p.registra(c, s, "NOTIFICA_LETTA", i.Verbale); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, "Notifica con SEND del verbale "+i.Estremi()), notifica(v))
}

// Prova serves GET /send/{id}/prove/{prova}: a file that SEND gave. The audit names the operator before the file leaves.
func (p Pagine) Prova(c echo.Context, s sessione.Sessione) error {
	i, err := p.trova(c)
	if err != nil {
		return err
	}
	id, ok := codici.ID(c.Param("prova"))
	if !ok {
		return problem.NonTrovato("prova", c.Param("prova"))
	}
	ctx := c.Request().Context()
	f, err := p.Store.prova(ctx, i.ID, id)
	if err != nil {
		return err
	}
	contenuto, err := p.Deposito.Leggi(ctx, tenant.Name(ctx), f.SHA256)
	if errors.Is(err, deposito.ErrNonTrovato) || errors.Is(err, deposito.ErrCorrotto) {
		p.Log.ErrorContext(ctx, "prova di SEND non servita", "prova", id, "errore", err)
		return problem.NonDisponibile("DOCUMENTO_NON_DISPONIBILE", "Il documento non è disponibile nel deposito: avvisare l'assistenza.").With(err)
	}
	if err != nil {
		return err
	}
	if err := p.registra(c, s, "ATTESTAZIONE_LETTA", i.Verbale); err != nil {
		return err
	}
	return web.Original(c, f.Nome, contenuto)
}

func (p Pagine) registra(c echo.Context, s sessione.Sessione, azione string, di uuid.UUID) error {
	ctx := c.Request().Context()
	database, err := p.Store.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Audit(ctx, db.Access{Attore: s.Operatore.Username, Azione: azione, OggettoTipo: "verbale", Oggetto: di.String(), Esito: "OK",
		Indirizzo: c.RealIP()})
}

// Annulla serves POST /send/{id}/annulla: connessione asks SEND, and the page says what SEND answered.
func (p Pagine) Annulla(c echo.Context, s sessione.Sessione) error {
	i, err := p.trova(c)
	if err != nil {
		return err
	}
	m := modulo{Motivo: strings.TrimSpace(c.FormValue("motivo")), Aperto: true}
	var r event.RispostaAnnullo
	if c.FormValue("conferma") == "" {
		err = problem.CampoNonValido("conferma", "confermare di aver verificato")
	} else {
		err = p.Chiede(c.Request().Context(), event.SendAnnulla, event.DomandaAnnullo{ID: i.ID.String(), Motivo: m.Motivo, Indirizzo: c.RealIP()}, &r)
	}
	if err == nil {
		esito := "annullo"
		if r.Stato == string(verbale.InvioRifiutato) { // the notification had not left
			esito = "ritiro"
		}
		return c.Redirect(http.StatusSeeOther, i.Indirizzo()+"?fatto="+esito)
	}
	var suo bool
	if m.Rifiuto, suo = pagine.Rifiutato(err); !suo {
		return err
	}
	return p.mostra(c, s, i, m)
}
