package propria

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Indirizzo of the page.
const Indirizzo = pagine.Base + "accessi"

// passwordAntica bounds the field of the present password, in characters.
const passwordAntica = 256

// Pagine answers the page of one's own sessions. The realm says whether the present password is right: its delays and its
// register hold here too.
type Pagine struct {
	Servizio Servizio
	Sessione sessione.HTTP
	Realm    auth.Realm
}

// vista is what the page shows.
type vista struct {
	Aperte  []sessione.Aperta
	Fatti   []Fatto
	Chiede  bool // the password, to end the others: who came in by single sign-on has none here
	Chiuse  int  // -1: nothing was asked
	Rifiuto pagine.Rifiuto
}

// Apri serves GET /accessi.
func (p Pagine) Apri(c echo.Context, s sessione.Sessione) error {
	return p.mostra(c, s, vista{Chiuse: -1})
}

// Chiudi serves POST /accessi: every session of the operator ends but this one, once he has said his password again.
func (p Pagine) Chiudi(c echo.Context, s sessione.Sessione) error {
	chiuse := -1
	err := p.provata(c, s)
	if err == nil {
		chiuse, err = p.Sessione.Sessioni.ChiudiAltre(c.Request().Context())
	}
	rifiuto, suo := pagine.Rifiutato(err)
	if err != nil && !suo {
		return err
	}
	p.Sessione.Flussi.Sveglia()
	return p.mostra(c, s, vista{Chiuse: chiuse, Rifiuto: rifiuto})
}

// provata is nil where the operator has just proved who he is.
func (p Pagine) provata(c echo.Context, s sessione.Sessione) error {
	if s.Attributi.Autenticazione.ValidatoSso {
		return nil
	}
	_, err := p.Realm.Login(c.Request().Context(), event.DomandaAccesso{
		Utente: s.Operatore.Username, Password: c.FormValue("attuale"), Indirizzo: c.RealIP(), Modulo: "core", Pagina: true,
	})
	if e := problem.As(err); e != nil && e.Kind == problem.Unauthenticated {
		return problem.CampoNonValido("attuale", "non è la password di questa utenza")
	}
	return err
}

func (p Pagine) mostra(c echo.Context, s sessione.Sessione, v vista) (err error) {
	ctx := c.Request().Context()
	v.Chiede = !s.Attributi.Autenticazione.ValidatoSso
	if v.Aperte, err = p.Sessione.Sessioni.Aperte(ctx); err != nil {
		return err
	}
	if v.Fatti, err = p.Servizio.Fatti(ctx, s.Operatore); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, max(http.StatusOK, v.Rifiuto.Codice()), p.Sessione.Cornice(c, "I propri accessi"), pagina(v))
}
