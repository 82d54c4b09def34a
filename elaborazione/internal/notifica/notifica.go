// Package notifica records in the fines what the channels of connessione say of the attempts to serve them.
package notifica

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/invio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// Durevole is the consumer of the outcomes.
const Durevole = "elaborazione-invio-esito"

// Service takes what the channels say, within the tenant of the context.
type Service struct {
	Archivio *archivio.Store
	Pools    *db.Pools
	Bus      lotto.Bus // nil: nobody follows the lots
	Adesso   func() time.Time
}

// arrivo is the outcome of a message, and of which fine it is.
type arrivo struct {
	verbale uuid.UUID
	esito   invio.Esito
}

// InvioEsito takes a chunk of fatti.<tenant>.invio.esito in one transaction, in which the items of lots that sent the acts
// end too. It skips an outcome whose day of service connessione has moved since, and one that is older than the fine's own history. An
// outcome of an attempt that the fine does not know is dead.
func (s *Service) InvioEsito(ctx context.Context, mm []bus.Message) ([]error, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	esiti, arrivi := make([]error, len(mm)), make([]arrivo, len(mm))
	for i, m := range mm {
		arrivi[i], esiti[i] = leggi(m)
	}
	var cambiati []lotto.Lotto
	err = pgx.BeginFunc(ctx, database.Pool, func(tx pgx.Tx) error {
		cambiati, err = s.registra(ctx, tx, mm, arrivi, esiti)
		return err
	})
	if database.WakeUncertain(err); err != nil {
		return nil, db.Wrap("esiti delle notifiche", err)
	}
	database.Wake()
	lotto.Annuncia(ctx, s.Bus, cambiati...)
	return esiti, nil
}

// leggi decodes a message. The error is permanent for a message that is no outcome.
func leggi(m bus.Message) (a arrivo, err error) {
	var x event.InvioEsito
	if err = m.Decode(&x); err != nil {
		return a, err
	}
	e := invio.Esito{Canale: x.Canale, Revisione: x.Revisione, Stato: x.Stato, IUN: x.IUN, Modo: x.Modo, Via: cds.Canale(x.Via), Elementi: x.Elementi,
		Codici: x.Codici}
	if a.verbale, e.Posizione, err = scrittura.Coppia(m, x.IDVerbale, x.IDPosizione); err != nil {
		return a, err
	}
	if _, e.Tentativo, err = scrittura.Coppia(m, x.IDVerbale, x.IDNotifica); err != nil {
		return a, err
	}
	if x.Giorno != "" {
		if e.Giorno, err = calendario.Parse(x.Giorno); err != nil {
			return a, bus.Permanent(fmt.Errorf("esito della notifica %s: giorno: %w", x.IDNotifica, err))
		}
	}
	if x.Accettata != nil {
		e.Accettata = calendario.Da(*x.Accettata)
	}
	a.esito = e
	return a, nil
}

// registra locks lots and fines, then decides and writes. A message whose outcome is refused counts as not received. It gives the lots
// that have changed.
func (s *Service) registra(ctx context.Context, tx pgx.Tx, mm []bus.Message, arrivi []arrivo, esiti []error) ([]lotto.Lotto, error) {
	di, tentativi := map[uuid.UUID]int{}, []uuid.UUID{}
	nuovi, err := ricevi(ctx, tx, mm, esiti)
	if err != nil {
		return nil, err
	}
	for i, a := range arrivi {
		if esiti[i] != nil || !nuovi[mm[i].ID] {
			continue
		}
		if _, c := di[a.verbale]; c {
			return nil, errInsieme // the messages come again, one by one
		}
		di[a.verbale], tentativi = i, append(tentativi, a.esito.Tentativo)
	}
	lotti, err := lotto.Attendono(ctx, tx, tentativi)
	if err != nil {
		return nil, err
	}
	if err := s.applica(ctx, tx, di, arrivi, esiti); err != nil {
		return nil, err
	}
	var voci []lotto.EsitoVoce
	for _, i := range di {
		if esiti[i] == nil {
			voci = append(voci, voce(arrivi[i].esito))
		}
	}
	cambiati, err := lotto.Finiscono(ctx, tx, lotti, voci, s.Adesso())
	if err != nil {
		return nil, err
	}
	return cambiati, dimentica(ctx, tx, mm, esiti)
}

// applica records in each fine the outcome that di names for it; a refusal is left in esiti.
func (s *Service) applica(ctx context.Context, tx pgx.Tx, di map[uuid.UUID]int, arrivi []arrivo, esiti []error) error {
	var ids, tentativi []uuid.UUID
	for id, i := range di {
		ids, tentativi = append(ids, id), append(tentativi, arrivi[i].esito.Tentativo)
	}
	quadri, err := s.Archivio.TerminiIn(ctx, tx, ids) // locks the fines; connessione's rows are read after the lock
	if err != nil {
		return err
	}
	letture, err := lettureIn(ctx, tx, tentativi)
	if err != nil {
		return err
	}
	storie, err := lettura.LeggiStorie(ctx, tx, ids)
	if err != nil {
		return err
	}
	fatto, err := s.Archivio.ApplicaIn(ctx, tx, ids, func(stato vita.Stato) ([]vita.Evento, error) {
		x := arrivi[di[stato.ID]].esito
		ultima, c := letture[x.Tentativo]
		switch {
		case !c:
			return nil, errInvio
		case x.Superato(ultima.Revisione, ultima.Giorno):
			return nil, nil
		}
		return x.Decidi(stato, storie[stato.ID], quadri[stato.ID], s.Adesso())
	})
	if err != nil {
		return err
	}
	for id, i := range di {
		if rifiuto := fatto.Rifiutati[id]; rifiuto != nil {
			esiti[i] = permanente(arrivi[i].esito, rifiuto)
		} else if _, c := quadri[id]; !c {
			esiti[i] = permanente(arrivi[i].esito, errVerbale)
		}
	}
	return nil
}

var (
	errVerbale = errors.New("il comando non ha questo verbale")
	errInvio   = errors.New("connessione non ha questo invio")
	errInsieme = errors.New("notifica: due esiti dello stesso verbale insieme")
)

// permanente names the attempt and the outcome in an error. The error is permanent where no repetition can mend it.
func permanente(x invio.Esito, err error) error {
	err = fmt.Errorf("notifica %s, esito %s, revisione %d: %w", x.Tentativo, x.Stato, x.Revisione, err)
	for _, mai := range []error{errVerbale, errInvio, invio.ErrIgnoto, invio.ErrStato, invio.ErrGiorno} {
		if errors.Is(err, mai) {
			return bus.Permanent(err)
		}
	}
	return err
}
