package reparto

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// indirizzo of the list; a department is below it, by code.
const indirizzo = pagine.Base + "reparti"

// Pagine answers the pages of departments.
type Pagine struct {
	Servizio *Servizio
	Sessione sessione.HTTP
}

// modulo is the form of a department, new or to be changed.
type modulo struct {
	Reparto
	Nuovo   bool
	Rifiuto pagine.Rifiuto
}

func (m modulo) azione() string {
	if m.Nuovo {
		return indirizzo
	}
	return indirizzo + "/" + m.Codice
}

// Elenco serves GET /reparti.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	f, letti, err := voce.Leggi(c, p.Servizio.Elenca)
	if err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, "Reparti", elenco(pagine.Elenco{
		Titolo: "Reparti", Indirizzo: indirizzo, Nuovo: "Nuovo reparto", Cerca: f.Cerca, Cursore: letti.Cursore,
		Colonne: []string{"Codice", "Descrizione", "Stato"}, Vuoto: len(letti.Elementi) == 0, Fatto: pagine.Fatto(c.QueryParam("fatto")),
	}, letti.Elementi))
}

// Nuovo serves GET /reparti/nuovo.
func (p Pagine) Nuovo(c echo.Context, _ sessione.Sessione) error {
	return p.mostra(c, modulo{Nuovo: true, Reparto: Reparto{Stato: Attivo}})
}

// Apri serves GET /reparti/{codice}.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error {
	t, _ := tenant.From(c.Request().Context())
	r, err := p.Servizio.Trova(c.Request().Context(), t.Nome, c.Param("codice"))
	if err != nil {
		return err
	}
	return p.mostra(c, modulo{Reparto: r})
}

// Crea serves POST /reparti.
func (p Pagine) Crea(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	r := Reparto{Tenant: t.Nome, Codice: c.FormValue("codice"), Descrizione: c.FormValue("descrizione"), Stato: Attivo}
	esito, err := p.Servizio.Crea(ctx, r)
	if err != nil {
		return p.rifiuta(c, modulo{Nuovo: true, Reparto: r}, err)
	}
	return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto="+esito.Codice())
}

// Modifica serves POST /reparti/{codice}.
func (p Pagine) Modifica(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	r := Reparto{Tenant: t.Nome, Codice: c.Param("codice"), Descrizione: c.FormValue("descrizione"),
		Stato: c.FormValue("stato"), Versione: pagine.VersioneLetta(c)}
	if _, err := p.Servizio.Modifica(ctx, r); err != nil {
		return p.rifiuta(c, modulo{Reparto: r}, err)
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
	titolo := "Reparto " + m.Codice
	if m.Nuovo {
		titolo = "Nuovo reparto"
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, titolo), scheda(titolo, m))
}
