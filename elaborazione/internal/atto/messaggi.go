package atto

import (
	"context"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// Durevole is the consumer of the work of printing.
const Durevole = "elaborazione-pdf"

// LavoroPdf takes a chunk of lavori.elaborazione.pdf.<tenant>: the acts of positions are to be printed, or the communications of
// rectifications.
func (s *Service) LavoroPdf(ctx context.Context, mm []bus.Message) ([]error, error) {
	esiti := make([]error, len(mm))
	var lavori []Lavoro
	var quali []int
	for i, m := range mm {
		var x event.LavoroPdf
		if esiti[i] = m.Decode(&x); esiti[i] != nil {
			continue
		}
		verbale, posizione, err := scrittura.Coppia(m, x.IDVerbale, x.IDPosizione)
		da := scrittura.Messaggio{Consumatore: Durevole, ID: m.ID}
		switch {
		case err != nil:
			esiti[i] = err
		case x.Rettifica > 0:
			esiti[i] = s.StampaRettifica(m.Trace(ctx), da, Rettifica{verbale, posizione, x.Rettifica})
		default:
			lavori, quali = append(lavori, Lavoro{Verbale: verbale, Posizione: posizione, Da: da, Traccia: m.Trace}), append(quali, i)
		}
	}
	if len(lavori) == 0 {
		return esiti, nil
	}
	fatti, err := s.Stampa(ctx, lavori)
	for j, i := range quali {
		if err == nil {
			esiti[i] = fatti[j]
		}
	}
	return esiti, err
}
