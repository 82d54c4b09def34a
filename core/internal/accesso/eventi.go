package accesso

import (
	"context"
	"encoding/json"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Domanda answers chiedi.core.accesso. Members of the question that are not known are ignored.
func (r *Realm) Domanda(ctx context.Context, corpo []byte) (any, error) {
	var d event.DomandaAccesso
	if err := json.Unmarshal(corpo, &d); err != nil {
		return nil, problem.Malformata("La domanda non è leggibile.").With(err)
	}
	return r.Login(ctx, d)
}
