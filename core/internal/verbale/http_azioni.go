package verbale

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
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
	m := moduloAzione{Tipo: verbale.TipoEvento(c.FormValue("tipo")), Idempotenza: c.FormValue("idempotenza"), Confermata: c.FormValue("conferma") != ""}
	m.Anomalia, _ = uuid.Parse(c.FormValue("anomalia"))
	m.Riapre, m.Intestatario = c.FormValue("riapre") != "", leggiIntestatario(c.FormValue)
	m.Sequenza, _ = strconv.Atoi(c.FormValue("sequenza"))
	m.Generica = c.FormValue("generica") != ""
	offerta := h.offerta(ctx, s, id)
	x, err := m.azione(v, offerta)
	extra := x.extra(v, offerta)
	if err == nil {
		m.Testo, m.Campi = strings.TrimSpace(c.FormValue(x.Campo)), map[string]string{}
		for _, campo := range extra {
			m.Campi[campo.Nome] = strings.TrimSpace(c.FormValue(campo.Nome))
		}
		err = m.controlla(x, s)
	}
	if err == nil {
		err = m.mancanti(extra)
	}
	if err == nil {
		var richiesta json.RawMessage
		if richiesta, err = m.richiesta(v, x, extra); err == nil {
			err = h.chiediEvento(c, id, richiesta)
		}
	}
	if err == nil {
		return c.Redirect(http.StatusSeeOther, indirizzoElenco+"/"+id.String()+"?fatto="+string(m.Tipo))
	}
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	m.Rifiuto = comeNelModulo(rifiuto, x, extra)
	return h.mostra(c, s, id, m)
}

// controlla refuses what elaborazione need not be asked for.
func (m moduloAzione) controlla(x Azione, s sessione.Sessione) error {
	switch {
	case !s.Puo(x.permesso):
		return problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente questa operazione.")
	case m.Testo == "":
		return problem.CampoNonValido(x.Campo, "manca")
	case x.Chi == daCandidato && m.Intestatario.Candidato < 0:
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
func comeNelModulo(r pagine.Rifiuto, x Azione, extra []campoAzione) pagine.Rifiuto {
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
		if j := slices.IndexFunc(extra, func(c campoAzione) bool { return c.dove == g.Campo }); j >= 0 {
			campo = extra[j].Nome
		}
		r.Guasti[i].Campo = campo
	}
	r.Guasti = slices.CompactFunc(r.Guasti, func(a, b problem.Campo) bool { return a == b })
	return r
}
