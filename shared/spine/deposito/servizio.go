package deposito

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// DiServizio opens the store that VERBALI_DEPOSITO_URL names and hands its closing to allaChiusura.
// It stands here and not in shared/spine/service so that a service without documents does not carry the
// libraries of the stores. Errors name the setting.
func DiServizio(ctx context.Context, indirizzo string, allaChiusura func(func())) (*Deposito, error) {
	if indirizzo == "" {
		return nil, &config.ValueError{Variable: "VERBALI_DEPOSITO_URL", Reason: "manca: è obbligatoria"}
	}
	d, err := Apri(ctx, indirizzo)
	if err != nil {
		return nil, &config.ValueError{Variable: "VERBALI_DEPOSITO_URL", Reason: err.Error()}
	}
	allaChiusura(func() { _ = d.Chiudi() })
	return d, nil
}
