// Package integratore is what an outside system may do with the fines that it inserted, named by its own keys: read
// them, take back those sent by mistake, follow what changed.
package integratore

import (
	"slices"

	"context"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Service holds its use cases. The tenant and the caller are in the context.
type Service struct {
	Archivio *archivio.Store
	Ufficio  *ufficio.Ufficio
}

// Leggi finds a fine of the caller's integrator by the integrator's key, with its notices and axes of today and the kinds of
// its open anomalies, but those that tell of a person.
func (s *Service) Leggi(ctx context.Context, idEsterno string) (scrittura.Registrato, error) {
	_, r, err := s.trova(ctx, idEsterno)
	if err != nil {
		return r, err
	}
	stato, err := s.Archivio.Stato(ctx, r.ID)
	r.Assi, r.Risposta.Avvisi = stato.Assi, scrittura.Risposti(stato)
	for _, a := range stato.Anomalie {
		if !a.Tipo.DiPersona() && !slices.Contains(r.Anomalie, a.Tipo) {
			r.Anomalie = append(r.Anomalie, a.Tipo)
		}
	}
	slices.Sort(r.Anomalie)
	return r, err
}

// Annulla discards a fine that the caller's integrator inserted by mistake, found by its own key: nothing was ever asked
// of anybody, and what somebody paid meanwhile is to be refunded. Once or many times, the answer is the same. 404 for a
// key that is not its own, 409 ATTO_GIA_FORMATO once an act exists or the report was handed over: then the command
// annuls it (VERBALE_ANNULLATO).
func (s *Service) Annulla(ctx context.Context, idEsterno, motivo string) (scrittura.Registrato, error) {
	attore, r, err := s.trova(ctx, idEsterno)
	if err != nil {
		return r, err
	}
	if err = s.Archivio.Applica(ctx, r.ID, func(adesso vita.Stato) ([]vita.Evento, error) {
		if adesso.Procedura == verbale.Scartato {
			return nil, nil
		}
		return conseguenze.Scarto(adesso, vita.Evento{Attore: attore, Causa: motivo})
	}); err != nil {
		return r, err
	}
	stato, err := s.Archivio.Stato(ctx, r.ID)
	r.Assi = stato.Assi
	return r, err
}

// Identita is the integrator that the caller's account belongs to; 403 INTEGRATORE_ASSENTE for any other account.
func (s *Service) Identita(ctx context.Context) (uuid.UUID, error) {
	chi, _, err := s.Ufficio.Richiedente(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	return s.Ufficio.Integratore(ctx, chi)
}

// trova gives the fine that the caller's integrator inserted under a key, and who asks.
func (s *Service) trova(ctx context.Context, idEsterno string) (attore string, r scrittura.Registrato, err error) {
	chi, _, err := s.Ufficio.Richiedente(ctx)
	if err != nil {
		return "", r, err
	}
	integratore, err := s.Ufficio.Integratore(ctx, chi)
	if err != nil {
		return "", r, err
	}
	r, err = s.Archivio.Presente(ctx, integratore, idEsterno)
	return chi.User, r, err
}
