package registro

import (
	"net/url"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// indirizzo of the page.
const indirizzo = pagine.Base + "registro"

// Pagine answers the page of the register.
type Pagine struct {
	Servizio *Servizio
	Sessione sessione.HTTP
}

// Elenco serves GET /registro. An invalid search comes back with its faults.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	f, err := LeggiFiltro(c.QueryParam)
	var letta Pagina
	if err == nil {
		letta, err = p.Servizio.Leggi(c.Request().Context(), f, c.RealIP())
	}
	var rifiuto pagine.Rifiuto
	if err != nil {
		var suo bool
		if rifiuto, suo = pagine.Rifiutato(err); !suo {
			return err
		}
	}
	return p.Sessione.Pagine.Scrivi(c, rifiuto.Codice(), p.Sessione.Cornice(c, "Registro degli accessi"), elenco(f, letta, rifiuto))
}

// successiva is the address of the next page of the same search.
func (f Filtro) successiva(cursore string) templ.SafeURL {
	return templ.SafeURL(indirizzo + "?" + url.Values{"attore": {f.Attore}, "azione": {f.Azione}, "oggetto": {f.Oggetto},
		"esito": {f.Esito}, "da": {f.Da}, "a": {f.A}, "cursore": {cursore}}.Encode())
}
