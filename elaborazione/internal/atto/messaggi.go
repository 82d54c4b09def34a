package atto

import (
	"context"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// Durevole is the consumer of the work of printing.
const Durevole = "elaborazione-pdf"

// LavoroPdf takes lavori.elaborazione.pdf.<tenant>: the act of a position is to be printed, or the
// communication of a rectification.
func (s *Service) LavoroPdf(ctx context.Context, m bus.Message) error {
	var x event.LavoroPdf
	if err := m.Decode(&x); err != nil {
		return err
	}
	verbale, posizione, err := scrittura.Coppia(m, x.IDVerbale, x.IDPosizione)
	if err != nil {
		return err
	}
	da := scrittura.Messaggio{Consumatore: Durevole, ID: m.ID}
	if x.Rettifica > 0 {
		return s.StampaRettifica(ctx, da, Rettifica{verbale, posizione, x.Rettifica})
	}
	return s.Stampa(ctx, da, verbale, posizione)
}
