package visura

import (
	"context"
	"encoding/json"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Prova answers chiedi.connessione.eservice.prova: elaborazione, which knows the person who tries, has one harmless call made.
type Prova struct {
	Service Service
	Tenant  *tenant.Directory
}

// Risponde makes the call for the command of the question.
func (p Prova) Risponde(ctx context.Context, corpo []byte) (any, error) {
	var q event.DomandaProvaEService
	if err := json.Unmarshal(corpo, &q); err != nil {
		return nil, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	if !esterno.Tellable(q.Attore) {
		return nil, problem.CampoNonValido("attore", "chi prova: fino a 200 byte")
	}
	t, err := p.Tenant.Find(ctx, q.Tenant)
	if err != nil {
		return nil, err
	}
	ctx = tenant.With(ctx, t)
	registro, err := p.Service.Anpr.Di(ctx)
	if rifiuto := problem.As(err); rifiuto != nil && rifiuto.Kind == problem.Conflicting {
		return event.RispostaProvaEService{Frase: problem.Sentence(err)}, nil
	}
	if err != nil {
		return nil, err
	}
	return registro.Prova(ctx, q)
}
