package interessato

import (
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// indirizzo of the page.
const indirizzo = pagine.Base + "interessato"

// Pagine answers the page of the data held on a person.
type Pagine struct {
	Servizio Servizio
	Sessione sessione.HTTP
}

// vista is what the page shows: the form, or the document.
type vista struct {
	Domanda   Domanda
	Documento *Documento
	Rifiuto   pagine.Rifiuto
}

// Apri serves GET /interessato.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error { return p.mostra(c, vista{}) }

// Raccogli serves POST /interessato.
func (p Pagine) Raccogli(c echo.Context, _ sessione.Sessione) error {
	v := vista{Domanda: Domanda{CodiceFiscale: c.FormValue("codiceFiscale"), Motivo: c.FormValue("motivo")}}
	x, err := p.Servizio.Raccogli(c.Request().Context(), v.Domanda, c.RealIP())
	if err == nil {
		v.Documento = &x
		return p.mostra(c, v)
	}
	var suo bool
	if v.Rifiuto, suo = pagine.Rifiutato(err); !suo {
		return err
	}
	return p.mostra(c, v)
}

func (p Pagine) mostra(c echo.Context, v vista) error {
	return p.Sessione.Pagine.Scrivi(c, v.Rifiuto.Codice(), p.Sessione.Cornice(c, "Dati di una persona"), pagina(v))
}

// giorno is a day as it is read; nothing for none.
func giorno(g calendario.Giorno) string {
	if g.IsZero() {
		return ""
	}
	return g.Italiano()
}
