package piano

import (
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"

	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Cifre serves GET /piano/cifre: what became of the acts that left, by way and month.
func (p Pagine) Cifre(c echo.Context, _ sessione.Sessione) (err error) {
	v := paginaCifre{Oggi: calendario.Da(p.Store.Adesso())}
	if v.Cifre, err = p.Store.Cifre(c.Request().Context()); err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, titoloCifre, cifre(v))
}

// Simula serves GET /piano/simula: by which ways the fines of a month would be served under other channels.
func (p Pagine) Simula(c echo.Context, _ sessione.Sessione) error {
	return p.prova(c, paginaSimula{Qui: indirizzoSimula, Torna: Indirizzo, Da: titolo})
}

// SimulaCanali serves GET /impostazioni/notifica.canali/simula: the same page, for who chooses the channels.
func (p Pagine) SimulaCanali(c echo.Context, _ sessione.Sessione) error {
	return p.prova(c, paginaSimula{Qui: impostazione.Simula(), Torna: impostazione.IndirizzoDi(scelte.ChiaveCanali), Da: "Canali di notifica"})
}

// prova draws the form and, when it was sent, the answer.
func (p Pagine) prova(c echo.Context, v paginaSimula) error {
	v.Oggi, v.Canali, v.Mese = calendario.Da(p.Store.Adesso()), c.QueryParam("canali"), c.QueryParam("mese")
	if v.Canali == "" && v.Mese == "" {
		v.Canali, v.Mese = ordini()[0].Valore, v.mesi()[0].Valore
		return p.Sessione.Scrivi(c, titoloSimula, simula(v))
	}
	domanda, err := v.domanda()
	if err == nil {
		v.Risposta = &event.RispostaSimulazione{}
		err = p.Chiede(c.Request().Context(), event.PianoSimula, domanda, v.Risposta)
	}
	if err != nil {
		var suo bool
		if v.Rifiuto, suo = pagine.Rifiutato(err); !suo {
			return err
		}
		v.Risposta = nil
	}
	return p.Sessione.Pagine.Scrivi(c, v.Rifiuto.Codice(), p.Sessione.Cornice(c, titoloSimula), simula(v))
}
