// Package intestatario finds out who answers for a fine: it takes what a registry of vehicles says.
package intestatario

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// Durevole is the consumer of the answers.
const Durevole = "elaborazione-indagine-esito"

// Service puts the answers of the registries of vehicles into the fines.
type Service struct {
	Archivio *archivio.Store
	Ufficio  *ufficio.Ufficio
	Lotti    Lotti // nil: nobody waits for look-ups in lots
}

// Lotti are the lots of look-ups: they hear of each answer once the fine has it, also more than once.
type Lotti interface {
	Risposta(ctx context.Context, indagine, verbale uuid.UUID) error
}

// Intesta puts the answer of a registry into the position that waits for its person: art. 196 CdS
// makes the owner of the vehicle on that day jointly liable. An answer that is not usable opens an
// anomaly. An answer that comes late, twice, out of order, or about a plate or a day that the fine no
// longer has, changes nothing.
func (s *Service) Intesta(ctx context.Context, da scrittura.Messaggio, idIndagine, idVerbale uuid.UUID) error {
	if _, err := s.Ufficio.Comando(ctx); err != nil { // whom an act may be addressed to is judged by core's tables
		return err
	}
	x, err := s.Archivio.Indagine(ctx, idIndagine)
	if err != nil {
		return err
	}
	if x.Verbale != idVerbale {
		return bus.Permanent(fmt.Errorf("verbale: l'indagine %s è del verbale %s, non di %s", x.ID, x.Verbale, idVerbale))
	}
	x.Comuni = s.Ufficio.Tabelle.Comuni()
	if err := s.Archivio.Applica(ctx, x.Verbale, x.Decidi, da); err != nil || s.Lotti == nil {
		return err
	}
	return s.Lotti.Risposta(ctx, x.ID, x.Verbale)
}

// IndagineEsito takes fatti.<tenant>.indagine.esito: a registry has answered.
func (s *Service) IndagineEsito(ctx context.Context, m bus.Message) error {
	var x event.IndagineEsito
	if err := m.Decode(&x); err != nil {
		return err
	}
	indagine, verbale, err := scrittura.Coppia(m, x.IDIndagine, x.IDVerbale)
	if err != nil {
		return err
	}
	return s.Intesta(ctx, scrittura.Messaggio{Consumatore: Durevole, ID: m.ID}, indagine, verbale)
}
