package intervallo

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// indirizzo of the list; a range is below it, by number.
const indirizzo = pagine.Base + "intervalli"

// Pagine answers the pages of ranges.
type Pagine struct {
	Servizio *Servizio
	Sessione sessione.HTTP
}

// Elenco serves GET /intervalli. Who may only read is not offered to add one.
func (p Pagine) Elenco(c echo.Context, s sessione.Sessione) error {
	f, letti, err := voce.Leggi(c, p.Servizio.Elenca)
	if err != nil {
		return err
	}
	e := pagine.Elenco{
		Titolo: "Intervalli dei numeri di avviso e degli atti giudiziari", Indirizzo: indirizzo, Cerca: f.Cerca, Cursore: letti.Cursore,
		Colonne: []string{"Prefisso", "Tipo", "Segregazione", "Ente creditore", "Primo numero", "Numeri"},
		Vuoto:   len(letti.Elementi) == 0, Fatto: pagine.Fatto(c.QueryParam("fatto")),
	}
	if s.Puo(auth.PermessoIntervallo) {
		e.Nuovo = "Nuovo intervallo"
	}
	return p.Sessione.Scrivi(c, e.Titolo, elenco(e, letti.Elementi))
}

// Nuovo serves GET /intervalli/nuovo.
func (p Pagine) Nuovo(c echo.Context, _ sessione.Sessione) error {
	return p.mostra(c, Intervallo{}, pagine.Rifiuto{})
}

// Apri serves GET /intervalli/{id}.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error {
	t, _ := tenant.From(c.Request().Context())
	i, err := p.Servizio.Trova(c.Request().Context(), t.Nome, c.Param("id"))
	if err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, "Intervallo "+strconv.FormatInt(i.ID, 10), scheda(i))
}

// Crea serves POST /intervalli.
func (p Pagine) Crea(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	chiesto := Intervallo{Tenant: t.Nome, Tipo: c.FormValue("tipo"), CodiceFiscaleEnte: c.FormValue("codiceFiscaleEnte"),
		Segregazione: c.FormValue("segregazione"), Prefisso: c.FormValue("prefisso")}
	_, esito, err := p.Servizio.Crea(ctx, chiesto)
	if err == nil {
		return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto="+esito.Codice())
	}
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	return p.mostra(c, chiesto, rifiuto)
}

func (p Pagine) mostra(c echo.Context, i Intervallo, r pagine.Rifiuto) error {
	return p.Sessione.Pagine.Scrivi(c, r.Codice(), p.Sessione.Cornice(c, "Nuovo intervallo"), modulo(i, r))
}
