package pratica

import (
	"context"
	"encoding/json"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// Domande is the door of the other modules: chiedi.elaborazione.verbale.<comando>. The caller is the one of
// the token that comes along.
type Domande struct {
	Service *Service
	Ammetti func(ctx context.Context, permesso auth.Permission) (context.Context, error)
}

// Tutte are the questions by operation.
func (d Domande) Tutte() map[string]bus.Answer {
	return map[string]bus.Answer{event.VerbaleEvento: d.evento, event.VerbaleAzioni: d.azioni}
}

// azioni answers event.DomandaAzioni as GET /verbali/{id}/azioni does.
func (d Domande) azioni(ctx context.Context, corpo []byte) (any, error) {
	ctx, err := d.Ammetti(ctx, auth.PermessoVerbalePropri)
	if err != nil {
		return nil, err
	}
	var q event.DomandaAzioni
	if err := json.Unmarshal(corpo, &q); err != nil {
		return nil, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	id, ok := codici.ID(q.IDVerbale)
	if !ok {
		return nil, problem.NonTrovato("verbale", q.IDVerbale)
	}
	return d.Service.Azioni(ctx, id)
}

// evento answers event.DomandaEvento as POST /verbali/{id}/eventi does.
func (d Domande) evento(ctx context.Context, corpo []byte) (any, error) {
	ctx, err := d.Ammetti(ctx, auth.PermessoVerbaleAnnota)
	if err != nil {
		return nil, err
	}
	var q event.DomandaEvento
	if err := json.Unmarshal(corpo, &q); err != nil {
		return nil, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	id, ok := codici.ID(q.IDVerbale)
	if !ok {
		return nil, problem.NonTrovato("verbale", q.IDVerbale)
	}
	r, err := web.DecodePart[mosse.RichiestaEvento]("richiesta", q.Richiesta)
	if err != nil {
		return nil, err
	}
	esito, nuovo, err := d.Service.RegistraEvento(ctx, id, r, q.Indirizzo)
	return event.RispostaEvento{Sequenza: esito.Sequenza, Procedura: string(esito.Procedura), Nuovo: nuovo}, err
}
