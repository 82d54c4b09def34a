package conservazione

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// indirizzo of the page.
const indirizzo = pagine.Base + "conservazione"

// vuoto says that a hold on a person reaches no fine today.
const vuoto = "nessuno"

// Pagine answers the page of terms and holds.
type Pagine struct {
	Servizio Servizio
	Sessione sessione.HTTP
}

// vista is what the page shows.
type vista struct {
	Voci          []Voce
	Vincoli       []Vincolo
	Cancellazioni []Cancellazione
	Nuovo         NuovoVincolo
	Anteprima     *Anteprima
	Chi           string
	Fatto, Vuoto  bool
	Rifiuto       pagine.Rifiuto
	// DaTogliere is the hold whose lifting was refused, with the reason as it was written.
	DaTogliere, MotivoRimozione string
}

// Elenco serves GET /conservazione.
func (p Pagine) Elenco(c echo.Context, s sessione.Sessione) error {
	return p.mostra(c, s, vista{Fatto: c.QueryParam("fatto") != "", Vuoto: c.QueryParam("fatto") == vuoto})
}

// Regola serves POST /conservazione: previews, proposes, confirms or ends the term of a kind.
func (p Pagine) Regola(c echo.Context, s sessione.Sessione) error {
	ctx, classe := c.Request().Context(), c.FormValue("classe")
	mesi, errMesi := strconv.Atoi(c.FormValue("mesi"))
	var err error
	switch c.FormValue("atto") {
	case "conferma":
		err = p.Servizio.Conferma(ctx, classe, c.FormValue("regola"), c.RealIP())
	case "cessa":
		err = p.Servizio.Cessa(ctx, classe, c.RealIP())
	case "anteprima":
		var a Anteprima
		if a, err = p.Servizio.Anteprima(ctx, classe, mesi); err == nil {
			return p.mostra(c, s, vista{Anteprima: &a})
		}
	default:
		if errMesi != nil {
			err = problem.CampoNonValido("mesi", "non è un numero")
			break
		}
		_, err = p.Servizio.Proponi(ctx, classe, mesi, c.FormValue("fonte"), c.RealIP())
	}
	return p.conclude(c, s, vista{}, err)
}

// Vincolo serves POST /conservazione/vincoli: sets a hold, proposes to lift one, confirms that or takes it back.
func (p Pagine) Vincolo(c echo.Context, s sessione.Sessione) error {
	ctx, quale := c.Request().Context(), c.FormValue("vincolo")
	var err error
	switch c.FormValue("atto") {
	case "togli":
		_, err = p.Servizio.ProponiRimozione(ctx, quale, c.FormValue("motivo"), c.RealIP())
		return p.conclude(c, s, vista{DaTogliere: quale, MotivoRimozione: c.FormValue("motivo")}, err)
	case "conferma":
		return p.conclude(c, s, vista{}, p.Servizio.Togli(ctx, quale, c.FormValue("rimozione"), c.RealIP()))
	case "ritira":
		return p.conclude(c, s, vista{}, p.Servizio.RitiraRimozione(ctx, quale, c.RealIP()))
	}
	n := NuovoVincolo{IDVerbale: c.FormValue("idVerbale"), CodiceFiscale: c.FormValue("codiceFiscale"), Motivo: c.FormValue("motivo"), Fino: c.FormValue("fino")}
	posto, err := p.Servizio.Poni(ctx, n, c.RealIP())
	if err == nil && posto.Verbali == 0 {
		return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto="+vuoto)
	}
	return p.conclude(c, s, vista{Nuovo: n}, err)
}

func (p Pagine) conclude(c echo.Context, s sessione.Sessione, v vista, err error) error {
	if err == nil {
		return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto=1")
	}
	var suo bool
	if v.Rifiuto, suo = pagine.Rifiutato(err); !suo {
		return err
	}
	return p.mostra(c, s, v)
}

func (p Pagine) mostra(c echo.Context, s sessione.Sessione, v vista) (err error) {
	ctx := c.Request().Context()
	if v.Voci, err = p.Servizio.Elenca(ctx); err != nil {
		return err
	}
	if v.Vincoli, err = p.Servizio.Vincoli(ctx); err != nil {
		return err
	}
	if v.Cancellazioni, err = p.Servizio.Cancellazioni(ctx); err != nil {
		return err
	}
	v.Chi = s.Operatore.Username
	return p.Sessione.Pagine.Scrivi(c, v.Rifiuto.Codice(), p.Sessione.Cornice(c, "Conservazione"), pagina(v))
}
