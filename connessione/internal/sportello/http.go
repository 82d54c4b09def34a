package sportello

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/trace"

	accessi "github.com/piattaforma-verbali/verbali/connessione/internal/accesso"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sessione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Parti is what the pages are made of. Ammesso refuses the roles that this service does not let in.
type Parti struct {
	Portale      *portale.Service
	Accessi      *accessi.Service
	Sessioni     *sessione.Service
	Verificatore *auth.Verifier
	Tenant       *tenant.Directory
	Ammesso      func(auth.Identity) error
	// Unico reports whether the accounts of a portal may come in by a provider of identities.
	Unico func(portale string) bool
	Log   *slog.Logger
}

// HTTP answers the citizens' pages.
type HTTP struct {
	Parti
	risorse risorse
}

// Nuovo makes the pages.
func Nuovo(p Parti) *HTTP {
	return &HTTP{Parti: p, risorse: nuoveRisorse()}
}

// Statico serves the style sheets and fonts.
func (h *HTTP) Statico(c echo.Context) error {
	c.Response().Header().Set(echo.HeaderContentSecurityPolicy, sicurezza)
	h.risorse.handler().ServeHTTP(c.Response(), c.Request())
	return nil
}

// Iniziale serves GET /: the form of the look-up. A command may link to it with its own portal.
func (h *HTTP) Iniziale(c echo.Context) error {
	m := consulta{Consulta: portale.Consulta{Portale: pulito(c.QueryParam("portale"))}}
	return h.scrivi(c, http.StatusOK, h.cornice(c, "Consulta un verbale"), paginaConsulta(m))
}

// Verbale serves POST /verbale. The page is the answer itself, so that no address holds the key.
func (h *HTTP) Verbale(c echo.Context) error {
	m := consulta{Consulta: portale.Consulta{IUV: pulito(c.FormValue("iuv")), Targa: pulito(c.FormValue("targa")), Portale: pulito(c.FormValue("portale"))}}
	s, err := h.Portale.RaccontaAnonimo(c.Request().Context(), m.Consulta, c.RealIP())
	if err != nil {
		return h.rifiuta(c, err, func(r rifiuto) (string, templ.Component) {
			m.Rifiuto = r
			if piu, c := errors.AsType[*portale.PiuComandi](err); c {
				m.Comandi = piu.Comandi
			}
			return "Consulta un verbale", paginaConsulta(m)
		})
	}
	return h.scrivi(c, http.StatusOK, h.cornice(c, titoloVerbale(s.Verbale.Numero, s.Verbale.Lettera, s.Verbale.Anno)), paginaAnonima(s))
}

// AllaRicerca serves GET where only a form is sent: who comes back to the address starts again.
func AllaRicerca(c echo.Context) error { return c.Redirect(http.StatusSeeOther, Base) }

// Documento serves GET /documenti/:id, by the link of an anonymous look-up or by the session.
func (h *HTTP) Documento(c echo.Context) error {
	return h.Portale.Scarica(func(c echo.Context) (auth.Identity, error) {
		_, chi, err := h.entrato(c)
		return chi, err
	})(c)
}

// rifiuta shows a form again with its errors; an error that is not of the form goes on.
func (h *HTTP) rifiuta(c echo.Context, err error, pagina func(rifiuto) (string, templ.Component)) error {
	r, suo := rifiutato(err)
	if !suo {
		return err
	}
	e := problem.As(err)
	intesta(c, e)
	titolo, contenuto := pagina(r)
	return h.scrivi(c, e.Kind.Status(), h.cornice(c, "Errore: "+titolo), contenuto)
}

func intesta(c echo.Context, e *problem.Error) {
	if e.RetryAfter > 0 {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int((e.RetryAfter+time.Second-1)/time.Second)))
	}
	if len(e.Ammessi) > 0 {
		c.Response().Header().Set(echo.HeaderAllow, strings.Join(e.Ammessi, ", "))
	}
}

// cornice is the frame of a page, with the name of the citizen who is in.
func (h *HTTP) cornice(c echo.Context, titolo string) cornice {
	x := cornice{Titolo: titolo, stile: h.risorse.stile, caratteri: h.risorse.caratteri}
	if s, _, err := h.entrato(c); err == nil {
		x.Utente, x.token = s.Nome, sessione.GettoneModulo(cookie(c, cookieSessione))
	}
	return x
}

// scrivi renders a page in full before it answers: a page that fails half way is an error.
func (h *HTTP) scrivi(c echo.Context, stato int, x cornice, contenuto templ.Component) error {
	var pagina bytes.Buffer
	if err := documento(x).Render(templ.WithChildren(c.Request().Context(), contenuto), &pagina); err != nil {
		return fmt.Errorf("sportello: %s: %w", x.Titolo, err)
	}
	c.Response().Header().Set(echo.HeaderContentSecurityPolicy, sicurezza)
	return c.HTMLBlob(stato, pagina.Bytes())
}

// Nostro reports that an address is of these pages, whose errors are pages too.
func Nostro(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, Base) || r.URL.Path+"/" == Base
}

// Errore answers with the page of an error: what the citizen may know, or a code for the assistance.
func (h *HTTP) Errore(c echo.Context, err error) error {
	ctx := c.Request().Context()
	if errors.Is(ctx.Err(), context.Canceled) {
		return err
	}
	var he *echo.HTTPError
	if errors.As(err, &he) && problem.As(err) == nil {
		switch he.Code {
		case http.StatusNotFound:
			err = problem.RottaAssente()
		case http.StatusMethodNotAllowed:
			err = problem.MetodoNonAmmesso(strings.Split(c.Response().Header().Get(echo.HeaderAllow), ", ")...)
		}
	}
	x := cornice{Titolo: "Errore interno", stile: h.risorse.stile, caratteri: h.risorse.caratteri}
	e := problem.As(err)
	if e == nil || e.Kind == problem.Internal {
		h.Log.ErrorContext(ctx, "richiesta fallita", "metodo", c.Request().Method, "rotta", c.Path(), "errore", err)
		return h.scrivi(c, http.StatusInternalServerError, x, errore("Errore interno", "Qualcosa non ha funzionato: riprovare. Se si ripete, segnalare all'assistenza il codice "+
			trace.SpanContextFromContext(ctx).TraceID().String()+"."))
	}
	intesta(c, e)
	titolo, frase := inParole(e)
	x.Titolo = titolo
	return h.scrivi(c, e.Kind.Status(), x, errore(titolo, frase))
}

// inParole is an error as a page of its own tells it.
func inParole(e *problem.Error) (titolo, frase string) {
	switch {
	case e.Codice == "COLLEGAMENTO_SCADUTO":
		return "Il collegamento è scaduto", "Per sicurezza il collegamento all'avviso vale pochi minuti: basta consultare di nuovo il verbale."
	case e.Codice == "COLLEGAMENTO_NON_VALIDO":
		return "Il collegamento non è valido", "Il collegamento all'avviso è incompleto o non è di questo documento: basta consultare di nuovo il verbale."
	case e.Codice == "AVVISO_NON_PAGABILE":
		return "L'avviso non si paga più", "Il verbale è pagato, annullato o chiuso: consultarlo di nuovo per vedere a che punto è."
	case e.Kind == problem.Missing:
		return "Pagina o documento non trovato", "L'indirizzo non corrisponde a nulla che si possa vedere."
	case e.Kind == problem.Unauthenticated:
		return "Occorre accedere", "L'accesso è finito o non è mai avvenuto: accedere e riprovare."
	case e.Kind == problem.TooManyRequests:
		return "Troppe richieste", "Riprovare fra " + attesa(e.RetryAfter) + "."
	}
	return e.Titolo, e.Dettaglio
}

// pulito is what a form sent, as text that a page can show.
func pulito(testo string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(testo, ""), "\x00", ""))
}
