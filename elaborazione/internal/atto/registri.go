package atto

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/piano"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// ChiedeRegistri reports that the command has registers asked about the addressees of acts.
func (s *Service) ChiedeRegistri(ctx context.Context) (bool, error) {
	comando, err := s.Ufficio.Comando(ctx)
	if err != nil {
		return false, err
	}
	domande, _, err := ufficio.Visure(comando, calendario.Da(s.Adesso()).String())
	return domande.Residenza || domande.Domicilio, err
}

// Riguarda asks the registers again about the addressee of an act that is about to leave, where what they said is older than its
// freshness. True: the act waits for an answer.
func (s *Service) Riguarda(ctx context.Context, idVerbale, idPosizione uuid.UUID) (bool, error) {
	comando, err := s.Ufficio.Comando(ctx)
	if err != nil {
		return false, err
	}
	stato, err := s.Archivio.Stato(ctx, idVerbale)
	if err != nil {
		return false, err
	}
	parte := func(s vita.Stato, p vita.Posizione) bool { return s.NonSpedibile(p.ID) == "" && !s.Trattenuto() }
	p, ok := stato.Posizione(idPosizione)
	if !ok || !parte(stato, p) || piano.Domiciliato(stato, p) {
		return false, nil
	}
	if v, aspetta := stato.VisuraInAttesa(p.ID); aspetta {
		return v.Stato == verbale.VisuraChiesta, nil
	}
	oggi := calendario.Da(s.Adesso())
	domande, _, err := ufficio.Visure(comando, oggi.String())
	if err != nil || !domande.Residenza && !domande.Domicilio {
		return false, err
	}
	chi, err := s.Archivio.Soggetto(ctx, p.Soggetto)
	if err != nil {
		return false, err
	}
	decidi := chiedi(domande, domanda{stato, p, chi, oggi, parte})
	if decidi == nil {
		return false, nil
	}
	return true, s.Archivio.Applica(ctx, idVerbale, decidi)
}

// domanda is a position about whose person the registers are asked, while puo says that it still wants it.
type domanda struct {
	stato vita.Stato
	p     vita.Posizione
	chi   vita.Soggetto
	oggi  calendario.Giorno
	puo   func(vita.Stato, vita.Posizione) bool
}

// chiedi asks the registers of the State about the addressee of an act, as the command has set: the residence, then the digital
// domicile, each once within its freshness. The act waits, and the answer asks for the printing again. Nil: there is nothing to ask.
func chiedi(domande piano.Domande, d domanda) scrittura.Decisione {
	if !domande.Residenza && !domande.Domicilio {
		return nil
	}
	p := d.p
	if _, serve := domande.Prossima(d.stato, p, d.chi, d.oggi); !serve {
		return nil
	}
	return func(adesso vita.Stato) ([]vita.Evento, error) {
		x, _ := adesso.Posizione(p.ID)
		_, aspetta := adesso.VisuraInAttesa(p.ID)
		if aspetta || x.Soggetto != p.Soggetto || !d.puo(adesso, x) || !adesso.Ammette(verbale.EventoVisuraChiesta) {
			return nil, nil
		}
		registro, serve := domande.Prossima(adesso, x, d.chi, d.oggi)
		if !serve {
			return nil, nil
		}
		return []vita.Evento{piano.Chiedi(x, registro)}, nil
	}
}

// RiprendiDomande lets the acts of a tenant go on that wait for a register which the command no longer has asked: the question is
// set aside, and the printing is work again. What a person had asked waits on. It gives how many fines it told.
func (s *Service) RiprendiDomande(ctx context.Context, t tenant.Tenant) (int, error) {
	domande, _, err := ufficio.Visure(s.Ufficio.Anagrafe.Of(t.Nome), calendario.Da(s.Adesso()).String())
	if err != nil {
		return 0, err
	}
	spenti := slices.DeleteFunc(verbale.RegistriVisura(), domande.Chiede)
	if len(spenti) == 0 {
		return 0, nil
	}
	var ripresi int
	ctx = tenant.With(ctx, t)
	for dopo := uuid.Nil; ; {
		ids, err := s.Archivio.DomandeInAttesa(ctx, t, spenti, dopo)
		if err != nil || len(ids) == 0 {
			return ripresi, err
		}
		for _, id := range ids {
			sue, err := s.Archivio.Eventi(ctx, id)
			if err != nil {
				return ripresi, err
			}
			nostre := chieste(sue)
			if err := s.Archivio.Applica(ctx, id, func(adesso vita.Stato) ([]vita.Evento, error) {
				return piano.Rinuncia(adesso, spenti, nostre), nil
			}); err != nil {
				return ripresi, err
			}
			ripresi++
		}
		dopo = ids[len(ids)-1]
	}
}

// chieste are the questions of a fine that the platform asked by itself.
func chieste(eventi []vita.Evento) (domande []uuid.UUID) {
	for _, e := range eventi {
		if x, ok := e.Dati.(vita.VisuraChiesta); ok && e.Attore == vita.AttoreSistema {
			domande = append(domande, x.Visura)
		}
	}
	return domande
}
