package sportello

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sessione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// The cookies: that of the session, and that of the login form, which there is no session for yet.
const (
	cookieSessione = "verbali_portale"
	cookieModulo   = "verbali_portale_modulo"
)

// Accesso serves GET /accesso: the login, or one's own fines to a citizen who is in already.
func (h *HTTP) Accesso(c echo.Context) error {
	if _, _, err := h.entrato(c); err == nil {
		return c.Redirect(http.StatusSeeOther, paginaMiei)
	}
	return h.modulo(c, http.StatusOK, accesso{Unico: h.portaleUnico(c.QueryParam("portale"))})
}

// modulo shows the login form, with a cookie that it must be sent with.
func (h *HTTP) modulo(c echo.Context, stato int, m accesso) error {
	segreto := cookie(c, cookieModulo)
	if m.Gettone = sessione.GettoneModulo(segreto); m.Gettone == "" {
		segreto = sessione.SegretoModulo()
		m.Gettone = sessione.GettoneModulo(segreto)
		c.SetCookie(nuovoCookie(c, cookieModulo, segreto, 0))
	}
	return h.scrivi(c, stato, h.cornice(c, "Accesso"), paginaEntra(m))
}

// Entra serves POST /accesso: core judges, and the token stays here.
func (h *HTTP) Entra(c echo.Context) error {
	m := accesso{Username: pulito(c.FormValue("username"))}
	if !sessione.ModuloNostro(cookie(c, cookieModulo), c.FormValue("gettone")) {
		m.Rifiuto.Frase = "La pagina era aperta da troppo tempo, o il browser non accetta i cookie: riprovare."
		return h.modulo(c, http.StatusForbidden, m)
	}
	ctx := c.Request().Context()
	e, err := h.Accessi.AccediDaPagina(ctx, m.Username, c.FormValue("password"), c.RealIP())
	if err == nil {
		err = h.ammetti(e.Token)
	}
	if err != nil {
		r, suo := rifiutato(err)
		if !suo {
			return err
		}
		p := problem.As(err)
		intesta(c, p)
		m.Rifiuto = r
		return h.modulo(c, p.Kind.Status(), m)
	}
	return h.apri(c, entrata{token: e.Token, operatore: e.Operatore, secondi: e.ScadeTraSecondi})
}

// entrata is a token that core gave, with what else the session must know; portale is empty for a login by password.
type entrata struct {
	token            string
	operatore        event.Operatore
	secondi          int
	portale, idToken string
	garante          sessione.Garante
}

// apri opens the session and goes to one's own fines.
func (h *HTTP) apri(c echo.Context, e entrata) error {
	nome := strings.TrimSpace(e.operatore.Nome + " " + e.operatore.Cognome)
	if nome == "" {
		nome = e.operatore.Username
	}
	sua := sessione.Sessione{Token: e.token, Nome: nome, Portale: e.portale, IDToken: e.idToken, Garante: e.garante}
	segreto, err := h.Sessioni.Apri(c.Request().Context(), sua, time.Duration(e.secondi)*time.Second, cookie(c, cookieSessione))
	if err != nil {
		return err
	}
	c.SetCookie(nuovoCookie(c, cookieSessione, segreto, 0))
	c.SetCookie(nuovoCookie(c, cookieModulo, "", -1))
	return c.Redirect(http.StatusSeeOther, paginaMiei)
}

// ammetti refuses who could do nothing here.
func (h *HTTP) ammetti(token string) error {
	chi, err := h.Verificatore.Verify(token)
	if err != nil {
		return err
	}
	if err := h.Ammesso(chi); err != nil {
		return err
	}
	if !chi.Can(auth.PermessoPortale) || chi.Tenant == "" {
		return problem.Vietato("PERMESSO_MANCANTE", "L'utenza non può consultare i verbali da queste pagine.")
	}
	return nil
}

// Esci serves POST /esci. Whoever came in by a provider of identities goes on to the end of the session there, from a page of
// ours: a form may not lead to another site.
func (h *HTTP) Esci(c echo.Context) error {
	segreto := cookie(c, cookieSessione)
	if segreto != "" && !sessione.ModuloNostro(segreto, c.FormValue("gettone")) {
		return moduloAltrui()
	}
	s, _, err := h.Sessioni.Trova(c.Request().Context(), segreto)
	if err != nil {
		return err
	}
	if err := h.Sessioni.Chiudi(c.Request().Context(), segreto); err != nil {
		return err
	}
	c.SetCookie(nuovoCookie(c, cookieSessione, "", -1))
	if la := h.uscitaUnico(c, s.Portale, s.IDToken); la != "" {
		return h.scrivi(c, http.StatusOK, h.cornice(c, "Uscita"), paginaUscitaUnico(la))
	}
	return c.Redirect(http.StatusSeeOther, Base)
}

func moduloAltrui() error {
	return problem.Vietato("MODULO_NON_VALIDO", "Il modulo non è di questo accesso: ricaricare la pagina e riprovare.")
}

// Miei serves GET /miei: the search by the whole key.
func (h *HTTP) Miei(c echo.Context) error {
	s, _, err := h.entrato(c)
	if e := problem.As(err); e != nil && e.Kind == problem.Unauthenticated {
		return c.Redirect(http.StatusSeeOther, paginaAccesso)
	}
	if err != nil {
		return err
	}
	return h.scrivi(c, http.StatusOK, h.cornice(c, "I miei verbali"), paginaRicerca(h.cornice(c, ""), ricerca{}, fine(s)))
}

// CercaMiei serves POST /miei.
func (h *HTTP) CercaMiei(c echo.Context) error {
	s, chi, err := h.entrato(c)
	if err != nil {
		return err
	}
	if !sessione.ModuloNostro(cookie(c, cookieSessione), c.FormValue("gettone")) {
		return moduloAltrui()
	}
	ctx := c.Request().Context()
	t, err := h.Tenant.Find(ctx, chi.Tenant)
	if err != nil {
		return err
	}
	m := ricerca{Numero: pulito(c.FormValue("numero")), Lettera: pulito(c.FormValue("lettera")),
		Anno: pulito(c.FormValue("anno")), Targa: pulito(c.FormValue("targa")),
		IUV: pulito(c.FormValue("iuv")), Giorno: pulito(c.FormValue("dataViolazione"))}
	trovati, err := h.Portale.CercaDati(tenant.With(auth.With(ctx, chi), t), h.Portale.Chi(chi, c.RealIP()), m.chiave())
	if err != nil {
		return h.rifiuta(c, err, func(r rifiuto) (string, templ.Component) {
			m.Rifiuto = r
			return "I miei verbali", paginaRicerca(h.cornice(c, ""), m, fine(s))
		})
	}
	comando, err := h.Portale.Contatti(t)
	if err != nil {
		return err
	}
	return h.scrivi(c, http.StatusOK, h.cornice(c, "I miei verbali"), paginaPropri(schede(trovati, comando), comando))
}

// chiave is the form as WebPortalService takes it; a year that is no number becomes 0, which no fine has, and a day may be
// written as on the paper.
func (m ricerca) chiave() portale.Chiave {
	k := portale.Chiave{Numero: portale.Cifre(m.Numero), Lettera: m.Lettera, Targa: m.Targa, IUV: m.IUV, DataViolazione: inISO(m.Giorno)}
	if m.Anno != "" {
		anno, err := strconv.Atoi(m.Anno)
		if err != nil {
			anno = 0
		}
		k.Anno = &anno
	}
	return k
}

// inISO turns a day written as in Italy (1/8/2026, 01-08-2026, 01.08.2026) into YYYY-MM-DD; anything else stays as it is.
func inISO(giorno string) string {
	g, err := time.Parse("2/1/2006", strings.NewReplacer("-", "/", ".", "/", " ", "").Replace(giorno))
	if err != nil {
		return giorno
	}
	return g.Format(time.DateOnly)
}

// fine is until when a session lasts, in Rome.
func fine(s sessione.Sessione) string { return s.Scade.In(calendario.Roma()).Format("15:04") }

// entrato proves who is in: the session of the cookie, and its token as any other, so that a blocked
// account is out at its next request. Without: 401.
func (h *HTTP) entrato(c echo.Context) (sessione.Sessione, auth.Identity, error) {
	s, trovata, err := h.Sessioni.Trova(c.Request().Context(), cookie(c, cookieSessione))
	if err != nil {
		return s, auth.Identity{}, err
	}
	if !trovata {
		return s, auth.Identity{}, problem.SenzaCredenziali()
	}
	chi, err := h.Verificatore.Verify(s.Token)
	if err != nil {
		return s, chi, err
	}
	return s, chi, h.Ammesso(chi)
}

func cookie(c echo.Context, nome string) string {
	x, err := c.Cookie(nome)
	if err != nil {
		return ""
	}
	return x.Value
}

// nuovoCookie lasts as long as the browser is open; scade -1 removes it.
func nuovoCookie(c echo.Context, nome, valore string, scade int) *http.Cookie {
	return &http.Cookie{Name: nome, Value: valore, Path: Base, MaxAge: scade, //nolint:gosec // Secure on https, where alone a browser keeps it
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.Scheme() == "https"}
}
