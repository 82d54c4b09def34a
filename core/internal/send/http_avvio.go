package send

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// nuova is the page that starts a notification.
const nuova = Indirizzo + "/nuova"

// Nuova is the address of the page that starts the notification of a position.
func Nuova(verbale, posizione uuid.UUID) string {
	return nuova + "?" + url.Values{"verbale": {verbale.String()}, "posizione": {posizione.String()}}.Encode()
}

// Prepara serves GET /send/nuova: what would leave for a position, what it costs, and why it cannot leave. A form that is sent twice
// starts one notification, for its key is the same.
func (p Pagine) Prepara(c echo.Context, s sessione.Sessione) error {
	return p.anteprima(c, s, modulo{Idempotenza: uuid.NewString()}, c.QueryParam("verbale"), c.QueryParam("posizione"))
}

func (p Pagine) anteprima(c echo.Context, s sessione.Sessione, m modulo, verbale, posizione string) error {
	v := paginaNuova{Modulo: m, Persone: s.Puo(auth.PermessoPersona)}
	var err error
	if v.Verbale, v.Posizione, err = quale(verbale, posizione); err != nil {
		return err
	}
	ctx := c.Request().Context()
	di := lettore.Lettore{Pools: p.Store.Pools}
	if err := di.Visibile(ctx, v.Verbale); err != nil {
		return err
	}
	letto, err := di.PerID(ctx, v.Verbale, 0)
	switch {
	case err != nil:
		return err
	case letto == nil:
		return problem.NonTrovato("verbale", verbale)
	}
	v.Estremi = letto.Estremi()
	domanda := event.DomandaInvio{IDVerbale: verbale, Posizione: posizione, Indirizzo: c.RealIP()}
	if err := p.Chiede(ctx, event.SendAnteprima, domanda, &v.Anteprima); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, "Manda con SEND il verbale "+v.Estremi), avvio(v))
}

// Avvia serves POST /send/nuova: connessione decides, and the page shows its refusal above what would leave now.
func (p Pagine) Avvia(c echo.Context, s sessione.Sessione) error {
	m := modulo{Motivo: strings.TrimSpace(c.FormValue("motivo")), Idempotenza: c.FormValue("idempotenza")}
	verbale, posizione := c.FormValue("verbale"), c.FormValue("posizione")
	if _, _, err := quale(verbale, posizione); err != nil {
		return err
	}
	var r event.RispostaInvio
	err := p.Chiede(c.Request().Context(), event.SendAvvia, event.DomandaInvio{IDVerbale: verbale, Posizione: posizione, Motivo: m.Motivo,
		Idempotenza: m.Idempotenza, Indirizzo: c.RealIP()}, &r)
	if err == nil {
		return c.Redirect(http.StatusSeeOther, Indirizzo+"/"+r.ID+"?fatto=avvio")
	}
	var suo bool
	if m.Rifiuto, suo = pagine.Rifiutato(err); !suo {
		return err
	}
	return p.anteprima(c, s, m, verbale, posizione)
}

// quale reads the ids of a fine and of a position; 404 where one of them is no id.
func quale(verbale, posizione string) (v, p uuid.UUID, err error) {
	v, ok := codici.ID(verbale)
	p, anche := codici.ID(posizione)
	if !ok || !anche {
		err = problem.NonTrovato("posizione", posizione)
	}
	return v, p, err
}
