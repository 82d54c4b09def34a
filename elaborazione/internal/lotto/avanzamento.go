package lotto

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Bus announces where a lot is, and lets it be followed, in this process and in the others.
type Bus interface {
	AnnounceLotto(ctx context.Context, tenant string, a event.AvanzamentoLotto)
	FollowLotto(tenant, id string) (novita <-chan event.AvanzamentoLotto, lascia func(), err error)
}

// cambia runs f, which changes a lot, in one transaction, and gives the lot as it is then. After the commit
// it wakes the relay, also where the database went away before it could say that it had committed, and
// announces the lot. An error of f leaves everything as it was.
func (s *Service) cambia(ctx context.Context, id uuid.UUID, f func(pgx.Tx) error) (Lotto, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return Lotto{}, err
	}
	var l Lotto
	err = pgx.BeginFunc(ctx, database.Pool, func(tx pgx.Tx) (err error) {
		if err = f(tx); err == nil {
			l, err = unLotto(ctx, tx, cresci, id)
		}
		return err
	})
	if err != nil {
		database.WakeUncertain(err)
		return Lotto{}, db.Wrap("lotto", err)
	}
	database.Wake()
	Annuncia(ctx, s.Bus, l)
	return l, nil
}

// cresci counts a change of a lot.
const cresci = `UPDATE lotto l SET revisione = revisione + 1 WHERE id = $1 RETURNING ` + colonneLotto

// Annuncia tells those who follow them where some lots of the context's tenant are. A nil bus has nobody follow.
func Annuncia(ctx context.Context, b Bus, lotti ...Lotto) {
	if b == nil {
		return
	}
	for _, l := range lotti {
		b.AnnounceLotto(ctx, tenant.Name(ctx), l.avanzamento())
	}
}

// avanzamento is the lot as it is announced: without the words that name people.
func (l Lotto) avanzamento() event.AvanzamentoLotto {
	return event.AvanzamentoLotto{IDLotto: l.ID.String(), Revisione: l.revisione, Stato: string(l.Stato), Nome: l.Nome,
		Chiuso: l.Chiuso, Iniziato: l.Iniziato, Finito: l.Finito, Totale: l.Voci.Totale, OK: l.Voci.OK, Ripetibili: l.Voci.Ripetibili,
		Definitivi: l.Voci.Definitivi, Saltati: l.Voci.Saltati, Annullati: l.Voci.Annullati,
		LavoratoMs: l.lavorato, AlSecondo: l.AlSecondo, MancanoSecondi: l.MancanoSecondi}
}

// avanza is the lot after an announcement; false for an announcement without news. Why a lot has failed is not
// announced: Motivo is empty then.
func (l Lotto) avanza(a event.AvanzamentoLotto) (Lotto, bool) {
	if a.Revisione <= l.revisione {
		return l, false
	}
	l.revisione, l.Stato, l.Nome, l.Motivo = a.Revisione, verbale.StatoLotto(a.Stato), a.Nome, ""
	l.Chiuso, l.Iniziato, l.Finito = a.Chiuso, a.Iniziato, a.Finito
	l.Voci = Conteggi{Totale: a.Totale, OK: a.OK, Ripetibili: a.Ripetibili, Definitivi: a.Definitivi, Saltati: a.Saltati, Annullati: a.Annullati}.saldati()
	l.lavorato = a.LavoratoMs
	return l.misurato(), true
}
