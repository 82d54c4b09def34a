package integratore

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// indirizzo of the list; an integrator is below it, by id.
const indirizzo = pagine.Base + "integratori"

// Pagine answers the pages of integrators.
type Pagine struct {
	Servizio *Servizio
	Sessione sessione.HTTP
}

// modulo is the form of an integrator, new or to be changed.
type modulo struct {
	Scheda
	Nuovo   bool
	Rifiuto pagine.Rifiuto
}

func (m modulo) azione() string {
	if m.Nuovo {
		return indirizzo
	}
	return indirizzo + "/" + m.ID
}

// Elenco serves GET /integratori.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	f, letti, err := voce.Leggi(c, p.Servizio.Elenca)
	if err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, "Integratori", elenco(pagine.Elenco{
		Titolo: "Integratori", Indirizzo: indirizzo, Nuovo: "Nuovo integratore", Cerca: f.Cerca, Cursore: letti.Cursore,
		Colonne: []string{"Nome", "Stato"}, Vuoto: len(letti.Elementi) == 0, Fatto: pagine.Fatto(c.QueryParam("fatto")),
	}, letti.Elementi))
}

// Nuovo serves GET /integratori/nuovo.
func (p Pagine) Nuovo(c echo.Context, _ sessione.Sessione) error {
	return p.mostra(c, modulo{Nuovo: true, Scheda: Scheda{Integratore: Integratore{Stato: Attivo}}})
}

// Apri serves GET /integratori/{id}.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error {
	t, _ := tenant.From(c.Request().Context())
	s, err := p.Servizio.Trova(c.Request().Context(), t.Nome, c.Param("id"))
	if err != nil {
		return err
	}
	return p.mostra(c, modulo{Scheda: s})
}

// Crea serves POST /integratori.
func (p Pagine) Crea(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	i := Integratore{Tenant: t.Nome, Nome: c.FormValue("nome"), Stato: Attivo}
	_, esito, err := p.Servizio.Crea(ctx, i)
	if err != nil {
		return p.rifiuta(c, modulo{Nuovo: true, Scheda: Scheda{Integratore: i}}, err)
	}
	return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto="+esito.Codice())
}

// Modifica serves POST /integratori/{id}.
func (p Pagine) Modifica(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	i := Integratore{Tenant: t.Nome, ID: c.Param("id"), Nome: c.FormValue("nome"), Stato: c.FormValue("stato"), Versione: pagine.VersioneLetta(c)}
	if _, err := p.Servizio.Modifica(ctx, i); err != nil {
		return p.rifiutaModifica(c, i, err)
	}
	return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto=cambiato")
}

// rifiutaModifica shows the integrator again: what was typed, and its accounts as they are.
func (p Pagine) rifiutaModifica(c echo.Context, i Integratore, err error) error {
	if _, suo := pagine.Rifiutato(err); !suo {
		return err
	}
	s, letta := p.Servizio.Trova(c.Request().Context(), i.Tenant, i.ID)
	if letta != nil {
		return letta
	}
	s.Integratore = i
	return p.rifiuta(c, modulo{Scheda: s}, err)
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
	titolo := "Integratore " + m.Nome
	if m.Nuovo {
		titolo = "Nuovo integratore"
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, titolo), scheda(titolo, m))
}
