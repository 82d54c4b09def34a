package sportello

import (
	"net/http"
	"regexp"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/connessione/internal/sessione"
)

// cookieUnico holds, sealed by core, what the browser must bring back from the provider; it goes to the pages of the login alone.
const cookieUnico = "verbali_portale_unico"

// secondiUnico is how long a person may take at the provider, as core has it.
const secondiUnico = 600

var formaPortale = regexp.MustCompile(`^[a-z][a-z0-9-]{1,39}$`)

// portaleUnico is the portal of a request whose accounts may come in by a provider of identities; empty for any other.
func (h *HTTP) portaleUnico(codice string) string {
	if !formaPortale.MatchString(codice) || h.Unico == nil || !h.Unico(codice) {
		return ""
	}
	return codice
}

// IniziaUnico serves GET /accesso/unico?portale=: off to the provider of the portal.
func (h *HTTP) IniziaUnico(c echo.Context) error {
	codice := h.portaleUnico(c.QueryParam("portale"))
	if codice == "" {
		return problem.RottaAssente()
	}
	r, err := h.Accessi.Unico(c.Request().Context(), event.DomandaPortale{Passo: event.PassoInizio, Portale: codice, Indirizzo: c.RealIP()})
	if err != nil {
		return err
	}
	c.SetCookie(cookieDelloUnico(c, r.Prova, secondiUnico))
	return c.Redirect(http.StatusSeeOther, r.Indirizzo)
}

// TornaUnico serves GET /accesso/ritorno/{portale}: core reads what the provider sent back, and the session is that of any login.
func (h *HTTP) TornaUnico(c echo.Context) error {
	codice := h.portaleUnico(c.Param("portale"))
	if codice == "" {
		return problem.RottaAssente()
	}
	prova := cookie(c, cookieUnico)
	c.SetCookie(cookieDelloUnico(c, "", -1))
	ctx := c.Request().Context()
	r, err := h.Accessi.Unico(ctx, event.DomandaPortale{Passo: event.PassoRitorno, Portale: codice, Indirizzo: c.RealIP(), Prova: prova,
		Stato: c.QueryParam("state"), Codice: c.QueryParam("code"), Iss: c.QueryParam("iss")})
	if err != nil {
		return err
	}
	if r.Accesso == nil {
		return problem.SenzaCredenziali()
	}
	if err := h.ammetti(r.Accesso.Token); err != nil {
		return err
	}
	return h.apri(c, entrata{token: r.Accesso.Token, operatore: r.Accesso.Operatore, secondi: r.Accesso.ScadeTraSecondi, portale: codice, idToken: r.IDToken,
		garante: garante(codice, r.Sessione)})
}

func garante(portale string, s *event.SessioneDelFornitore) sessione.Garante {
	if s == nil {
		return sessione.Garante{}
	}
	return sessione.Garante{Portale: portale, Emittente: s.Emittente, Soggetto: s.Soggetto, SID: s.SID}
}

// AvvisaUnico serves POST /accesso/uscita/{portale} (OpenID Connect Back-Channel Logout 1.0): a provider says that a session of its
// own is over, core judges the notice, and ours by it end at once. A notice is good once.
func (h *HTTP) AvvisaUnico(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	codice := h.portaleUnico(c.Param("portale"))
	if codice == "" {
		return problem.RottaAssente()
	}
	ctx := c.Request().Context()
	r, err := h.Accessi.Unico(ctx, event.DomandaPortale{Passo: event.PassoAvviso, Portale: codice, Indirizzo: c.RealIP(), Avviso: c.FormValue("logout_token")})
	if err != nil {
		return err
	}
	if r.Sessione == nil {
		return problem.Malformata("Il logout_token non è valido.")
	}
	prima, err := h.Sessioni.ChiudiGarantite(ctx, garante(codice, r.Sessione), r.Sessione.Avviso)
	if err != nil {
		return err
	}
	if !prima {
		return problem.Malformata("Il logout_token è già stato usato.")
	}
	return c.NoContent(http.StatusOK)
}

// uscitaUnico is where the browser ends its session at the provider too; empty when nowhere. A provider that is away keeps nobody in.
func (h *HTTP) uscitaUnico(c echo.Context, portale, idToken string) string {
	if portale == "" {
		return ""
	}
	ctx := c.Request().Context()
	r, err := h.Accessi.Unico(ctx, event.DomandaPortale{Passo: event.PassoUscita, Portale: portale, Indirizzo: c.RealIP(), IDToken: idToken})
	if err != nil {
		h.Log.WarnContext(ctx, "uscita dal fornitore non riuscita", "portale", portale, "errore", err)
		return ""
	}
	return r.Indirizzo
}

func cookieDelloUnico(c echo.Context, valore string, scade int) *http.Cookie {
	x := nuovoCookie(c, cookieUnico, valore, scade) //nolint:gosec // Secure on https, where alone a browser keeps it
	x.Path = paginaAccesso
	return x
}
