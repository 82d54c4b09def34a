package verbale

import (
	"context"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
)

// Annulla discards a fine that the caller's integrator inserted by mistake, found by its own key: once
// or many times, the answer is the same. 404 for a key that is not its own, 409 ATTO_GIA_FORMATO once
// the act exists.
func (s *Service) Annulla(ctx context.Context, idEsterno, motivo string) (verbaleins.EsitoAnnullamento, error) {
	chi, _, err := s.richiedente(ctx)
	if err != nil {
		return verbaleins.EsitoAnnullamento{}, err
	}
	integratore, err := s.integratore(ctx, chi)
	if err != nil {
		return verbaleins.EsitoAnnullamento{}, err
	}
	r, err := s.Store.Presente(ctx, integratore, idEsterno)
	if err != nil {
		return verbaleins.EsitoAnnullamento{}, err
	}
	stato, err := s.Scarta(ctx, r.ID, motivo)
	if err != nil {
		return verbaleins.EsitoAnnullamento{}, err
	}
	r.Assi = stato.Assi
	return verbaleins.EsitoAnnullamento{IDEsterno: idEsterno, Identita: identita(r)}, nil
}
