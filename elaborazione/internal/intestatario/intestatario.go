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
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Durevole is the consumer of the answers.
const Durevole = "elaborazione-indagine-esito"

// Service puts the answers of the registries of vehicles into the fines.
type Service struct {
	Archivio *archivio.Store
	Ufficio  *ufficio.Ufficio
	Lotti    Lotti // nil: nobody waits for look-ups in lots
}

// Lotti are the lots of look-ups: they hear of the answers once the fines have them, also more than once.
type Lotti interface {
	Risposte(ctx context.Context, indagini []uuid.UUID) error
}

// IndagineEsito takes a chunk of fatti.<tenant>.indagine.esito: registries have answered. It puts each answer into the position
// that waits for its person: art. 196 CdS makes the owner of the vehicle on that day jointly liable. An answer that is not usable
// opens an anomaly. An answer that comes late, twice, out of order, or about a plate or a day that the fine no longer has, changes
// nothing.
func (s *Service) IndagineEsito(ctx context.Context, mm []bus.Message) ([]error, error) {
	if _, err := s.Ufficio.Comando(ctx); err != nil { // whom an act may be addressed to is judged by core's tables
		return nil, err
	}
	esiti := make([]error, len(mm))
	indagini, verbali := make([]uuid.UUID, len(mm)), make([]uuid.UUID, len(mm))
	for i, m := range mm {
		var x event.IndagineEsito
		if esiti[i] = m.Decode(&x); esiti[i] == nil {
			indagini[i], verbali[i], esiti[i] = scrittura.Coppia(m, x.IDIndagine, x.IDVerbale)
		}
	}
	lette, err := s.Archivio.Indagini(ctx, indagini)
	if err != nil {
		return nil, err
	}
	var cambi []scrittura.Cambio
	var quali []int
	for i, m := range mm {
		x, c := lette[indagini[i]]
		switch {
		case esiti[i] != nil:
		case !c:
			esiti[i] = problem.NonTrovato("indagine", indagini[i].String())
		case x.Verbale != verbali[i]:
			esiti[i] = bus.Permanent(fmt.Errorf("verbale: l'indagine %s è del verbale %s, non di %s", x.ID, x.Verbale, verbali[i]))
		default:
			x.Comuni = s.Ufficio.Tabelle.Comuni()
			cambi = append(cambi, scrittura.Cambio{Verbale: x.Verbale, Da: scrittura.Messaggio{Consumatore: Durevole, ID: m.ID}, Traccia: m.Trace, Decidi: x.Decidi})
			quali = append(quali, i)
		}
	}
	fatti, err := s.Archivio.ApplicaTutti(ctx, cambi)
	if err != nil {
		return nil, err
	}
	var applicate []uuid.UUID
	for j, i := range quali {
		if esiti[i] = fatti[j]; fatti[j] == nil {
			applicate = append(applicate, indagini[i])
		}
	}
	return esiti, s.avvisa(ctx, applicate)
}

// avvisa tells the lots of look-ups which answers the fines have.
func (s *Service) avvisa(ctx context.Context, indagini []uuid.UUID) error {
	if s.Lotti == nil || len(indagini) == 0 {
		return nil
	}
	return s.Lotti.Risposte(ctx, indagini)
}
