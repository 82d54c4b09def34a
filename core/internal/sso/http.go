package sso

import (
	"cmp"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/http"
	"regexp"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Cookie holds, sealed, what the browser must bring back from the provider.
const Cookie = "verbali_sso"

// HTTP answers the routes of single sign-on, open to anybody. Where it is not set the routes do not exist.
type HTTP struct {
	Ponti    *Ponti
	Realm    Realm
	Store    Store
	Sessione sessione.HTTP
	Log      *slog.Logger
}

// ponte is the bridge of a command, or of the platform; another command's name is a route that is not there.
func (h HTTP) ponte(c echo.Context, comando string) (*Ponte, error) {
	if !nomeComando(comando) {
		return nil, problem.RottaAssente()
	}
	p, err := h.Ponti.Di(c.Request().Context(), comando)
	if err == nil && p == nil {
		err = problem.RottaAssente()
	}
	return p, err
}

// nomeComando accepts what may be the name of a command; none is the platform.
func nomeComando(nome string) bool {
	return nome == "" || regexp.MustCompile(`^[a-z][a-z0-9_-]{0,39}$`).MatchString(nome)
}

// Inizia serves GET /sso: off to the provider of the command, or of the platform.
func (h HTTP) Inizia(c echo.Context) error {
	ponte, err := h.ponte(c, c.QueryParam("comando"))
	if err != nil {
		return h.errore(c, err)
	}
	indirizzo, prova, err := ponte.invia(sessione.Locale(c.QueryParam("torna")))
	if err != nil {
		return h.errore(c, err)
	}
	chiusa, err := ponte.sigillo.chiudi(prova)
	if err != nil {
		return err
	}
	c.SetCookie(nuovoCookie(c, chiusa, int(durataProva.Seconds())))
	return c.Redirect(http.StatusSeeOther, indirizzo)
}

// Torna serves GET /sso/ritorno and /sso/ritorno/{comando}: the provider sends the browser back with a code. Only here
// does a session learn that its operator was vouched for. The address is of one provider: an access begun with another
// does not open here.
func (h HTTP) Torna(c echo.Context) error {
	ponte, err := h.ponte(c, c.Param("comando"))
	if err != nil || ponte.impostazioni.Comando != c.Param("comando") {
		return h.errore(c, cmp.Or(err, error(problem.RottaAssente())))
	}
	prova, err := h.prova(c, ponte)
	c.SetCookie(nuovoCookie(c, "", -1))
	if err != nil {
		return h.errore(c, err)
	}
	chi, err := h.riconosci(c, ponte, prova)
	if err != nil {
		return h.errore(c, err)
	}
	if err := h.unaVolta(c, prova); err != nil {
		return h.errore(c, err)
	}
	risposta, err := h.Realm.AccediSso(c.Request().Context(),
		accesso.Validato{Utente: chi.Utente, Comando: ponte.impostazioni.Comando, Gruppi: chi.Gruppi}, c.RealIP())
	if e := problem.As(err); e != nil && e.Kind == problem.Unauthenticated {
		return h.errore(c, problem.Vietato("UTENTE_NON_ABILITATO",
			"L'accesso unico ha riconosciuto la persona, ma non c'è un'utenza abilitata con il suo nome: rivolgersi all'amministratore del comando.").With(err))
	}
	if err != nil {
		return h.errore(c, err)
	}
	return h.Sessione.EntraValidato(c, risposta, prova.Torna, sessione.Garante{Comando: ponte.impostazioni.Comando,
		Emittente: ponte.impostazioni.Emittente, Soggetto: chi.Soggetto, SID: chi.SID, IDToken: chi.IDToken})
}

// riconosci gives whom the provider vouches for, once what it sent back is of this provider (RFC 9207) and proves somebody.
func (h HTTP) riconosci(c echo.Context, ponte *Ponte, mia prova) (chi Persona, err error) {
	if !ponte.suo(c.QueryParam("iss")) {
		return chi, h.rifiuta(c, "risposta di un altro fornitore", nil)
	}
	if c.QueryParam("error") != "" || c.QueryParam("code") == "" {
		return chi, h.rifiuta(c, "il fornitore non ha identificato la persona", nil)
	}
	chi, err = ponte.identifica(c.Request().Context(), c.QueryParam("code"), mia)
	if errors.Is(err, errRifiutato) {
		return chi, h.rifiuta(c, "risposta del fornitore non valida", err)
	}
	return chi, err
}

// Avvisa serves POST /sso/uscita and /sso/uscita/{comando}: a provider says that a session of its own is over, and ours by
// it ends at once. A notice is good once.
func (h HTTP) Avvisa(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	ponte, err := h.ponte(c, c.Param("comando"))
	if err != nil || ponte.impostazioni.Comando != c.Param("comando") {
		return cmp.Or(err, error(problem.RottaAssente()))
	}
	d, err := ponte.avviso(c.Request().Context(), c.FormValue("logout_token"))
	if errors.Is(err, errRifiutato) {
		h.Log.WarnContext(c.Request().Context(), "avviso di uscita rifiutato", "indirizzo", c.RealIP(), "errore", err)
		return avvisoNonValido().With(err)
	}
	if err != nil {
		return err
	}
	prima, err := h.Store.Chiudi(voce.Con(c.Request().Context(), c.RealIP()), d)
	if err != nil {
		return err
	}
	if !prima {
		return problem.Malformata("Il logout_token è già stato usato.")
	}
	h.Sessione.Flussi.Sveglia()
	return c.NoContent(http.StatusOK)
}

// prova is what the browser was given when it began: state and cookie must agree.
func (h HTTP) prova(c echo.Context, ponte *Ponte) (prova, error) {
	cookie, err := c.Cookie(Cookie)
	if err != nil {
		return prova{}, daCapo(err)
	}
	p, buona := ponte.sigillo.apri(cookie.Value, ponte.adesso())
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
