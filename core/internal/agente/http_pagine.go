package agente

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// indirizzo of the list; an officer is below it, by number.
const indirizzo = pagine.Base + "agenti"

// Pagine answers the pages of officers; Reparti are the choices of their form.
type Pagine struct {
	Servizio *Servizio
	Reparti  *reparto.Servizio
	Sessione sessione.HTTP
}

// modulo is the form of an officer, new or to be changed.
type modulo struct {
	Agente
	Nuovo   bool
	Reparti []reparto.Reparto
	Rifiuto pagine.Rifiuto
}

func (m modulo) azione() string {
	if m.Nuovo {
		return indirizzo
	}
	return indirizzo + "/" + m.Matricola
}

// reparti are the departments to choose from: none, those in use, and the present one, which may have
// ceased.
func (m modulo) reparti() []pagine.Opzione {
	scelte := []pagine.Opzione{{Valore: "", Nome: "Nessuno"}}
	for _, r := range m.Reparti {
		nome := r.Codice
		if r.Descrizione != "" {
			nome += ", " + r.Descrizione
		}
		scelte = append(scelte, pagine.Opzione{Valore: r.Codice, Nome: nome})
	}
	return pagine.ConPresente(scelte, m.Reparto)
}

// Elenco serves GET /agenti.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	f, letti, err := voce.Leggi(c, p.Servizio.Elenca)
	if err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, "Agenti", elenco(pagine.Elenco{
		Titolo: "Agenti", Indirizzo: indirizzo, Nuovo: "Nuovo agente", Cerca: f.Cerca, Cursore: letti.Cursore,
		Colonne: []string{"Matricola", "Cognome", "Nome", "Reparto", "Utenza", "Stato"}, Vuoto: len(letti.Elementi) == 0,
		Fatto: pagine.Fatto(c.QueryParam("fatto")),
	}, letti.Elementi))
}

// Nuovo serves GET /agenti/nuovo.
func (p Pagine) Nuovo(c echo.Context, _ sessione.Sessione) error {
	return p.mostra(c, modulo{Nuovo: true, Agente: Agente{Stato: Attivo}})
}

// Apri serves GET /agenti/{matricola}.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error {
	t, _ := tenant.From(c.Request().Context())
	a, err := p.Servizio.Trova(c.Request().Context(), t.Nome, c.Param("matricola"))
	if err != nil {
		return err
	}
	return p.mostra(c, modulo{Agente: a})
}

// Crea serves POST /agenti.
func (p Pagine) Crea(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	a := daModulo(c, t.Nome, c.FormValue("matricola"))
	a.Stato = Attivo
	esito, err := p.Servizio.Crea(ctx, a)
	if err != nil {
		return p.rifiuta(c, modulo{Nuovo: true, Agente: a}, err)
	}
	return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto="+esito.Codice())
}

// Modifica serves POST /agenti/{matricola}.
func (p Pagine) Modifica(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	a := daModulo(c, t.Nome, c.Param("matricola"))
	if _, err := p.Servizio.Modifica(ctx, a); err != nil {
		return p.rifiuta(c, modulo{Agente: a}, err)
	}
	return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto=cambiato")
}

// daModulo reads the officer of a form that was sent.
func daModulo(c echo.Context, tenant, matricola string) Agente {
	return Agente{Tenant: tenant, Matricola: matricola, Cognome: c.FormValue("cognome"), Nome: c.FormValue("nome"),
		Reparto: c.FormValue("reparto"), Operatore: c.FormValue("operatore"), Stato: c.FormValue("stato"), Versione: pagine.VersioneLetta(c)}
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
	t, _ := tenant.From(c.Request().Context())
	var err error
	if m.Reparti, err = p.Reparti.Attivi(c.Request().Context(), t.Nome); err != nil {
		return err
	}
	titolo := "Agente " + m.Matricola
	if m.Nuovo {
		titolo = "Nuovo agente"
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, titolo), scheda(titolo, m))
}
