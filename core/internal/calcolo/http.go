package calcolo

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// HTTP answers the pages of the calculations: they belong to no tenant and write nothing.
type HTTP struct {
	Sessione sessione.HTTP
	Tabelle  Tabelle
	Adesso   func() time.Time
}

// Indice serves GET /calcoli.
func (h HTTP) Indice(c echo.Context, _ sessione.Sessione) error {
	return h.Sessione.Scrivi(c, "Calcoli", indice())
}

// Importo serves GET /calcoli/importo.
func (h HTTP) Importo(c echo.Context, _ sessione.Sessione) error {
	p, err := calcolaImporto(nuovoModulo(c.QueryParams()), h.Tabelle.Violazioni(), h.oggi())
	if err != nil {
		return err
	}
	return h.mostra(c, p.modulo, "Calcolo di un importo", importoDovuto(p))
}

// Scadenza serves GET /calcoli/scadenza.
func (h HTTP) Scadenza(c echo.Context, _ sessione.Sessione) error {
	p, err := calcolaScadenza(nuovoModulo(c.QueryParams()), h.oggi())
	if err != nil {
		return err
	}
	return h.mostra(c, p.modulo, "Calcolo di una scadenza", scadenza(p))
}

// Velocita serves GET /calcoli/velocita.
func (h HTTP) Velocita(c echo.Context, _ sessione.Sessione) error {
	p, err := calcolaVelocita(nuovoModulo(c.QueryParams()), h.Tabelle.Violazioni(), h.oggi())
	if err != nil {
		return err
	}
	return h.mostra(c, p.modulo, "Calcolo di una velocità", velocita(p))
}

// CodiceFiscale serves GET /calcoli/codiceFiscale: the empty forms. The data typed there travel in the
// body of a POST alone, as all data of a person do.
func (h HTTP) CodiceFiscale(c echo.Context, _ sessione.Sessione) error {
	return h.codice(c, url.Values{})
}

// CalcolaCodiceFiscale serves POST /calcoli/codiceFiscale: computes a code or judges one.
func (h HTTP) CalcolaCodiceFiscale(c echo.Context, _ sessione.Sessione) error {
	if err := c.Request().ParseForm(); err != nil {
		if _, troppo := errors.AsType[*http.MaxBytesError](err); troppo {
			return err
		}
		return problem.CampoNonValido("modulo", "non è leggibile")
	}
	return h.codice(c, c.Request().PostForm)
}

func (h HTTP) codice(c echo.Context, valori url.Values) error {
	p, err := calcolaCodice(nuovoModulo(valori), h.Tabelle.Comuni(), h.oggi())
	if err != nil {
		return err
	}
	return h.mostra(c, p.modulo, "Codice fiscale", codiceFiscale(p))
}

func (h HTTP) mostra(c echo.Context, m *modulo, titolo string, contenuto templ.Component) error {
	stato := http.StatusOK
	if !m.buono() {
		stato = http.StatusBadRequest
	}
	return h.Sessione.Pagine.Scrivi(c, stato, h.Sessione.Cornice(c, titolo), contenuto)
}

func (h HTTP) oggi() calendario.Giorno { return calendario.Da(h.Adesso()) }
