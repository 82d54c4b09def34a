package atto

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// trattieniPersona leaves unprinted an act whose addressee is under age, or whose term has ended, and lets a person decide.
// Nil: it may be printed.
func (s *Service) trattieniPersona(f *lettura.Fascicolo, p vita.Posizione, giorno calendario.Giorno) (scrittura.Decisione, error) {
	stato := f.Stato
	if stato.Importato || !p.GiornoZero.IsZero() { // as conseguenze.Termini.Trattiene
		return nil, nil //nolint:nilnil // it may be printed
	}
	termini := conseguenze.Termini{stato.ID: f.Quadro}
	perche, _, err := termini.Trattiene(stato, p.ID, giorno)
	if err != nil || perche == "" {
		return nil, err
	}
	return func(adesso vita.Stato) ([]vita.Evento, error) {
		x, _ := adesso.Posizione(p.ID)
		deciso := conseguenze.Trattenuto(stato, p.ID) && !conseguenze.Trattenuto(adesso, p.ID) // a person was quicker, and has it printed
		if deciso || !vita.DaFare(adesso, x) || !x.GiornoZero.IsZero() {
			return nil, nil
		}
		_, chiama, err := termini.Trattiene(adesso, p.ID, calendario.Da(s.Adesso()))
		return chiama, err
	}, nil
}
