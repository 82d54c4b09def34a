package sso

import (
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Cookie holds, sealed, what the browser must bring back from the provider.
const Cookie = "verbali_sso"

// HTTP answers the two routes of single sign-on, open to anybody. Ponte is nil where it is not set:
// then the routes do not exist.
type HTTP struct {
	Ponte    *Ponte
	Realm    Realm
	Store    Store
	Sessione sessione.HTTP
	Log      *slog.Logger
}

// Inizia serves GET /sso: off to the provider.
func (h HTTP) Inizia(c echo.Context) error {
	if h.Ponte == nil {
		return h.errore(c, problem.RottaAssente())
	}
	indirizzo, prova, err := h.Ponte.invia(sessione.Locale(c.QueryParam("torna")))
	if err != nil {
		return h.errore(c, err)
	}
	chiusa, err := h.Ponte.sigillo.chiudi(prova)
	if err != nil {
		return err
	}
	c.SetCookie(nuovoCookie(c, chiusa, int(durataProva.Seconds())))
	return c.Redirect(http.StatusSeeOther, indirizzo)
}

// Torna serves GET /sso/ritorno: the provider sends the browser back with a code. Only here does a
// session learn that its operator was vouched for.
func (h HTTP) Torna(c echo.Context) error {
	if h.Ponte == nil {
		return h.errore(c, problem.RottaAssente())
	}
	prova, err := h.prova(c)
	c.SetCookie(nuovoCookie(c, "", -1))
	if err != nil {
		return h.errore(c, err)
	}
	ctx := c.Request().Context()
	if c.QueryParam("error") != "" || c.QueryParam("code") == "" {
		return h.errore(c, h.rifiuta(c, "il fornitore non ha identificato la persona", nil))
	}
	utente, err := h.Ponte.identifica(ctx, c.QueryParam("code"), prova)
	if errors.Is(err, errRifiutato) {
		return h.errore(c, h.rifiuta(c, "risposta del fornitore non valida", err))
	}
	if err != nil {
		return h.errore(c, err)
	}
	if err := h.unaVolta(c, prova); err != nil {
		return h.errore(c, err)
	}
	risposta, err := h.Realm.AccediSso(ctx, utente, c.RealIP())
	if e := problem.As(err); e != nil && e.Kind == problem.Unauthenticated {
		return h.errore(c, problem.Vietato("UTENTE_NON_ABILITATO",
			"L'accesso unico ha riconosciuto la persona, ma non c'è un'utenza abilitata con il suo nome: rivolgersi all'amministratore del comando.").With(err))
	}
	if err != nil {
		return h.errore(c, err)
	}
	return h.Sessione.EntraValidato(c, risposta, prova.Torna)
}

// prova is what the browser was given when it began: state and cookie must agree.
func (h HTTP) prova(c echo.Context) (prova, error) {
	cookie, err := c.Cookie(Cookie)
	if err != nil {
		return prova{}, daCapo(err)
	}
	p, buona := h.Ponte.sigillo.apri(cookie.Value, h.Ponte.adesso())
	if !buona || subtle.ConstantTimeCompare([]byte(p.Stato), []byte(c.QueryParam("state"))) != 1 {
		return prova{}, daCapo(errRifiutato)
	}
	return p, nil
}

// unaVolta lets a proof in once. It is noted only now that the provider has vouched for somebody:
// anybody may begin and come back with nothing, as often as he likes, and leaves no row.
func (h HTTP) unaVolta(c echo.Context, p prova) error {
	prima, err := h.Store.Consuma(c.Request().Context(), p.Stato)
	if err == nil && !prima {
		return daCapo(errRifiutato)
	}
	return err
}

// daCapo is a callback that does not belong to a login begun here, or no longer does.
func daCapo(causa error) error {
	return problem.Nuovo(problem.BadRequest, "ACCESSO_UNICO_SCADUTO", "Accesso da ricominciare",
		"La richiesta di accesso non è valida, è scaduta o è già stata usata: ricominciare dalla pagina di accesso.").With(causa)
}

// rifiuta logs an answer that proved nothing and gives what the person reads. The register has no line
// of it: nobody is known, and anybody could write as many as he likes.
func (h HTTP) rifiuta(c echo.Context, motivo string, causa error) error {
	h.Log.WarnContext(c.Request().Context(), "accesso unico rifiutato", "motivo", motivo, "indirizzo", c.RealIP(), "errore", causa)
	return problem.Vietato("ACCESSO_UNICO_RIFIUTATO", "L'accesso unico non è riuscito: "+motivo+".").With(causa)
}

func (h HTTP) errore(c echo.Context, err error) error {
	return h.Sessione.Pagine.Errore(c, pagine.Cornice{}, err)
}

// nuovoCookie goes to these routes alone; scade -1 removes it. Lax: the provider sends the browser
// back from another site.
func nuovoCookie(c echo.Context, valore string, scade int) *http.Cookie {
	return &http.Cookie{Name: Cookie, Value: valore, Path: pagine.Base + Inizio, MaxAge: scade, //nolint:gosec // Secure on https, where alone a browser keeps it
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.Scheme() == "https"}
}
