package domicilio

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Durevole is the work queue of these look-ups.
const Durevole = "connessione-domicilio"

// Lavora takes one message of lavori.connessione.domicilio: the domicile of the person of a position, whose answer goes into one
// transaction with its record and the fact, or a list. A register that is away, or whose day is used up, makes the message
// wait; a refusal, or three answers that cannot be used, make it die. An answer of the same day is not asked for again.
func (s Service) Lavora(ctx context.Context, m bus.Message) error {
	var lavoro event.LavoroDomicilio
	if err := m.Decode(&lavoro); err != nil {
		return err
	}
	if gia, err := s.Store.Ricevuto(ctx, Durevole, m.ID); err != nil || gia {
		return err
	}
	if lavoro.IDElenco != "" {
		id, err := uuid.Parse(lavoro.IDElenco)
		if err != nil {
			return bus.Permanent(fmt.Errorf("domicilio: idElenco: %w", err))
		}
		return s.lavorazione().Lavora(ctx, m.ID, id)
	}
	chi := interrogazione.Lavoro{Registro: verbale.VisuraDomicilio, Verbale: lavoro.IDVerbale, Posizione: lavoro.IDPosizione, Corpo: m.Body}
	perche := interrogazione.Perche{Motivo: cmp.Or(lavoro.Motivo, string(verbale.MotivoNotifica)), IDVerbale: lavoro.IDVerbale}
	q, codice, err := s.Store.DelLavoro(ctx, perche, &chi, s.Adesso())
	if err != nil {
		return s.Store.Attende(ctx, chi, err, m.Deliveries, s.Adesso())
	}
	_, err = s.Trova(ctx, q, codice, func(e Esito) interrogazione.Effetto {
		fatto := event.DomicilioEsito{IDDomicilio: e.id.String(), IDVerbale: lavoro.IDVerbale, IDPosizione: lavoro.IDPosizione, Esito: e.esito}
		return interrogazione.Annuncia(Durevole, m.ID, fatto)
	})
	return s.Store.Attende(ctx, chi, err, m.Deliveries, s.Adesso())
}
