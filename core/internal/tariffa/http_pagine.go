package tariffa

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Indirizzo of the page.
const Indirizzo = pagine.Base + "tariffeCorrette"

// Pagine answers the page. Chiede asks elaborazione for the operator of the context.
type Pagine struct {
	Servizio Servizio
	Chiede   func(ctx context.Context, operazione string, domanda, risposta any) error
	Sessione sessione.HTTP
}

// vista is what the page shows. Da, A and Rimedio are as they were asked.
type vista struct {
	elenco

	Da, A, Rimedio, Cursore string
	Leggi, Segnala          bool // this operator may open a fine, an anomaly
	Fatto                   string
	Rifiuto                 pagine.Rifiuto
}

// Elenco serves GET /tariffeCorrette.
func (p Pagine) Elenco(c echo.Context, s sessione.Sessione) error { return p.mostra(c, s, vista{}) }

func (p Pagine) mostra(c echo.Context, s sessione.Sessione, v vista) error {
	v.Leggi, v.Segnala = s.Puo(auth.PermessoVerbaleLeggi), s.Puo(auth.PermessoVerbaleDecidi)
	v.Da, v.A, v.Rimedio, v.Cursore = c.FormValue("da"), c.FormValue("a"), c.FormValue("rimedio"), c.QueryParam("cursore")
	f, err := lettore.LeggiCorrette(v.Da, v.A, v.Rimedio, v.Cursore)
	if err == nil {
		v.elenco, err = p.Servizio.Elenca(c.Request().Context(), f)
	}
	if err != nil {
		rifiuto, suo := pagine.Rifiutato(err)
		if !suo {
			return err
		}
		v.Rifiuto = rifiuto
	}
	return p.Sessione.Pagine.Scrivi(c, v.Rifiuto.Codice(), p.Sessione.Cornice(c, "Tariffe corrette"), pagina(v))
}

// Segnala serves POST /tariffeCorrette: an anomaly on each fine of the list that leaves something to do.
func (p Pagine) Segnala(c echo.Context, s sessione.Sessione) error {
	if c.FormValue("conferma") != "true" {
		rifiuto, _ := pagine.Rifiutato(problem.CampoNonValido("conferma", "confermare che si vuole un'anomalia su ciascun verbale dell'elenco"))
		return p.mostra(c, s, vista{Rifiuto: rifiuto})
	}
	var r event.RispostaTariffe
	err := p.Chiede(c.Request().Context(), event.TariffeSegnala, event.DomandaTariffe{Da: c.FormValue("da"), A: c.FormValue("a"),
		Rimedio: c.FormValue("rimedio"), Cursore: c.FormValue("cursore"), Indirizzo: c.RealIP()}, &r)
	if rifiuto, suo := pagine.Rifiutato(err); suo {
		return p.mostra(c, s, vista{Rifiuto: rifiuto})
	}
	if err != nil {
		return err
	}
	return p.mostra(c, s, vista{Fatto: fatto(r)})
}

// fatto says what has been done.
func fatto(r event.RispostaTariffe) string {
	testo := voce.Quanti(int64(r.Aperte), "anomalia aperta", "anomalie aperte") + "; " + voce.Quanti(int64(r.Gia), "verbale l'aveva già", "verbali l'avevano già")
	if r.Occupati > 0 {
		testo += "; " + voce.Quanti(int64(r.Occupati), "verbale era in mano ad altri", "verbali erano in mano ad altri") + ": riprovare"
	}
	if r.Cursore != "" {
		return testo + ". Ce ne sono ancora: ripetere."
	}
	return testo + "."
}

// collegamento is the address of the page with the same choice, from a cursor on.
func (v vista) collegamento(cursore string) templ.SafeURL {
	q := url.Values{}
	for nome, valore := range map[string]string{"da": v.Da, "a": v.A, "rimedio": v.Rimedio, "cursore": cursore} {
		if valore != "" {
			q.Set(nome, valore)
		}
	}
	if len(q) == 0 {
		return templ.SafeURL(Indirizzo)
	}
	return templ.SafeURL(Indirizzo + "?" + q.Encode())
}

// dovuto is what the law asks, where it is certain.
func dovuto(v revisione.Verbale) string {
	if v.DovutoCent == nil {
		return "da stabilire"
	}
	return v.DovutoCent.Euro()
}

// righe says in which rows of the table a violation is now, where it is another than it was.
func righe(x revisione.Violazione) string {
	if len(x.Codici) == 0 || len(x.Codici) == 1 && x.Codici[0] == x.Codice {
		return x.Codice
	}
	return x.Codice + " → " + strings.Join(x.Codici, ", ")
}

// rimedi are the choices of the filter.
func rimedi() []pagine.Opzione {
	scelte := []pagine.Opzione{{Nome: "Tutti"}}
	for _, r := range revisione.Rimedi() {
		scelte = append(scelte, pagine.Opzione{Valore: string(r), Nome: r.Parola()})
	}
	return scelte
}

// quanti is how many fines the page shows.
func (v vista) quanti() string { return strconv.Itoa(len(v.Voci)) }
