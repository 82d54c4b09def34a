package scheda

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/azione"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// Evento serves POST /verbali/{id}/eventi: elaborazione decides, and what it refuses is told on the page as
// the fine is now.
func (h HTTP) Evento(c echo.Context, s sessione.Sessione) error {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return problem.NonTrovato("verbale", c.Param("id"))
	}
	ctx := c.Request().Context()
	v, err := h.completo(ctx, id, false)
	if err != nil {
		return err
	}
	m := azione.Modulo{Tipo: verbale.TipoEvento(c.FormValue("tipo")), Idempotenza: c.FormValue("idempotenza"), Confermata: c.FormValue("conferma") != ""}
	m.Anomalia, _ = uuid.Parse(c.FormValue("anomalia"))
	m.Riapre, m.Intestatario = c.FormValue("riapre") != "", azione.LeggiIntestatario(c.FormValue)
	m.Sequenza, _ = strconv.Atoi(c.FormValue("sequenza"))
	m.Generica = c.FormValue("generica") != ""
	offerta := h.offerta(ctx, s, id)
	x, err := m.Azione(v, offerta)
	extra := x.Extra(v, offerta)
	if err == nil {
		m.Testo, m.Campi = strings.TrimSpace(c.FormValue(x.Campo)), map[string]string{}
		for _, campo := range extra {
			m.Campi[campo.Nome] = strings.TrimSpace(c.FormValue(campo.Nome))
		}
		err = controlla(m, x, s)
	}
	if err == nil {
		err = m.Mancanti(extra)
	}
	if err == nil {
		var richiesta json.RawMessage
		if richiesta, err = m.Richiesta(v, x, extra); err == nil {
			err = h.chiediEvento(c, id, richiesta)
		}
	}
	if err == nil {
		return c.Redirect(http.StatusSeeOther, fascicolo.IndirizzoElenco+"/"+id.String()+"?fatto="+string(m.Tipo))
	}
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	m.Rifiuto = comeNelModulo(rifiuto, x, extra)
	return h.mostra(c, s, id, m)
}

// controlla refuses what elaborazione need not be asked for.
func controlla(m azione.Modulo, x azione.Azione, s sessione.Sessione) error {
	switch {
	case !s.Puo(x.Permesso):
		return problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente questa operazione.")
	case m.Testo == "":
		return problem.CampoNonValido(x.Campo, "manca")
	case x.Chi == azione.DaCandidato && m.Intestatario.Candidato < 0:
		return problem.CampoNonValido("candidato", "scegliere una delle persone")
	case x.Conferma != "" && !m.Confermata:
		return problem.CampoNonValido("conferma", "confermare di aver verificato")
	}
	return nil
}

func (h HTTP) chiediEvento(c echo.Context, id uuid.UUID, richiesta json.RawMessage) error {
	var r event.RispostaEvento
	return h.Chiede(c.Request().Context(), event.VerbaleEvento,
		event.DomandaEvento{IDVerbale: id.String(), Indirizzo: c.RealIP(), Richiesta: richiesta}, &r)
}

// comeNelModulo names the fields as the form does: elaborazione has the text among the data, or as the
// reason, and a person in parts.
func comeNelModulo(r pagine.Rifiuto, x azione.Azione, extra []azione.Campo) pagine.Rifiuto {
	r.Guasti = slices.Clone(r.Guasti)
	for i, g := range r.Guasti {
		campo := strings.TrimPrefix(g.Campo, "dati.")
		for _, parte := range []string{"persona." + x.Chi + ".", "persona.indirizzo."} {
			if resto, suo := strings.CutPrefix(campo, parte); suo && x.Chi != "" {
				campo = x.Chi + "." + resto
				break
			}
		}
		if campo == "motivo" {
			campo = x.Campo
		}
		if j := slices.IndexFunc(extra, func(c azione.Campo) bool { return c.Dove == g.Campo }); j >= 0 {
			campo = extra[j].Nome
		}
		r.Guasti[i].Campo = campo
	}
	r.Guasti = slices.CompactFunc(r.Guasti, func(a, b problem.Campo) bool { return a == b })
	return r
}

// offertaEntro is how long the page waits to hear what may happen to the fine: then it is shown without forms.
const offertaEntro = time.Second

// offerta asks elaborazione; an operator who may record nothing is offered nothing.
func (h HTTP) offerta(ctx context.Context, s sessione.Sessione, id uuid.UUID) (o azione.Offerta) {
	if !s.Puo(auth.PermessoVerbaleAnnota) && !s.Puo(auth.PermessoVerbaleDecidi) {
		return o
	}
	ctx, fine := context.WithTimeout(ctx, offertaEntro)
	defer fine()
	if err := h.Chiede(ctx, event.VerbaleAzioni, event.DomandaAzioni{IDVerbale: id.String()}, &o.RispostaAzioni); err != nil {
		h.Log.WarnContext(ctx, "azioni non avute da elaborazione", "verbale", id, "errore", err)
		return azione.Offerta{Muta: true}
	}
	return o
}
