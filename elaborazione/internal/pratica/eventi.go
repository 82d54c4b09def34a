// Package pratica is what a person does about a fine: the events that an office records, the payments that a channel
// reports.
package pratica

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/residenza"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
)

// Service holds what a person records about a fine, and the money that comes in. The tenant and the caller are in the
// context.
type Service struct {
	Archivio *archivio.Store
	Ufficio  *ufficio.Ufficio
	Lettore  lettore.Lettore // says which fines the caller may read, and so act upon
	Adesso   func() time.Time
	Piano    Piano // nil: nobody plans
}

// Piano judges a fine again of which a person has just recorded something.
type Piano interface {
	Tocca(ctx context.Context, id uuid.UUID)
}

// RegistraEvento records an event that a person decides, with what the law makes follow from it in the
// same change. False: the key of idempotency was there with the same request, and nothing was written.
// 403 names the permission that is missing; 409 TRANSIZIONE_NON_AMMESSA the rule that refuses,
// VERBALE_CAMBIATO what happened since the person looked, IDEMPOTENZA_DIVERSA a key used for another
// request.
func (s *Service) RegistraEvento(ctx context.Context, id uuid.UUID, r mosse.RichiestaEvento, indirizzo string) (mosse.EsitoEvento, bool, error) {
	chi, comando, err := s.Ufficio.Richiedente(ctx)
	if err != nil {
		return mosse.EsitoEvento{}, false, err
	}
	if err := ammesso(chi, verbale.TipoEvento(r.Tipo)); err != nil {
		return mosse.EsitoEvento{}, false, err
	}
	if err := s.Lettore.Visibile(ctx, id); err != nil {
		return mosse.EsitoEvento{}, false, err
	}
	m, err := mosse.LeggiMossa(r, chi.User, s.Adesso(), func(dati any) error { return web.LeggiParteIn("dati", r.Dati, dati) })
	if err != nil {
		return mosse.EsitoEvento{}, false, err
	}
	if err := s.guarda(ctx, id, comando, &m); err != nil {
		return mosse.EsitoEvento{}, false, err
	}
	if m.Giorno.Before(m.Quadro.Violazione) {
		return mosse.EsitoEvento{}, false, problem.CampoNonValido("dataLegale", "precede la violazione, "+m.Quadro.Violazione.Detto("del"))
	}
	if esito, fatto, err := s.giaFatto(ctx, id, m); fatto || err != nil {
		return esito, false, err
	}
	if err := s.sceglie(ctx, id, m.Sceglie); err != nil {
		return mosse.EsitoEvento{}, false, err
	}
	if err := s.ricorda(ctx, id, &m); err != nil {
		return mosse.EsitoEvento{}, false, err
	}
	esito, err := s.muovi(scrittura.ConIndirizzo(ctx, indirizzo), id, m, comando.Intervalli)
	if err == nil {
		if s.Piano != nil {
			s.Piano.Tocca(ctx, id)
		}
		return esito, true, nil
	}
	// Another request for the same at the same instant was first: its answer is given.
	if gia, fatto, errore := s.giaFatto(ctx, id, m); fatto || errore != nil {
		return gia, false, errore
	}
	return mosse.EsitoEvento{}, false, s.spiegaCambio(ctx, id, err)
}

// ricorda reads the past that the decision asks for: earlier fines of the driver, events of this one.
func (s *Service) ricorda(ctx context.Context, id uuid.UUID, m *mosse.Mossa) error {
	err := s.precedenti(ctx, id, m)
	if err == nil && m.ChiedeStoria() {
		m.Storia, err = s.Archivio.Eventi(ctx, id)
	}
	return err
}

// ammesso refuses a kind of event that no person records here, or not this one.
func ammesso(chi auth.Identity, tipo verbale.TipoEvento) error {
	deve, err := mosse.ChiRegistra(tipo)
	if err != nil {
		return err
	}
	serve := auth.PermessoVerbaleDecidi
	if deve == transizioni.ChiOpera {
		serve = auth.PermessoVerbaleAnnota
	}
	if !chi.Can(serve) {
		return problem.Vietato("PERMESSO_MANCANTE", fmt.Sprintf("Per registrare %s serve il permesso %s.", tipo, serve))
	}
	return nil
}

// guarda reads what the decision looks at beside the state.
func (s *Service) guarda(ctx context.Context, id uuid.UUID, comando anagrafe.Tenant, m *mosse.Mossa) (err error) {
	if m.Quadro, err = s.Archivio.Quadro(ctx, id); err != nil {
		return err
	}
	m.Righe, m.Comuni = s.Ufficio.Righe(m.Quadro.Violazione), s.Ufficio.Tabelle.Comuni()
	if m.ChiedeVisura() {
		if m.Visura, err = s.recapiti(ctx, id); err != nil {
			return err
		}
	}
	if m.ChiedeAtti() {
		if m.Atti, err = s.Archivio.Atti(ctx, id); err != nil {
			return err
		}
	}
	if m.ChiedeLotto() {
		invio, errore := ufficio.Invio(comando, m.Oggi.String())
		m.Automatico, err = invio.Automatico, errore
	}
	return err
}

// recapiti reads, outside the transaction, the addresses of the answers of the registers that wait for a decision about a fine.
func (s *Service) recapiti(ctx context.Context, id uuid.UUID) (residenza.Legge, error) {
	stato, err := s.Archivio.Stato(ctx, id)
	if err != nil {
		return nil, err
	}
	letti := map[uuid.UUID]vita.Soggetto{}
	for _, v := range stato.Visure {
		if v.Stato != verbale.VisuraConflitto {
			continue
		}
		r, _, err := s.Archivio.RispostaVisura(ctx, v.Risposta)
		if err != nil {
			return nil, err
		}
		if residenza.Applicabile(r) {
			letti[v.ID] = residenza.Recapito(r)
		}
	}
	return func(v vita.Visura) (vita.Soggetto, error) {
		letto, c := letti[v.ID]
		if !c {
			return letto, problem.Conflitto("VISURA_NON_APPLICABILE", "La risposta non ha un indirizzo a cui si possa mandare un atto: scartarla, o indicare l'indirizzo a mano.")
		}
		return letto, nil
	}, nil
}

// precedenti looks up what a driver who becomes known has done before.
func (s *Service) precedenti(ctx context.Context, id uuid.UUID, m *mosse.Mossa) error {
	chi, cerca := m.CercaPrecedenti()
	if !cerca {
		return nil
	}
	prima, err := s.Archivio.PrecedentiDi(ctx, id, chi)
	m.Precedenti = lettura.ConPeriodo(prima, s.Ufficio.Tabelle.Violazioni())
	return err
}

// sceglie reads who was chosen among those on the papers of the vehicle, where the person chose one.
func (s *Service) sceglie(ctx context.Context, id uuid.UUID, x *mossa.Scelta) error {
	if x == nil {
		return nil
	}
	c, codice, err := s.Archivio.Candidato(ctx, id, x.Indagine, x.Quale)
	if err == nil {
		x.Codice, x.Titolo, x.Soggetto = codice, c.Titolo, c.Soggetto()
	}
	return err
}

// perNumeri is how many times a decision is taken again for want of numbers.
const perNumeri = 10

// muovi decides and writes; a decision that needs numbers is taken again with them.
func (s *Service) muovi(ctx context.Context, id uuid.UUID, m mosse.Mossa, intervalli []anagrafe.Intervallo) (mosse.EsitoEvento, error) {
	var esito mosse.EsitoEvento
	var err error
	for range perNumeri {
		err = s.Archivio.Applica(ctx, id, func(stato vita.Stato) (eventi []vita.Evento, err error) {
			eventi, esito, err = m.Decidi(stato)
			return eventi, err
		})
		mancano, servono := errors.AsType[mossa.MancanoNumeri](err)
		if !servono {
			return esito, err
		}
		altri, err := s.Archivio.NumeriAvviso(ctx, intervalli, int(mancano)-len(m.Numeri))
		if err != nil {
			return esito, err
		}
		m.Numeri = append(m.Numeri, altri...)
	}
	return esito, err
}

// giaFatto looks for the key: true with the fine as it is now when the request was recorded already.
func (s *Service) giaFatto(ctx context.Context, id uuid.UUID, m mosse.Mossa) (mosse.EsitoEvento, bool, error) {
	impronta, ok, err := s.Archivio.ConIdempotenza(ctx, id, m.Idempotenza)
	if err != nil || !ok {
		return mosse.EsitoEvento{}, false, err
	}
	if impronta != m.Impronta {
		return mosse.EsitoEvento{}, false, problem.Conflitto("IDEMPOTENZA_DIVERSA",
			"Con questa chiave di idempotenza è già registrata una richiesta diversa per lo stesso verbale.")
	}
	stato, err := s.Archivio.Stato(ctx, id)
	return mosse.EsitoEvento{Sequenza: stato.Sequenza, Assi: stato.Assi}, err == nil, err
}

// spiegaCambio tells what happened to a fine since the person looked at it.
func (s *Service) spiegaCambio(ctx context.Context, id uuid.UUID, err error) error {
	c, ok := errors.AsType[mosse.VerbaleCambiato](err)
	if !ok {
		return err
	}
	if c.Visto > c.Adesso {
		return problem.CampoNonValido("sequenza", fmt.Sprintf("il verbale è alla sequenza %d", c.Adesso))
	}
	eventi, err := s.Archivio.Eventi(ctx, id)
	if err != nil {
		return err
	}
	var nomi []string
	var campi []problem.Campo
	for _, e := range eventi {
		if e.Sequenza > c.Visto {
			nomi = append(nomi, string(e.Tipo()))
			campi = append(campi, problem.Campo{Campo: "sequenza", Messaggio: fmt.Sprintf("%d %s", e.Sequenza, e.Tipo())})
		}
	}
	conflitto := problem.Conflitto("VERBALE_CAMBIATO", fmt.Sprintf("Il verbale è alla sequenza %d, non più alla %d. Nel frattempo: %s.",
		eventi[len(eventi)-1].Sequenza, c.Visto, strings.Join(slices.Compact(nomi), ", ")))
	conflitto.Campi = campi
	return conflitto
}
