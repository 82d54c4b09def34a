package accesso

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// Domanda answers chiedi.core.accesso.
func (r *Realm) Domanda(ctx context.Context, corpo []byte) (any, error) {
	var d evento.DomandaAccesso
	if err := json.Unmarshal(corpo, &d); err != nil {
		return nil, problem.Malformata("La domanda non è leggibile.").Con(err)
	}
	return r.Accedi(ctx, d)
}

// riprovaOgni is the rest between two attempts to publish the key set.
const riprovaOgni = time.Second

// Pubblica writes the public key set where the other services read it, and does not give up until it
// is there or ctx ends: without it nobody can verify a token.
func (f *Firma) Pubblica(ctx context.Context, log *slog.Logger, scrivi func(context.Context, []byte) error) {
	insieme, err := f.Insieme()
	for err == nil && ctx.Err() == nil {
		if err := scrivi(ctx, insieme); err == nil {
			return
		} else if ctx.Err() == nil {
			log.WarnContext(ctx, "chiavi non pubblicate, riprova", "errore", err)
		}
		t := time.NewTimer(riprovaOgni)
		select {
		case <-ctx.Done():
		case <-t.C:
		}
		t.Stop()
	}
	if err != nil {
		log.ErrorContext(ctx, "chiavi non pubblicate", "errore", err)
	}
}
