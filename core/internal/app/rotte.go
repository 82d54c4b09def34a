package app

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/web"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/home"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale"
)

// limiteModulo bounds the forms of the pages, in bytes.
const limiteModulo = 16 << 10

// rotte is every route of core. The pages are open to the middleware of the realm: their door is the
// session (sessione.HTTP.Pagina).
func (a *App) rotte() {
	realm := accesso.HTTP{Firma: a.firma}
	s := a.sessione()
	inizio := home.HTTP{Store: home.Store{Piscine: a.Piscine}, Sessione: s}
	verbali := verbale.HTTP{Store: verbale.Store{Piscine: a.Piscine}, Deposito: a.deposito, Sessione: s, Adesso: time.Now, Log: a.Log}

	rest := a.Web.Gruppo("")
	rest.Aggiungi(http.MethodGet, "/chiavi", realm.Chiavi, web.Aperta(), web.SenzaTenant())
	rest.Aggiungi(http.MethodPost, "/sessione/battito", s.BattitoREST, web.Aperta(), web.SenzaTenant())

	a.pagina(http.MethodGet, "", s.Pagina(inizio.Pagina))
	a.pagina(http.MethodGet, "login", s.Accedi)
	a.pagina(http.MethodPost, "login", s.Entra)
	a.pagina(http.MethodPost, "logout", s.Esci)
	a.pagina(http.MethodGet, "verbali", s.Pagina(verbali.Elenco, auth.PermessoVerbaleLeggi))
	a.pagina(http.MethodGet, "verbali/:id", s.Pagina(verbali.Scheda, auth.PermessoVerbaleLeggi))
	a.pagina(http.MethodGet, "documenti/:id", s.Pagina(verbali.Documento, auth.PermessoVerbalePdf))
	reparti := reparto.Nuovo(a.Piscine)
	a.rest("/reparti", "codice", reparto.HTTP{Servizio: reparti}, auth.PermessoReparto, auth.PermessoReparto)
	a.voci("reparti", "codice", reparto.Pagine{Servizio: reparti, Sessione: s}, s.Pagina, auth.PermessoReparto, auth.PermessoReparto)

	a.pagina(http.MethodGet, "statico/*", pagine.Serve(a.pagine.Statico()))
	a.pagina(http.MethodGet, "risorse/*", pagine.Serve(a.pagine.Risorse()))
}

// pagina registers a page of the web application.
func (a *App) pagina(metodo, percorso string, h echo.HandlerFunc) {
	a.Web.Aggiungi(metodo, []string{pagine.Base + percorso}, h, web.Aperta(), web.SenzaTenant(), web.Limite(limiteModulo))
}

func (a *App) sessione() sessione.HTTP {
	return sessione.HTTP{
		Sessioni: sessione.Nuovo(sessione.Store{Piscine: a.Piscine}, a.impostazioni.durataSessione(), time.Now),
		Realm:    a.realm, Tenant: a.Tenant, Pagine: a.pagine, RuoliAmmessi: a.Comune.RuoliAmmessi,
		Battito: time.Duration(a.impostazioni.BattitoSecondi) * time.Second, Origine: http.NewCrossOriginProtection(),
	}
}
