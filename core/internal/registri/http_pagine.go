package registri

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Pagine answers the pages. Chiede asks elaborazione for the operator of the context.
type Pagine struct {
	Store    Store
	Chiede   func(ctx context.Context, operazione string, domanda, risposta any) error
	Sessione sessione.HTTP
}

// ApriDomicili serves GET /domiciliDigitali.
func (p Pagine) ApriDomicili(c echo.Context, _ sessione.Sessione) error {
	var r event.RispostaDomicili
	if err := p.Chiede(c.Request().Context(), event.RegistriDomicili, event.DomandaRegistri{Indirizzo: c.RealIP()}, &r); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, http.StatusOK, p.Sessione.Cornice(c, NomeDomicili), paginaDomicili(r))
}

// ApriAttese serves GET /registriInAttesa.
func (p Pagine) ApriAttese(c echo.Context, _ sessione.Sessione) error {
	var r event.RispostaAttese
	if err := p.Chiede(c.Request().Context(), event.RegistriAttese, event.DomandaRegistri{Indirizzo: c.RealIP()}, &r); err != nil {
		return err
	}
	if err := p.Store.spiega(c.Request().Context(), r.Domande); err != nil && !problem.Is(err, "DATI_NON_PRONTI") {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, http.StatusOK, p.Sessione.Cornice(c, nomeAttese), paginaAttese(r))
}

// perche says why a question waits, and when it was last tried.
func perche(d event.DomandaInAttesa) string {
	if d.Detto == "" {
		return "In coda."
	}
	return d.Detto + " (ultima prova " + pagine.Momento(d.Provata) + ")"
}

// giorno is a day as a person reads it.
func giorno(testo string) string {
	g, err := calendario.Parse(testo)
	if err != nil {
		return "—"
	}
	return g.Italiano()
}

// fonte is a register, and for what the address was elected.
func fonte(d event.IndirizzoDigitale) string {
	if d.Professione == "" {
		return d.Fonte
	}
	return d.Fonte + ", professionale (" + d.Professione + ")"
}
