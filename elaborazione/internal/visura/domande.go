package visura

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Domande is the door of the other modules: chiedi.elaborazione.registri.* of an operator, by his token.
type Domande struct {
	Service *Service
	Ammetti func(ctx context.Context, permesso auth.Permission) (context.Context, error)
}

// Tutte are the questions by operation.
func (d Domande) Tutte() map[string]bus.Answer {
	return map[string]bus.Answer{event.RegistriDomicili: d.domicili, event.RegistriAttese: d.attese}
}

func (d Domande) domicili(ctx context.Context, corpo []byte) (any, error) {
	ctx, err := d.Ammetti(ctx, auth.PermessoVerbaleDecidi)
	if err != nil {
		return nil, err
	}
	var q event.DomandaRegistri
	if err := json.Unmarshal(corpo, &q); err != nil {
		return nil, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	return d.Service.DaMandare(ctx, q.Indirizzo)
}

func (d Domande) attese(ctx context.Context, _ []byte) (any, error) {
	ctx, err := d.Ammetti(ctx, auth.PermessoVerbaleDecidi)
	if err != nil {
		return nil, err
	}
	return d.Service.InAttesa(ctx)
}

// InAttesa are the questions without an answer, each with why, the nearest to their term first. They name no person.
func (s *Service) InAttesa(ctx context.Context) (event.RispostaAttese, error) {
	r := event.RispostaAttese{Domande: []event.DomandaInAttesa{}}
	tutte, err := s.Archivio.InAttesa(ctx, codaAlPiu+1)
	if err != nil {
		return r, err
	}
	if len(tutte) > codaAlPiu {
		tutte, r.Oltre = tutte[:codaAlPiu], true
	}
	for _, x := range tutte {
		d := event.DomandaInAttesa{IDVerbale: x.Verbale.String(), Numero: x.Numero, Targa: x.Targa, Registro: string(x.Registro), Ente: x.Ente,
			Chiesta: x.Chiesta.String(), Ultimo: x.Ultimo.String(), Detto: x.Detto}
		if x.Provata != nil {
			d.Provata = x.Provata.UTC()
		}
		r.Domande = append(r.Domande, d)
	}
	return r, nil
}

// codaAlPiu is how many acts a page shows.
const codaAlPiu = 200

// DaMandare are the acts in no lot whose addressee has a digital domicile, the nearest to their term first. That a person read
// the addresses is in the audit of each fine.
func (s *Service) DaMandare(ctx context.Context, indirizzo string) (event.RispostaDomicili, error) {
	r := event.RispostaDomicili{Atti: []event.AttoDomiciliato{}}
	tutti, err := s.Archivio.DaMandare(ctx, s.Adesso(), codaAlPiu+1)
	if err != nil {
		return r, err
	}
	if len(tutti) > codaAlPiu {
		tutti, r.Oltre = tutti[:codaAlPiu], true
	}
	for _, x := range tutti {
		r.Atti = append(r.Atti, event.AttoDomiciliato{IDVerbale: x.Verbale.String(), Numero: x.Numero, Targa: x.Targa, Destinatario: x.Nome,
			Domicili: x.Domicili, Trovato: x.Trovato.String(), Ultimo: x.Ultimo.String()})
	}
	return r, s.lettiDomicili(ctx, tutti, indirizzo)
}

func (s *Service) lettiDomicili(ctx context.Context, tutti []lettura.DaMandare, indirizzo string) error {
	chi, _ := auth.From(ctx)
	detti := map[uuid.UUID]bool{}
	for _, x := range tutti {
		if detti[x.Verbale] {
			continue
		}
		detti[x.Verbale] = true
		if err := s.Archivio.Annota(ctx, db.Access{Attore: chi.User, Azione: "DOMICILIO_LETTO", OggettoTipo: "verbale", Oggetto: x.Verbale.String(),
			Motivo: "atti con domicilio digitale, da mandare", Indirizzo: indirizzo}); err != nil {
			return err
		}
	}
	return nil
}
