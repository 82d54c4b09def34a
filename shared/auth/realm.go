package auth

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/evento"
)

// Domandante asks over the bus.
type Domandante interface {
	Chiedi(ctx context.Context, soggetto string, domanda, risposta any) error
}

// RealmRemoto is core seen through the bus.
type RealmRemoto struct{ Bus Domandante }

// Accedi asks chiedi.core.accesso.
func (r RealmRemoto) Accedi(ctx context.Context, d evento.DomandaAccesso) (evento.RispostaAccesso, error) {
	var risposta evento.RispostaAccesso
	err := r.Bus.Chiedi(ctx, "core.accesso", d, &risposta)
	return risposta, err
}
