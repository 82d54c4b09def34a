package tariffa

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
)

// The size of a page.
const (
	dimensione        = 50
	dimensioneMassima = 200
)

// HTTP answers the routes of the corrected table.
type HTTP struct{ Service *Service }

// Verifica answers GET /tariffe/verifica: a page in JSON or, to a caller who accepts text/csv, all of them.
func (h HTTP) Verifica(c echo.Context) error {
	f, err := lettore.LeggiCorrette(c.QueryParam("da"), c.QueryParam("a"), c.QueryParam("rimedio"), c.QueryParam("cursore"))
	if err != nil {
		return err
	}
	if strings.Contains(c.Request().Header.Get(echo.HeaderAccept), "text/csv") {
		return h.esporta(c, f)
	}
	quanti := dimensione
	if testo := c.QueryParam("dimensione"); testo != "" {
		if quanti, err = strconv.Atoi(testo); err != nil || quanti < 1 || quanti > dimensioneMassima {
			return problem.CampoNonValido("dimensione", "un numero da 1 a "+strconv.Itoa(dimensioneMassima))
		}
	}
	p, err := h.Service.Elenca(c.Request().Context(), f, quanti)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, p)
}

// esporta sends the rows as they are found. The first one is looked for before the answer begins: what cannot be read at all
// is a problem, not an empty file.
func (h HTTP) esporta(c echo.Context, f lettore.Corrette) error {
	var foglio *Foglio
	inizia := func() (err error) {
		t := c.Response().Header()
		t.Set(echo.HeaderContentType, "text/csv; charset=utf-8; header=present")
		t.Set(echo.HeaderContentDisposition, `attachment; filename="tariffe-corrette.csv"`)
		c.Response().WriteHeader(http.StatusOK)
		foglio, err = NuovoFoglio(c.Response())
		return err
	}
	_, err := h.Service.Percorri(c.Request().Context(), f, func(v revisione.Verbale) (bool, error) {
		if foglio == nil {
			if err := inizia(); err != nil {
				return false, err
			}
		}
		return true, foglio.Scrivi(v)
	})
	if err == nil && foglio == nil {
		err = inizia()
	}
	if err != nil {
		return err // an answer that has begun is cut: nobody takes it for whole
	}
	return foglio.Chiudi()
}

// richiesta is the body of POST /tariffe/verifica.
type richiesta struct {
	Da      string `json:"da"`
	A       string `json:"a"`
	Rimedio string `json:"rimedio"`
	Cursore string `json:"cursore"`
}

// Segnala answers POST /tariffe/verifica.
func (h HTTP) Segnala(c echo.Context) error {
	q, err := web.Decode[richiesta](c)
	if err != nil {
		return err
	}
	r, err := h.Service.chiede(c.Request().Context(), event.DomandaTariffe{Da: q.Da, A: q.A, Rimedio: q.Rimedio, Cursore: q.Cursore, Indirizzo: c.RealIP()})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
}

// chiede opens the anomalies for the caller of the context.
func (s *Service) chiede(ctx context.Context, q event.DomandaTariffe) (event.RispostaTariffe, error) {
	f, err := lettore.LeggiCorrette(q.Da, q.A, q.Rimedio, q.Cursore)
	if err != nil {
		return event.RispostaTariffe{}, err
	}
	chi, ok := auth.From(ctx)
	if !ok {
		return event.RispostaTariffe{}, problem.SenzaCredenziali()
	}
	return s.Segnala(ctx, f, chi.User, q.Indirizzo)
}

// Domande is the door of the other modules: chiedi.elaborazione.tariffe.<comando>. The caller is the one of the token that
// comes along.
type Domande struct {
	Service *Service
	Ammetti func(ctx context.Context, permesso auth.Permission) (context.Context, error)
}

// Tutte are the questions by operation.
func (d Domande) Tutte() map[string]bus.Answer {
	return map[string]bus.Answer{event.TariffeSegnala: d.segnala}
}

// segnala answers event.DomandaTariffe as POST /tariffe/verifica does.
func (d Domande) segnala(ctx context.Context, corpo []byte) (any, error) {
	ctx, err := d.Ammetti(ctx, auth.PermessoVerbaleDecidi)
	if err != nil {
		return nil, err
	}
	var q event.DomandaTariffe
	if err := json.Unmarshal(corpo, &q); err != nil {
		return nil, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	return d.Service.chiede(ctx, q)
}
