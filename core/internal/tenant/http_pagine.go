package tenant

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// indirizzo of the list; a tenant is below it, by name.
const indirizzo = pagine.Base + "tenant"

// Pagine answers the pages of tenants.
type Pagine struct {
	Servizio *Servizio
	Sessione sessione.HTTP
}

// modulo is the form of a tenant, new or to be changed.
type modulo struct {
	Tenant
	Nuovo   bool
	Rifiuto pagine.Rifiuto
	Fatto   string
}

// azione is where the form goes: a creation that was cut is asked for again.
func (m modulo) azione() string {
	if m.Nuovo || m.Stato == InCreazione {
		return indirizzo
	}
	return indirizzo + "/" + m.Nome
}

// passo is what comes next for a tenant just made.
type passo struct{ Indirizzo, Nome, Perche string }

func passi() []passo {
	return []passo{
		{pagine.Base + "connessione", "Scegliere il comando", "le pagine che seguono lavorano su quello scelto"},
		{pagine.Base + "reparti/nuovo", "Creare il primo reparto", "gli operatori appartengono a un reparto"},
		{pagine.Base + "operatori/nuovo", "Creare il primo amministratore", "un operatore con il ruolo AMMINISTRATORE, che farà il resto"},
		{pagine.Base + "intervalli/nuovo", "Assegnare un intervallo", "senza numeri di avviso non si emettono verbali"},
		{pagine.Base + "portali/nuovo", "Aprire un portale", "l'ingresso di operatori e cittadini"},
	}
}

// Elenco serves GET /tenant.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	f, err := voce.LeggiFiltro(c.QueryParam)
	if err != nil {
		return err
	}
	letti, err := p.Servizio.Elenca(c.Request().Context(), f)
	if err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, "Comandi serviti", elenco(pagine.Elenco{
		Titolo: "Comandi serviti", Indirizzo: indirizzo, Nuovo: "Nuovo comando", Cerca: f.Cerca, Cursore: letti.Cursore,
		Colonne: []string{"Nome", "Denominazione", "Codice fiscale", "Stato"}, Vuoto: len(letti.Elementi) == 0, Fatto: pagine.Fatto(c.QueryParam("fatto")),
	}, letti.Elementi))
}

// Nuovo serves GET /tenant/nuovo.
func (p Pagine) Nuovo(c echo.Context, _ sessione.Sessione) error {
	return p.mostra(c, modulo{Nuovo: true, Tenant: Tenant{Stato: Attivo}})
}

// Apri serves GET /tenant/{nome}.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error {
	t, err := p.Servizio.Trova(c.Request().Context(), c.Param("nome"))
	if err != nil {
		return err
	}
	return p.mostra(c, modulo{Tenant: t, Fatto: pagine.Fatto(c.QueryParam("fatto"))})
}

// Crea serves POST /tenant; then the page of the tenant says what comes next.
func (p Pagine) Crea(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	n := Nuovo{Nome: c.FormValue("nome"), Denominazione: c.FormValue("denominazione"), CodiceFiscale: c.FormValue("codiceFiscale")}
	esito, err := p.Servizio.Crea(ctx, n)
	if err != nil {
		return p.rifiuta(c, modulo{Nuovo: true, Tenant: Tenant{Nome: n.Nome, Denominazione: n.Denominazione, CodiceFiscale: n.CodiceFiscale}}, err)
	}
	t, err := p.Servizio.Trova(ctx, n.Nome)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, indirizzo+"/"+t.Nome+"?fatto="+esito.Codice())
}

// Modifica serves POST /tenant/{nome}.
func (p Pagine) Modifica(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t := Tenant{Nome: c.Param("nome"), Denominazione: c.FormValue("denominazione"), CodiceFiscale: c.FormValue("codiceFiscale"),
		Stato: c.FormValue("stato"), Versione: pagine.VersioneLetta(c)}
	if _, err := p.Servizio.Modifica(ctx, t); err != nil {
		return p.rifiuta(c, modulo{Tenant: t}, err)
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
	titolo := "Comando " + m.Nome
	if m.Nuovo {
		titolo = "Nuovo comando"
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, titolo), scheda(titolo, m))
}
