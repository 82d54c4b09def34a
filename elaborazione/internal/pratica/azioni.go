package pratica

import (
	"context"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Azioni says what the caller may record about a fine now by RegistraEvento, and what not and why. It writes nothing.
func (s *Service) Azioni(ctx context.Context, id uuid.UUID) (event.RispostaAzioni, error) {
	chi, _, err := s.Ufficio.Richiedente(ctx)
	if err != nil {
		return event.RispostaAzioni{}, err
	}
	if err := s.Lettore.Visibile(ctx, id); err != nil {
		return event.RispostaAzioni{}, err
	}
	x := mosse.Sguardo{Attore: chi.User, Ora: s.Adesso(), Puo: func(t verbale.TipoEvento) error { return ammesso(chi, t) }}
	stato, err := s.Archivio.Stato(ctx, id)
	if err != nil {
		return event.RispostaAzioni{}, err
	}
	if x.Quadro, err = s.Archivio.Quadro(ctx, id); err != nil {
		return event.RispostaAzioni{}, err
	}
	x.Righe, x.Comuni = s.Ufficio.Righe(x.Quadro.Violazione), s.Ufficio.Tabelle.Comuni()
	if mosse.ChiedonoStoria(stato) {
		if x.Storia, err = s.Archivio.Eventi(ctx, id); err != nil {
			return event.RispostaAzioni{}, err
		}
	}
	return x.Azioni(stato), nil
}
