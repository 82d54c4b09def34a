package atto

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
)

// Scritto is what the act of a position says of violations and sums, before it is drawn.
func (s *Service) Scritto(c lettura.Completo, p lettura.PosizioneLetta) (a stampa.Atto, err error) {
	s.violazioniScritte(&a, c, p)
	return a, importiScritti(&a, c, p)
}
