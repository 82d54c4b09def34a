package atto

import (
	"context"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/residenza"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// chiediRegistri asks the registers of the State about the addressee of an act, as the command has set: the residence, then the
// digital domicile, each once within its freshness. True: the act waits, and the answer asks for the printing again.
func (s *Service) chiediRegistri(ctx context.Context, stato vita.Stato, p vita.Posizione, comando anagrafe.Tenant, da ...archivio.Messaggio) (bool, error) {
	if _, aspetta := stato.VisuraInAttesa(p.ID); aspetta {
		return true, nil
	}
	oggi := calendario.Da(s.Adesso())
	piano, _, err := ufficio.Visure(comando, oggi.String())
	if err != nil || !piano.Residenza && !piano.Domicilio {
		return false, err
	}
	chi, err := s.Archivio.Soggetto(ctx, p.Soggetto)
	if err != nil {
		return false, err
	}
	if _, serve := piano.Prossima(stato, p, chi, oggi); !serve {
		return false, nil
	}
	return true, s.Archivio.Applica(ctx, stato.ID, func(adesso vita.Stato) ([]vita.Evento, error) {
		x, _ := adesso.Posizione(p.ID)
		_, aspetta := adesso.VisuraInAttesa(p.ID)
		if aspetta || x.Soggetto != p.Soggetto || !vita.DaFare(adesso, x) || !adesso.Ammette(verbale.EventoVisuraChiesta) {
			return nil, nil
		}
		registro, serve := piano.Prossima(adesso, x, chi, oggi)
		if !serve {
			return nil, nil
		}
		return []vita.Evento{residenza.Chiedi(x, registro)}, nil
	}, da...)
}
