package auth

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// Asker asks over the bus.
type Asker interface {
	Ask(ctx context.Context, soggetto string, domanda, risposta any) error
}

// RemoteRealm is core seen through the bus.
type RemoteRealm struct{ Bus Asker }

// Login asks chiedi.core.accesso.
func (r RemoteRealm) Login(ctx context.Context, d event.DomandaAccesso) (event.RispostaAccesso, error) {
	var risposta event.RispostaAccesso
	err := r.Bus.Ask(ctx, "core.accesso", d, &risposta)
	return risposta, err
}

// Portale asks chiedi.core.portale.
func (r RemoteRealm) Portale(ctx context.Context, d event.DomandaPortale) (event.RispostaPortale, error) {
	var risposta event.RispostaPortale
	err := r.Bus.Ask(ctx, "core.portale", d, &risposta)
	return risposta, err
}
