package verbale

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// The durables that this package works.
const (
	DurevoleIndagine = "elaborazione-indagine-esito"
	DurevolePdf      = "elaborazione-pdf"
)

// IndagineEsito takes fatti.<tenant>.indagine.esito: a registry has answered.
func (s *Service) IndagineEsito(ctx context.Context, m bus.Message) error {
	var x event.IndagineEsito
	if err := m.Decode(&x); err != nil {
		return err
	}
	indagine, verbale, err := coppia(m, x.IDIndagine, x.IDVerbale)
	if err != nil {
		return err
	}
	return s.Intesta(ctx, Messaggio{DurevoleIndagine, m.ID}, indagine, verbale)
}

// LavoroPdf takes lavori.elaborazione.pdf.<tenant>: the act of a position is to be printed.
func (s *Service) LavoroPdf(ctx context.Context, m bus.Message) error {
	var x event.LavoroPdf
	if err := m.Decode(&x); err != nil {
		return err
	}
	verbale, posizione, err := coppia(m, x.IDVerbale, x.IDPosizione)
	if err != nil {
		return err
	}
	return s.Stampa(ctx, Messaggio{DurevolePdf, m.ID}, verbale, posizione)
}

// coppia reads two ids of a message; without them it can never be worked.
func coppia(m bus.Message, a, b string) (uuid.UUID, uuid.UUID, error) {
	primo, errA := uuid.Parse(a)
	secondo, errB := uuid.Parse(b)
	if errA != nil || errB != nil {
		return primo, secondo, bus.Permanent(fmt.Errorf("verbale: %s: identificativi non validi: %q, %q", m.Subject, a, b))
	}
	return primo, secondo, nil
}
