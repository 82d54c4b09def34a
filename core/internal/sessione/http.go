package sessione

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Cookie is the name of the session's cookie.
const Cookie = "verbali_sessione"

// The pages of the session.
const (
	paginaAccesso = pagine.Base + "login"
	paginaUscita  = pagine.Base + "logout"
)

// Tenant finds the tenants that are served.
type Tenant interface {
	Cerca(ctx context.Context, nome string) (tenant.Tenant, error)
}

// HTTP answers login, logout and heartbeat, and lets operators into the other pages.
type HTTP struct {
	Sessioni     *Servizio
	Realm        auth.Realm
	Tenant       Tenant
	Pagine       *pagine.Pagine
	RuoliAmmessi []string
	Battito      time.Duration
	Origine      *http.CrossOriginProtection
}

// Gestore is a page of an operator.
type Gestore func(c echo.Context, s Sessione) error

// Pagina lets an operator into a page; who has no session goes to the login and comes back. The
// permission is one of those that open the page; none means any operator.
func (h HTTP) Pagina(f Gestore, permessi ...auth.Permesso) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := h.origine(c); err != nil {
			return h.Pagine.Errore(c, pagine.Cornice{}, err)
		}
		s, trovata, err := h.Sessioni.Trova(c.Request().Context(), cookieDi(c))
		switch {
		case err != nil:
			return h.Pagine.Errore(c, pagine.Cornice{}, err)
		case !trovata:
			return c.Redirect(http.StatusSeeOther, indirizzoAccesso(c.Request()))
		}
		ctx, err := h.ammetti(c.Request().Context(), s, permessi)
		c.SetRequest(c.Request().WithContext(Con(auth.Con(ctx, s.Operatore.Identita()), s)))
		if err == nil {
			err = f(c, s)
		}
		if err != nil {
			return h.Pagine.Errore(c, h.Cornice(c, ""), err)
		}
		return nil
	}
}

// ammetti checks roles, permissions and tenant, and puts the tenant into the context.
func (h HTTP) ammetti(ctx context.Context, s Sessione, permessi []auth.Permesso) (context.Context, error) {
	ammesso := func(ruolo string) bool { return slices.Contains(h.RuoliAmmessi, ruolo) }
	if !ammesso("*") && !slices.ContainsFunc(s.Operatore.Ruoli, ammesso) {
		return ctx, problem.Vietato("RUOLO_NON_AMMESSO", "Il ruolo non è ammesso in questa applicazione.")
	}
	if s.Operatore.Tenant != "" {
		t, err := h.Tenant.Cerca(ctx, s.Operatore.Tenant)
		if err != nil {
			return ctx, err
		}
		ctx = tenant.Con(ctx, t)
	}
	if len(permessi) > 0 && !slices.ContainsFunc(permessi, s.Puo) {
		return ctx, problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente di vedere questa pagina.")
	}
	return ctx, nil
}

// origine refuses a write that another site makes the browser send.
func (h HTTP) origine(c echo.Context) error {
	if err := h.Origine.Check(c.Request()); err != nil {
		return problem.Vietato("ORIGINE_NON_AMMESSA", "La richiesta non viene da una pagina di questa applicazione.").Con(err)
	}
	return nil
}

// Cornice is the frame of a page for the operator of the request.
func (h HTTP) Cornice(c echo.Context, titolo string) pagine.Cornice {
	s, ok := Da(c.Request().Context())
	if !ok {
		return pagine.Cornice{Titolo: titolo}
	}
	cornice := pagine.Cornice{Titolo: titolo, Utente: s.Operatore.Descrizione(), Battito: int(h.Battito.Seconds())}
	if t, ok := tenant.Da(c.Request().Context()); ok {
		cornice.Comando = t.Denominazione
	}
	cornice.Menu = menu(s, c.Request().URL.Path)
	return cornice
}

// Scrivi answers with a page of the operator.
func (h HTTP) Scrivi(c echo.Context, titolo string, contenuto Contenuto) error {
	return h.Pagine.Scrivi(c, http.StatusOK, h.Cornice(c, titolo), contenuto)
}

// Accedi serves GET /login: the form, or the page asked for to who is in already.
func (h HTTP) Accedi(c echo.Context) error {
	torna := Locale(c.QueryParam("torna"))
	_, trovata, err := h.Sessioni.Trova(c.Request().Context(), cookieDi(c))
	switch {
	case err != nil:
		return h.Pagine.Errore(c, pagine.Cornice{}, err)
	case trovata:
		return c.Redirect(http.StatusSeeOther, torna)
	}
	return h.modulo(c, http.StatusOK, modulo{Torna: torna})
}

// Entra serves POST /login. The department is that of the operator's row.
func (h HTTP) Entra(c echo.Context) error {
	m := modulo{Username: c.FormValue("username"), Torna: Locale(c.FormValue("torna"))}
	if err := h.origine(c); err != nil {
		return h.Pagine.Errore(c, pagine.Cornice{}, err)
	}
	ctx := c.Request().Context()
	risposta, err := h.Realm.Accedi(ctx, evento.DomandaAccesso{
		Utente: m.Username, Password: c.FormValue("password"), Indirizzo: c.RealIP(), Modulo: "core",
	})
	if err != nil {
		return h.rifiuta(c, m, err)
	}
	cookie, err := h.Sessioni.Apri(ctx, Operatore{
		Username: risposta.Operatore.Username, Tenant: risposta.Tenant, Reparto: risposta.Operatore.Reparto, Ruoli: risposta.Operatore.Ruoli,
	}, cookieDi(c))
	if err != nil {
		return h.Pagine.Errore(c, pagine.Cornice{}, err)
	}
	c.SetCookie(nuovoCookie(c, cookie, 0))
	return c.Redirect(http.StatusSeeOther, m.Torna)
}

// rifiuta shows the form again, with what the user may know. The challenge is one that no browser
// answers with a window of its own.
func (h HTTP) rifiuta(c echo.Context, m modulo, err error) error {
	e := problem.Come(err)
	if e == nil || e.Kind == problem.Interno {
		return err
	}
	m.Errore = e.Dettaglio
	if e.Kind == problem.NonAutenticato {
		m.Errore = "Nome utente o password errati."
		c.Response().Header().Set("WWW-Authenticate", `FormBased realm="ApplicationDomain"`)
	}
	return h.modulo(c, e.Kind.Stato(), m)
}

func (h HTTP) modulo(c echo.Context, stato int, m modulo) error {
	return h.Pagine.Scrivi(c, stato, pagine.Cornice{Titolo: "Accesso"}, paginaModulo(m))
}

// Esci serves POST /logout. Who has no session any more is only shown the login.
func (h HTTP) Esci(c echo.Context) error {
	if err := h.origine(c); err != nil {
		return h.Pagine.Errore(c, pagine.Cornice{}, err)
	}
	ctx := c.Request().Context()
	s, trovata, err := h.Sessioni.Trova(ctx, cookieDi(c))
	if err == nil && trovata {
		err = h.Sessioni.Esci(Con(ctx, s))
	}
	if err != nil {
		return h.Pagine.Errore(c, pagine.Cornice{}, err)
	}
	c.SetCookie(nuovoCookie(c, "", -1))
	return c.Redirect(http.StatusSeeOther, paginaAccesso)
}

// risposta of the heartbeat.
type risposta struct {
	ScadeTraSecondi int `json:"scadeTraSecondi"`
}

// BattitoREST serves POST /sessione/battito: how long the session lives if nothing is done.
func (h HTTP) BattitoREST(c echo.Context) error {
	if err := h.origine(c); err != nil {
		return err
	}
	resta, viva, err := h.Sessioni.Resta(c.Request().Context(), cookieDi(c))
	switch {
	case err != nil:
		return err
	case !viva:
		return problem.SenzaCredenziali()
	}
	return c.JSON(http.StatusOK, risposta{ScadeTraSecondi: int(resta.Seconds())})
}

func cookieDi(c echo.Context) string {
	cookie, err := c.Cookie(Cookie)
	if errors.Is(err, http.ErrNoCookie) {
		return ""
	}
	return cookie.Value
}

// nuovoCookie lasts as long as the browser is open; scade -1 removes it.
func nuovoCookie(c echo.Context, valore string, scade int) *http.Cookie {
	return &http.Cookie{Name: Cookie, Value: valore, Path: pagine.Base, MaxAge: scade, //nolint:gosec // Secure on https, where alone a browser keeps it
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.Scheme() == "https"}
}
