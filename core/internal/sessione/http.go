package sessione

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Cookie is the name of the session's cookie.
const Cookie = "verbali_sessione"

// The pages of the session.
const (
	paginaAccesso     = pagine.Base + "login"
	paginaUscita      = pagine.Base + "logout"
	paginaConnessione = pagine.Base + "connessione"
	paginaSso         = pagine.Base + "sso"
)

// intestazioneAutomatica marks a request that a page makes by itself (a list that is read again every
// few seconds, say): it is no activity of the operator. The page's script sets it on what htmx sends
// without a click or a key.
const intestazioneAutomatica = "Verbali-Automatica"

// sfida is the challenge of a 401 to a browser, which shows no window of its own for it.
const sfida = `FormBased realm="ApplicationDomain"`

// Tenant finds the tenants that are served.
type Tenant interface {
	Find(ctx context.Context, nome string) (tenant.Tenant, error)
	Active() []tenant.Tenant
}

// AccessoUnico is single sign-on, seen from the login page.
type AccessoUnico interface {
	// Stato reports whether there is one for the operators of a command (empty: nobody said of which), and whether its
	// provider has answered.
	Stato(ctx context.Context, comando string) (c, disponibile bool)
	// Uscita is where the browser ends its session at the provider too; false when nowhere.
	Uscita(ctx context.Context, comando, idToken string) (string, bool)
}

// HTTP answers login, logout and heartbeat, and lets operators into the other pages. AccessoUnico is
// nil where single sign-on is not set.
type HTTP struct {
	Sessioni     *Servizio
	Flussi       *Flussi
	AccessoUnico AccessoUnico
	Realm        auth.Realm
	Tenant       Tenant
	Pagine       *pagine.Pagine
	Menu         []Sezione // in its order
	RuoliAmmessi []string
	Battito      time.Duration
}

// Gestore is a page of an operator.
type Gestore func(c echo.Context, s Sessione) error

// Pagina lets an operator into a page; an operator who has no session goes to the login and comes back, and a write
// without one is told that nothing was saved. The permission is one of those that open the page; none
// means any operator. An administrator of the platform may have no tenant in the context: see PaginaTenant.
func (h HTTP) Pagina(f Gestore, permessi ...auth.Permission) echo.HandlerFunc {
	return func(c echo.Context) error {
		s, trovata, err := h.trova(c)
		switch {
		case err != nil:
			return h.Pagine.Errore(c, pagine.Cornice{}, err)
		case !trovata:
			return h.senzaSessione(c)
		}
		if s.Operatore.CambiaPassword && c.Path() != PaginaPassword {
			return h.primaLaPassword(c)
		}
		web.SpeaksTo(c, s.Operatore.Username)
		ctx, err := h.ammetti(c.Request().Context(), s, permessi)
		c.SetRequest(c.Request().WithContext(Con(auth.With(ctx, s.Operatore.Identita()), s)))
		if err == nil {
			err = f(c, s)
		}
		if err != nil {
			return h.Pagine.Errore(c, h.Cornice(c, ""), err)
		}
		return nil
	}
}

// PaginaPassword is where an operator changes his own password: the one page that a provisional one opens.
const PaginaPassword = pagine.Base + "password"

// primaLaPassword sends who reads to the page that changes the password, and tells who writes that nothing was saved.
func (h HTTP) primaLaPassword(c echo.Context) error {
	if metodo := c.Request().Method; metodo == http.MethodGet || metodo == http.MethodHead {
		return c.Redirect(http.StatusSeeOther, PaginaPassword)
	}
	return h.Pagine.Errore(c, pagine.Cornice{}, DaCambiare())
}

// DaCambiare is told to who has proved a password that opens nothing but the page that changes it. 403.
func DaCambiare() *problem.Error {
	return problem.Vietato(codiceDaCambiare, "La password è provvisoria o scaduta: va cambiata nell'applicazione web del comando, alla pagina La propria password.")
}

// ProvvisoriaScaduta is told to who has proved a provisional password after its term: it opens nothing any more. 403.
func ProvvisoriaScaduta() *problem.Error {
	return problem.Vietato("PASSWORD_PROVVISORIA_SCADUTA", "La password provvisoria non vale più: chiederne un'altra a un amministratore del comando.")
}

const codiceDaCambiare = "PASSWORD_DA_CAMBIARE"

// PaginaTenant is Pagina for what belongs to a tenant: an administrator of the platform who has not
// chosen one is asked to, and comes back.
func (h HTTP) PaginaTenant(f Gestore, permessi ...auth.Permission) echo.HandlerFunc {
	return h.Pagina(func(c echo.Context, s Sessione) error {
		if t, scelto := tenant.From(c.Request().Context()); scelto {
			if aperto := c.FormValue(pagine.CampoComando); aperto != "" && aperto != t.Nome { // chosen in another tab meanwhile
				return problem.Conflitto("COMANDO_CAMBIATO", "Il modulo era aperto sul comando "+aperto+", ora si lavora su "+t.Nome+": nulla è stato salvato.")
			}
			return f(c, s)
		}
		switch metodo := c.Request().Method; {
		case !s.Operatore.Identita().HasRole(auth.RuoloPiattaforma):
			return problem.Vietato("TENANT_NON_ASSEGNATO", "All'utente non è assegnato un comando.")
		case metodo != http.MethodGet && metodo != http.MethodHead:
			return problem.Conflitto("COMANDO_NON_SCELTO", "Scegliere prima il comando su cui lavorare: nulla è stato salvato.")
		}
		return c.Redirect(http.StatusSeeOther, conRitorno(paginaConnessione, c.Request()))
	}, permessi...)
}

// trova gives the session of the request, and notes the activity of its operator unless the page, or
// a browser that guesses what comes next, asks by itself.
func (h HTTP) trova(c echo.Context) (Sessione, bool, error) {
	r := c.Request()
	flusso := web.WantsEvents(r.Header) // a script opens it, and cannot mark it
	if flusso || r.Header.Get(intestazioneAutomatica) != "" || strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") {
		return h.Sessioni.Guarda(r.Context(), cookieDi(c))
	}
	return h.Sessioni.Trova(r.Context(), cookieDi(c))
}

// senzaSessione sends who reads to the login. A write is not asked again after it: who made it is told
// that it came to nothing, on a page that the browser can leave backwards, with the fields as they
// were. A part of a page stays as it is: its script says the same.
func (h HTTP) senzaSessione(c echo.Context) error {
	r := c.Request()
	parte := r.Header.Get("Hx-Request") != ""
	if !parte && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		return c.Redirect(http.StatusSeeOther, conRitorno(paginaAccesso, r))
	}
	c.Response().Header().Set(echo.HeaderWWWAuthenticate, sfida)
	if parte {
		c.Response().Header().Set("Hx-Reswap", "none")
	}
	return h.Pagine.Scrivi(c, http.StatusUnauthorized, pagine.Cornice{Titolo: "Sessione scaduta"}, paginaScaduta())
}

// ammetti checks roles, permissions and tenant, and puts the tenant that the operator works in into
// the context.
func (h HTTP) ammetti(ctx context.Context, s Sessione, permessi []auth.Permission) (context.Context, error) {
	if err := h.ruolo(s); err != nil {
		return ctx, err
	}
	if comando := s.Comando(); comando != "" {
		t, err := h.Tenant.Find(ctx, comando)
		switch {
		case err == nil:
			ctx = tenant.With(ctx, t)
		case s.Operatore.Tenant != "" || problem.As(err) == nil:
			return ctx, err
		default: // suspended or gone: an administrator of the platform is to choose another
		}
	}
	if len(permessi) > 0 && !slices.ContainsFunc(permessi, s.Puo) {
		return ctx, problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente di vedere questa pagina.")
	}
	return ctx, nil
}

// ruolo checks the roles that this service lets in.
func (h HTTP) ruolo(s Sessione) error {
	ammesso := func(ruolo string) bool {
		return slices.ContainsFunc(h.RuoliAmmessi, func(r string) bool { return strings.TrimSpace(r) == ruolo })
	}
	if !ammesso("*") && !slices.ContainsFunc(s.Operatore.Ruoli, ammesso) {
		return problem.Vietato("RUOLO_NON_AMMESSO", "Il ruolo non è ammesso in questa applicazione.")
	}
	return nil
}

// Cornice is the frame of a page for the operator of the request.
func (h HTTP) Cornice(c echo.Context, titolo string) pagine.Cornice {
	s, ok := Da(c.Request().Context())
	if !ok {
		return pagine.Cornice{Titolo: titolo}
	}
	cornice := pagine.Cornice{Titolo: titolo, Utente: s.Operatore.Descrizione(), Battito: int(h.Battito.Seconds()),
		Preavviso: int(h.Sessioni.Preavviso().Seconds())}
	if t, ok := tenant.From(c.Request().Context()); ok {
		cornice.Comando = t.Denominazione
	}
	if s.Operatore.Tenant == "" && s.Operatore.Identita().HasRole(auth.RuoloPiattaforma) {
		cornice.CambiaComando = paginaConnessione
		if c.Request().Method == http.MethodGet && c.Path() != paginaConnessione {
			cornice.CambiaComando = conRitorno(paginaConnessione, c.Request())
		}
	}
	cornice.Menu = h.menu(s, c.Request().URL.Path)
	return cornice
}

// Scrivi answers with a page of the operator.
func (h HTTP) Scrivi(c echo.Context, titolo string, contenuto Contenuto) error {
	return h.Pagine.Scrivi(c, http.StatusOK, h.Cornice(c, titolo), contenuto)
}

// Accedi serves GET /login: the form, or the page asked for to an operator who is in already.
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
	ctx := c.Request().Context()
	risposta, err := h.Realm.Login(ctx, event.DomandaAccesso{
		Utente: m.Username, Password: c.FormValue("password"), Indirizzo: c.RealIP(), Modulo: "core", Pagina: true,
	})
	if err != nil {
		return h.rifiuta(c, m, err)
	}
	return h.accogli(c, risposta, m.Torna, h.Sessioni.Apri)
}

// EntraValidato opens the session of an operator whom the provider of single sign-on vouched for and
// goes to the page asked for. Only the callback of single sign-on may call it.
func (h HTTP) EntraValidato(c echo.Context, risposta event.RispostaAccesso, torna string, g Garante) error {
	return h.accogli(c, risposta, Locale(torna), func(ctx context.Context, o Ammesso, vecchio string) (string, error) {
		return h.Sessioni.ApriValidata(ctx, o, vecchio, g)
	})
}

// accogli opens the session with a new secret and goes to the page asked for.
func (h HTTP) accogli(c echo.Context, r event.RispostaAccesso, torna string, apri func(context.Context, Ammesso, string) (string, error)) error {
	generazione, err := auth.GenerationOf(r.Token)
	if err != nil {
		return err
	}
	cookie, err := apri(c.Request().Context(), Ammesso{
		Username: r.Operatore.Username, Tenant: r.Tenant, Ruoli: r.Operatore.Ruoli, Generazione: generazione,
	}, cookieDi(c))
	if err != nil {
		return h.rifiuta(c, modulo{Username: r.Operatore.Username, Torna: torna}, err)
	}
	c.SetCookie(nuovoCookie(c, cookie, 0))
	h.Flussi.Sveglia()
	return c.Redirect(http.StatusSeeOther, torna)
}

// rifiuta shows the form again, with what the user may know. The challenge has a scheme that no browser
// answers with a window of its own.
func (h HTTP) rifiuta(c echo.Context, m modulo, err error) error {
	e := problem.As(err)
	if e == nil || e.Kind == problem.Internal {
		return err
	}
	m.Errore = e.Dettaglio
	if e.Kind == problem.Unauthenticated {
		m.Errore = "Nome utente o password errati."
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, sfida)
	}
	if e.RetryAfter > 0 {
		c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(e.RetryAfter.Seconds())))
	}
	return h.modulo(c, e.Kind.Status(), m)
}

func (h HTTP) modulo(c echo.Context, stato int, m modulo) error {
	if h.AccessoUnico != nil {
		m.Comando = comandoDi(c)
		sso, disponibile := h.AccessoUnico.Stato(c.Request().Context(), m.Comando)
		m.Sso, m.SsoAssente = sso, sso && !disponibile
	}
	return h.Pagine.Scrivi(c, stato, pagine.Cornice{Titolo: "Accesso"}, paginaModulo(m))
}

// Esci serves POST /logout. A browser without a session is only shown the login; one whose operator a provider vouched for goes
// on to the end of the session there, from a page of ours: a form may not lead to another site.
func (h HTTP) Esci(c echo.Context) error {
	ctx := c.Request().Context()
	s, trovata, err := h.Sessioni.Trova(ctx, cookieDi(c))
	if err == nil && trovata {
		err = h.Sessioni.Esci(Con(ctx, s))
	}
	if err != nil {
		return h.Pagine.Errore(c, pagine.Cornice{}, err)
	}
	h.Flussi.Sveglia()
	c.SetCookie(nuovoCookie(c, "", -1))
	if g := s.Attributi.Garante; trovata && g != nil && h.AccessoUnico != nil {
		if la, suo := h.AccessoUnico.Uscita(ctx, g.Comando, s.idToken(cookieDi(c))); suo {
			return h.Pagine.Scrivi(c, http.StatusOK, pagine.Cornice{Titolo: "Uscita"}, paginaUscitaFornitore(la))
		}
	}
	return c.Redirect(http.StatusSeeOther, paginaAccesso)
}

// cookieComando remembers whose login page a browser was given, for the next time; it is no secret.
const cookieComando = "verbali_comando"

// comandoDi is whose login page it is: as the address says (?comando=), or as it said before.
func comandoDi(c echo.Context) string {
	forma := regexp.MustCompile(`^[a-z][a-z0-9_-]{0,39}$`)
	if nome := c.QueryParam("comando"); forma.MatchString(nome) {
		ricordo := nuovoCookie(c, nome, int((365 * 24 * time.Hour).Seconds())) //nolint:gosec // Secure on https, where alone a browser keeps it
		ricordo.Name, ricordo.Path = cookieComando, pagine.Base+"login"
		c.SetCookie(ricordo)
		return nome
	}
	if x, err := c.Cookie(cookieComando); err == nil && forma.MatchString(x.Value) {
		return x.Value
	}
	return ""
}

// Connessione serves GET /connessione: the tenants that an administrator of the platform may work in.
func (h HTTP) Connessione(c echo.Context, s Sessione) error {
	return h.Scrivi(c, "Scegliere il comando", paginaComandi(scegli(h.Tenant.Active(), c.QueryParam("cerca"), s.Comando(), Locale(c.QueryParam("torna")))))
}

// Connetti serves POST /connessione: the tenant is chosen, and the page asked for comes back.
func (h HTTP) Connetti(c echo.Context, _ Sessione) error {
	nome := c.FormValue("tenant")
	if err := h.Sessioni.Cambia(c.Request().Context(), h.Tenant, Cambio{Connessione: &nome}); err != nil {
		return err
	}
	h.Flussi.Sveglia()
	return c.Redirect(http.StatusSeeOther, Locale(c.FormValue("torna")))
}

// battito is the answer of the heartbeat.
type battito struct {
	ScadeTraSecondi int `json:"scadeTraSecondi"`
}

// BattitoREST serves POST /sessione/battito: how long the session lives if nothing is done.
func (h HTTP) BattitoREST(c echo.Context) error { return h.resta(c, h.Sessioni.Guarda) }

// ProlungaREST serves POST /sessione/prolunga: the operator says that he is still there.
func (h HTTP) ProlungaREST(c echo.Context) error { return h.resta(c, h.Sessioni.Trova) }

func (h HTTP) resta(c echo.Context, trova cerca) error {
	s, err := h.viva(c, trova)
	if err != nil {
		return rispondi(c, err)
	}
	return c.JSON(http.StatusOK, battito{ScadeTraSecondi: h.Sessioni.secondi(s)})
}

// StatoREST serves GET /sessione: a snapshot, no activity.
func (h HTTP) StatoREST(c echo.Context) error {
	s, err := h.viva(c, h.Sessioni.Guarda)
	if err != nil {
		return rispondi(c, err)
	}
	return c.JSON(http.StatusOK, h.Sessioni.Istantanea(s))
}

// CambiaREST serves PATCH /sessione: the tenant worked in, the department that fines are entered for.
func (h HTTP) CambiaREST(c echo.Context) error {
	s, err := h.viva(c, h.Sessioni.Trova)
	if err != nil {
		return rispondi(c, err)
	}
	cambio, err := web.Decode[Cambio](c)
	if err != nil {
		return err
	}
	if err := h.Sessioni.Cambia(Con(c.Request().Context(), s), h.Tenant, cambio); err != nil {
		return rispondi(c, err)
	}
	h.Flussi.Sveglia()
	return h.StatoREST(c)
}

// EventiREST serves GET /sessione/eventi, the stream of a session. No other site may open one.
func (h HTTP) EventiREST(c echo.Context) error {
	r := c.Request()
	if err := web.OnlyEvents(r.Header); err != nil {
		return err
	}
	if da := r.Header.Get("Sec-Fetch-Site"); da != "" && da != "same-origin" && da != "none" {
		return problem.Vietato("ORIGINE_NON_AMMESSA", "La richiesta non viene da una pagina di questa applicazione.")
	}
	s, err := h.viva(c, h.Sessioni.Guarda)
	if err != nil {
		return rispondi(c, err)
	}
	return h.Flussi.Servi(c.Response(), r, s)
}

// cerca finds the session of a cookie.
type cerca func(ctx context.Context, cookie string) (Sessione, bool, error)

// viva gives the session of a REST request.
func (h HTTP) viva(c echo.Context, trova cerca) (Sessione, error) {
	s, trovata, err := trova(c.Request().Context(), cookieDi(c))
	switch {
	case err != nil:
		return Sessione{}, err
	case !trovata:
		return Sessione{}, problem.SenzaCredenziali()
	}
	return s, h.ruolo(s)
}

// rispondi writes a 401 for a script of a page: the challenges of the other routes would make the
// browser ask for user and password in a window of its own. Other errors go on to the server.
func rispondi(c echo.Context, err error) error {
	e := problem.As(err)
	if e == nil || e.Kind != problem.Unauthenticated {
		return err
	}
	traccia := trace.SpanContextFromContext(c.Request().Context()).TraceID()
	corpo, err := json.Marshal(problem.Describe(e, c.Request().URL.Path, traccia.String()))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderWWWAuthenticate, sfida)
	return c.Blob(http.StatusUnauthorized, problem.MediaType, corpo)
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
