package atto

import (
	"context"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// trattieniPersona leaves unprinted an act whose addressee is under age, or whose term has ended, and lets a person decide.
// False: it may be printed.
func (s *Service) trattieniPersona(ctx context.Context, stato vita.Stato, p vita.Posizione, da ...scrittura.Messaggio) (bool, error) {
	if stato.Importato || !p.GiornoZero.IsZero() { // as conseguenze.Termini.Trattiene, without reading anything
		return false, nil
	}
	q, err := s.Archivio.Quadro(ctx, stato.ID)
	if err != nil {
		return false, err
	}
	termini := conseguenze.Termini{stato.ID: q}
	perche, _, err := termini.Trattiene(stato, p.ID, calendario.Da(s.Adesso()))
	if err != nil || perche == "" {
		return false, err
	}
	return true, s.Archivio.Applica(ctx, stato.ID, func(adesso vita.Stato) ([]vita.Evento, error) {
		x, _ := adesso.Posizione(p.ID)
		deciso := conseguenze.Trattenuto(stato, p.ID) && !conseguenze.Trattenuto(adesso, p.ID) // a person was quicker, and has it printed
		if deciso || !vita.DaFare(adesso, x) || !x.GiornoZero.IsZero() {
			return nil, nil
		}
		_, chiama, err := termini.Trattiene(adesso, p.ID, calendario.Da(s.Adesso()))
		return chiama, err
	}, da...)
}
