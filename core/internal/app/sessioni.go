package app

import (
	"net/http"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/sso"
)

// rileggiOgni is how late an open page learns what another replica did to its session.
const rileggiOgni = 3 * time.Second

// rotteSessione are the routes of the session itself: the ways in and out, and what its pages ask. All
// are open to the middleware of the realm: their door is the cookie, or none.
func (a *App) rotteSessione(s sessione.HTTP, rest *web.Group) {
	aperta := []web.Option{web.Open(), web.NoTenant()}
	rest.Add(http.MethodGet, "/sessione", s.StatoREST, aperta...)
	rest.Add(http.MethodPatch, "/sessione", s.CambiaREST, aperta...)
	rest.Add(http.MethodPost, "/sessione/battito", s.BattitoREST, aperta...)
	rest.Add(http.MethodPost, "/sessione/prolunga", s.ProlungaREST, aperta...)
	rest.Add(http.MethodGet, "/sessione/eventi", s.EventiREST, append(aperta, web.NoTimeout())...)

	unico := sso.HTTP{Ponti: a.ponti, Realm: a.realm, Store: sso.Store{Pools: a.Pools}, Sessione: s, Log: a.Log}
	a.pagina(http.MethodGet, "login", s.Accedi)
	a.pagina(http.MethodPost, "login", s.Entra)
	a.pagina(http.MethodPost, "logout", s.Esci)
	a.pagina(http.MethodGet, sso.Inizio, unico.Inizia)
	a.pagina(http.MethodGet, sso.Ritorno, unico.Torna)
	a.pagina(http.MethodGet, sso.Ritorno+"/:comando", unico.Torna)
	a.pagina(http.MethodPost, sso.Avviso, unico.Avvisa)
	a.pagina(http.MethodPost, sso.Avviso+"/:comando", unico.Avvisa)
	a.pagina(http.MethodGet, "connessione", s.Pagina(s.Connessione, auth.PermessoTenant))
	a.pagina(http.MethodPost, "connessione", s.Pagina(s.Connetti, auth.PermessoTenant))
}

// sessione composes the sessions and their streams, which follow tenants and accounts.
func (a *App) sessione() sessione.HTTP {
	sessioni := sessione.Nuovo(sessione.Store{Pools: a.Pools}, a.impostazioni.durataSessione(), a.Now)
	a.flussi = sessione.NuoviFlussi(sessioni, a.Tenant, rileggiOgni, a.Log)
	a.OnClose(a.flussi.Chiudi)
	a.Tenant.OnChange(func([]tenant.Tenant) { a.flussi.Sveglia() })
	a.Bus.OnConnect(a.flussi.Sveglia)
	h := sessione.HTTP{
		Sessioni: sessioni, Flussi: a.flussi, Realm: a.realm, Tenant: a.Tenant, Pagine: a.pagine, Menu: menu(), RuoliAmmessi: a.Settings.RuoliAmmessi,
		Battito: time.Duration(a.impostazioni.BattitoSecondi) * time.Second,
	}
	h.AccessoUnico = a.ponti
	return h
}
