// Package visura puts into the fines what the registers of the State say of their addressees, and shows the office what waits.
package visura

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pratica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/residenza"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The consumers of the answers.
const (
	DurevoleVisura    = "elaborazione-visura-esito"
	DurevoleDomicilio = "elaborazione-domicilio-esito"
)

// Service takes the answers of the registers, within the tenant of the context.
type Service struct {
	Archivio *archivio.Store
	Ufficio  *ufficio.Ufficio
	Pratiche *pratica.Service
	Adesso   func() time.Time
}

// VisuraEsito takes fatti.<tenant>.visura.esito: the population register has answered about the person of a position. An answer
// that comes twice, late, out of order, or about a person whom the position no longer has, changes nothing but its own record.
func (s *Service) VisuraEsito(ctx context.Context, m bus.Message) error {
	var x event.VisuraEsito
	if err := m.Decode(&x); err != nil {
		return err
	}
	a := residenza.Arrivo{Esito: x.Esito, Registro: verbale.VisuraResidenza}
	return s.arriva(ctx, m, DurevoleVisura, []string{x.IDVisura, x.IDVerbale, x.IDPosizione}, a)
}

// DomicilioEsito takes fatti.<tenant>.domicilio.esito: the registers of digital domiciles have answered.
func (s *Service) DomicilioEsito(ctx context.Context, m bus.Message) error {
	var x event.DomicilioEsito
	if err := m.Decode(&x); err != nil {
		return err
	}
	a := residenza.Arrivo{Esito: x.Esito, Registro: verbale.VisuraDomicilio}
	return s.arriva(ctx, m, DurevoleDomicilio, []string{x.IDDomicilio, x.IDVerbale, x.IDPosizione}, a)
}

// arriva puts an answer into its fine; ids are those of the answer, the fine and the position.
func (s *Service) arriva(ctx context.Context, m bus.Message, consumatore string, ids []string, a residenza.Arrivo) error {
	risposta, id, err := scrittura.Coppia(m, ids[0], ids[1])
	if err != nil {
		return err
	}
	if _, a.Posizione, err = scrittura.Coppia(m, ids[1], ids[2]); err != nil {
		return err
	}
	a.ID = risposta
	if err := s.completa(ctx, id, &a); err != nil {
		return err
	}
	return s.Archivio.Applica(ctx, id, a.Decidi, scrittura.Messaggio{Consumatore: consumatore, ID: m.ID})
}

// completa reads what the decision looks at beside the state.
func (s *Service) completa(ctx context.Context, id uuid.UUID, a *residenza.Arrivo) error {
	comando, err := s.Ufficio.Comando(ctx)
	if err != nil {
		return err
	}
	if _, a.DaSola, err = ufficio.Visure(comando, calendario.Da(s.Adesso()).String()); err != nil {
		return err
	}
	stato, err := s.Archivio.Stato(ctx, id)
	if err != nil {
		return err
	}
	v, aspetta := stato.VisuraInAttesa(a.Posizione)
	if !aspetta || a.Registro == verbale.VisuraDomicilio {
		return nil
	}
	if a.Persona, err = s.Archivio.Soggetto(ctx, v.Soggetto); err != nil {
		return err
	}
	if a.Violazione, err = s.Archivio.Violazione(ctx, id); err != nil {
		return err
	}
	a.Comuni = s.Ufficio.Tabelle.Comuni()
	a.Risposta, a.Esito, err = s.Archivio.RispostaVisura(ctx, a.ID) // the row's own word is the answer's
	return err
}
