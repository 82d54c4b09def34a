package lettura

import (
	"context"
	"log/slog"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// ogniQuanto the pictures whose hour is over are looked for.
const ogniQuanto = 5 * time.Minute

// Pulisci deletes the pictures of plates after their hour, until the function that it gives is called.
func (s *Service) Pulisci(comandi *tenant.Directory, log *slog.Logger) (smetti func()) {
	ctx, cancel := context.WithCancel(context.Background())
	fatto := make(chan struct{})
	go func() {
		defer close(fatto)
		for clock.Sleep(ctx, ogniQuanto) == nil {
			for _, t := range comandi.Active() {
				if err := s.Store.Scadute(ctx, t, s.Adesso()); err != nil && ctx.Err() == nil {
					log.WarnContext(ctx, "letture: immagini scadute", "tenant", t.Nome, "errore", err)
				}
			}
		}
	}()
	return func() { cancel(); <-fatto }
}
