package morto

import (
	"net/http"
	"net/url"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Indirizzo of the page.
const Indirizzo = pagine.Base + "lavoriMorti"

// Pagine answers the page of dead work.
type Pagine struct {
	Servizio Servizio
	Sessione sessione.HTTP
}

// Elenco serves GET /lavoriMorti.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	return p.mostra(c, pagine.Rifiuto{})
}

// Riaccoda serves POST /lavoriMorti/{id}/riaccoda.
func (p Pagine) Riaccoda(c echo.Context, _ sessione.Sessione) error {
	_, err := p.Servizio.rimetti(c)
	if err == nil {
		return c.Redirect(http.StatusSeeOther, Indirizzo+"?fatto=riaccodato")
	}
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	return p.mostra(c, rifiuto)
}

func (p Pagine) mostra(c echo.Context, r pagine.Rifiuto) error {
	f, tutti, err := leggiFiltro(c)
	if err != nil {
		return err
	}
	letti, err := p.Servizio.Elenca(c.Request().Context(), f, tutti)
	if err != nil {
		return err
	}
	v := vista{Lavori: letti.Elementi, Tutti: tutti, Rifiuto: r}
	if c.QueryParam("fatto") == "riaccodato" {
		v.Fatto = "Rimesso in coda: se riesce, non torna in questo elenco."
	}
	if letti.Cursore != "" {
		q := url.Values{"cursore": {letti.Cursore}}
		if tutti {
			q.Set("stato", "TUTTI")
		}
		v.Successiva = templ.SafeURL(Indirizzo + "?" + q.Encode())
	}
	return p.Sessione.Pagine.Scrivi(c, r.Codice(), p.Sessione.Cornice(c, "Lavori morti"), elenco(v))
}

// vista is what the page shows.
type vista struct {
	Lavori     []Lavoro
	Tutti      bool
	Fatto      string
	Rifiuto    pagine.Rifiuto
	Successiva templ.SafeURL
}
