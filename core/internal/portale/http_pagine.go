package portale

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// indirizzo of the list; a portal is below it, by code.
const indirizzo = pagine.Base + "portali"

// Pagine answers the pages of portals.
type Pagine struct {
	Servizio *Servizio
	Sessione sessione.HTTP
}

// modulo is the form of a portal, new or to be changed.
type modulo struct {
	Portale
	Nuovo   bool
	Rifiuto pagine.Rifiuto
}

func (m modulo) azione() string {
	if m.Nuovo {
		return indirizzo
	}
	return indirizzo + "/" + m.Codice
}

// tipi are the kinds of portal as choices.
func tipi() []pagine.Opzione {
	return []pagine.Opzione{{Valore: Operatori, Nome: tipo(Operatori)}, {Valore: Cittadini, Nome: tipo(Cittadini)}}
}

// tipo is a kind of portal in words.
func tipo(t string) string {
	switch t {
	case Operatori:
		return "Operatori"
	case Cittadini:
		return "Cittadini"
	}
	return t
}

// Elenco serves GET /portali.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	f, letti, err := voce.Leggi(c, p.Servizio.Elenca)
	if err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, "Portali", elenco(pagine.Elenco{
		Titolo: "Portali", Indirizzo: indirizzo, Nuovo: "Nuovo portale", Cerca: f.Cerca, Cursore: letti.Cursore,
		Colonne: []string{"Codice", "Per chi", "Stato"}, Vuoto: len(letti.Elementi) == 0, Fatto: pagine.Fatto(c.QueryParam("fatto")),
	}, letti.Elementi))
}

// Nuovo serves GET /portali/nuovo.
func (p Pagine) Nuovo(c echo.Context, _ sessione.Sessione) error {
	return p.mostra(c, modulo{Nuovo: true, Portale: Portale{Tipo: Operatori, Stato: Attivo}})
}

// Apri serves GET /portali/{codice}.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error {
	t, _ := tenant.From(c.Request().Context())
	r, err := p.Servizio.Trova(c.Request().Context(), t.Nome, c.Param("codice"))
	if err != nil {
		return err
	}
	return p.mostra(c, modulo{Portale: r})
}

// Crea serves POST /portali.
func (p Pagine) Crea(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	r := Portale{Tenant: t.Nome, Codice: c.FormValue("codice"), Tipo: c.FormValue("tipo"), Stato: Attivo}
	esito, err := p.Servizio.Crea(ctx, r)
	if err != nil {
		return p.rifiuta(c, modulo{Nuovo: true, Portale: r}, err)
	}
	return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto="+esito.Codice())
}

// Modifica serves POST /portali/{codice}.
func (p Pagine) Modifica(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	r := Portale{Tenant: t.Nome, Codice: c.Param("codice"), Tipo: c.FormValue("tipo"), Stato: c.FormValue("stato"), Versione: pagine.VersioneLetta(c)}
	if _, err := p.Servizio.Modifica(ctx, r); err != nil {
		return p.rifiuta(c, modulo{Portale: r}, err)
	}
	return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto=cambiato")
}

// rifiuta shows the form again with what was typed and what is wrong with it.
func (p Pagine) rifiuta(c echo.Context, m modulo, err error) error {
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	m.Rifiuto = rifiuto
	return p.mostra(c, m)
}

func (p Pagine) mostra(c echo.Context, m modulo) error {
	titolo := "Portale " + m.Codice
	if m.Nuovo {
		titolo = "Nuovo portale"
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, titolo), scheda(titolo, m))
}
