package atto

import (
	"context"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/decisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// trattieniScaduto leaves unprinted an act whose term has ended, and lets a person decide. False: it may be
// printed.
func (s *Service) trattieniScaduto(ctx context.Context, stato vita.Stato, p vita.Posizione, da ...archivio.Messaggio) (bool, error) {
	if stato.Importato || !p.GiornoZero.IsZero() { // as decisione.FuoriTermine, without reading anything
		return false, nil
	}
	q, err := s.Archivio.Quadro(ctx, stato.ID)
	if err != nil {
		return false, err
	}
	perche, err := decisione.FuoriTermine(stato, q, p, calendario.Da(s.Adesso()))
	if err != nil || perche == "" {
		return false, err
	}
	return true, s.Archivio.Applica(ctx, stato.ID, func(adesso vita.Stato) ([]vita.Evento, error) {
		x, _ := adesso.Posizione(p.ID)
		deciso := decisione.Trattenuto(stato, p.ID) && !decisione.Trattenuto(adesso, p.ID) // a person was quicker, and has it printed
		if deciso || !vita.DaFare(adesso, x) || !x.GiornoZero.IsZero() {
			return nil, nil
		}
		return decisione.TrattieniAtto(adesso, p.ID, perche), nil
	}, da...)
}
