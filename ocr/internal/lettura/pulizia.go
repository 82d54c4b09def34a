package lettura

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	// ogniQuanto the pictures whose hour is over are looked for.
	ogniQuanto = 5 * time.Minute
	scarto     = time.Minute           // replicas do not go together
	traComandi = 50 * time.Millisecond // 500 commands take half a minute
)

// Pulisci deletes the pictures of plates after their hour, until the function that it gives is called.
func (s *Service) Pulisci(comandi *tenant.Directory, log *slog.Logger) (smetti func()) {
	ctx, cancel := context.WithCancel(context.Background())
	fatto := make(chan struct{})
	go func() {
		defer close(fatto)
		for clock.Sleep(ctx, ogniQuanto+rand.N(scarto)) == nil { //nolint:gosec // jitter, not a secret
			for _, t := range comandi.Active() {
				if err := s.Store.Scadute(ctx, t, s.Adesso()); err != nil && ctx.Err() == nil {
					log.WarnContext(ctx, "letture: immagini scadute", "tenant", t.Nome, "errore", err)
				}
				if clock.Sleep(ctx, traComandi) != nil {
					return
				}
			}
		}
	}()
	return func() { cancel(); <-fatto }
}
