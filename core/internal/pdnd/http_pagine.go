// Package pdnd is the page on the e-services of PDND that a command uses: what works, what expires, the last error in words.
// elaborazione, which has the keys, knows; here it is shown.
package pdnd

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Indirizzo of the page.
const Indirizzo = pagine.Base + "pdnd"

// Pagine answers the page. Chiede asks elaborazione for the operator of the context.
type Pagine struct {
	Chiede   func(ctx context.Context, operazione string, domanda, risposta any) error
	Sessione sessione.HTTP
}

// vista is what the page shows.
type vista struct {
	event.StatoPdnd

	Prova *event.ProvaPdnd
}

// Apri serves GET /pdnd.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error {
	return p.mostra(c, nil, http.StatusOK)
}

// Prova serves POST /pdnd/prova: an e-service is tried, and the page says what came of it.
func (p Pagine) Prova(c echo.Context, _ sessione.Sessione) error {
	q, r := event.DomandaProvaPdnd{EService: c.FormValue("eService"), Indirizzo: c.RealIP()}, event.ProvaPdnd{}
	err := p.Chiede(c.Request().Context(), event.PdndProva, q, &r)
	if e := problem.As(err); e != nil && e.Kind == problem.Missing { // the settings have changed meanwhile
		return p.mostra(c, &event.ProvaPdnd{EService: q.EService, Frase: "Fra le impostazioni del comando questo e-service non c'è."}, http.StatusNotFound)
	}
	if err != nil {
		return err
	}
	return p.mostra(c, &r, http.StatusOK)
}

func (p Pagine) mostra(c echo.Context, prova *event.ProvaPdnd, stato int) error {
	v := vista{Prova: prova}
	if err := p.Chiede(c.Request().Context(), event.PdndStato, event.DomandaStatoPdnd{}, &v.StatoPdnd); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, stato, p.Sessione.Cornice(c, "PDND"), pagina(v))
}

// quando is a moment, or a dash.
func quando(t time.Time) string {
	if t.IsZero() {
		return "—"
	}
	return pagine.Momento(t)
}

// parole of the states, and how they look.
func parole(stato string) (testo, classe string) {
	switch stato {
	case event.EServicePdndFunziona:
		return "Funziona", "bg-success"
	case event.EServicePdndNonFunziona:
		return "Non funziona", "bg-danger"
	case event.EServicePdndNonConfigurato:
		return "Impostazioni incomplete", "bg-danger"
	case event.EServicePdndMaiProvato:
		return "Mai provato", "bg-secondary"
	case event.ChiavePdndInUso:
		return "In uso", "bg-success"
	case event.ChiavePdndMaiUsata:
		return "Mai usata", "bg-secondary"
	case event.ChiavePdndRifiutata:
		return "Non accettata", "bg-danger"
	case event.ChiavePdndNonUtilizzabile:
		return "Non utilizzabile", "bg-danger"
	}
	return stato, "bg-secondary"
}

// esito says in words whether an environment answers.
func esito(a event.AutoritaPdnd) string {
	switch a.Esito {
	case "RAGGIUNGIBILE":
		return "risponde"
	case "CON_ERRORI":
		return "l'ultima volta non ha risposto: " + a.UltimoErrore
	case "NON_RAGGIUNGIBILE":
		return "non risponde, e per poco non la si interroga: " + a.UltimoErrore
	}
	return "non ancora interrogata"
}

// scarto says by how much our clock and PDND's disagree.
func scarto(a event.AutoritaPdnd) string {
	if a.ScartoMs == nil {
		return "non ancora misurato"
	}
	d := (time.Duration(*a.ScartoMs) * time.Millisecond).Round(time.Second)
	switch {
	case d > time.Second:
		return "avanti di " + d.String() + ", misurato " + pagine.Momento(a.Misurato)
	case d < -time.Second:
		return "indietro di " + (-d).String() + ", misurato " + pagine.Momento(a.Misurato)
	}
	return "concorde, misurato " + pagine.Momento(a.Misurato)
}
