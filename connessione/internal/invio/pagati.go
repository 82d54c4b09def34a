package invio

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	pagatiInsieme = 50
	pagatoRiprova = 5 * time.Minute
)

// daDire inserts the payments of which SEND is told: those made under a notice that the attempt's request names. SEND knows no other
// notice.
const daDire = `INSERT INTO invio_pagato (pagamento, invio, creditore, avviso, prossimo)
	SELECT p.id, i.id, a.codice_fiscale_ente, a.numero_avviso, $2::timestamptz FROM invio i JOIN verbali_v1.pagamento p ON p.verbale = i.verbale
		JOIN verbali_v1.avviso a ON a.id = p.avviso AND a.posizione = i.posizione
	WHERE i.iun <> '' AND i.stato NOT IN ('RIFIUTATA', 'ANNULLATA') AND p.stornato IS NULL
		AND jsonb_path_exists(i.richiesta, '$.recipients[*].payments[*].pagoPa.noticeCode ? (@ == $n)', jsonb_build_object('n', a.numero_avviso)) AND `

const (
	pagatiDi      = daDire + `i.id = $1 ON CONFLICT DO NOTHING`                    // of an attempt that was accepted
	pagatiVerbale = daDire + `i.verbale = ANY ($1::uuid[]) ON CONFLICT DO NOTHING` // of fines that were paid
)

// Pagati takes messages of fatti.<tenant>.pagamento.ricevuto and schedules the telling of SEND, which then sends no more letters.
func (s *Service) Pagati(ctx context.Context, messaggi []bus.Message) ([]error, error) {
	errori := make([]error, len(messaggi))
	var verbali []uuid.UUID
	var ids []string
	for n, m := range messaggi {
		var x event.PagamentoRicevuto
		if errori[n] = m.Decode(&x); errori[n] != nil {
			continue
		}
		id, err := uuid.Parse(x.IDVerbale)
		if err != nil {
			errori[n] = bus.Permanent(err)
			continue
		}
		verbali, ids = append(verbali, id), append(ids, m.ID)
	}
	return errori, s.scriviPagati(ctx, ids, verbali)
}

func (s *Service) scriviPagati(ctx context.Context, ids []string, verbali []uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	var lotto pgx.Batch
	db.QueueReceived(&lotto, DurevolePagamento, ids)
	lotto.Queue(pagatiVerbale, verbali, s.Adesso())
	if err := database.Send(ctx, &lotto); err != nil {
		return err
	}
	s.Sveglia.Suona(tenant.Name(ctx))
	return nil
}

type pagato struct {
	ID                uuid.UUID
	Creditore, Avviso string
	Data              calendario.Giorno
	Cent              int64
}

// diPagati tells SEND of the due payments in one call. SEND refuses the whole call for one payment that it does not know; the payments are
// then told one at a time.
func (s *Service) diPagati(ctx context.Context, comando string, c canale) (time.Duration, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return dopoUnErrore, err
	}
	adesso := s.Adesso()
	righe, err := database.Pool.Query(ctx, `SELECT x.pagamento, x.creditore, x.avviso, p.data, p.importo_cent FROM invio_pagato x
		JOIN verbali_v1.pagamento p ON p.id = x.pagamento WHERE x.prossimo <= $1 ORDER BY x.prossimo LIMIT $2`, adesso, pagatiInsieme)
	if err != nil {
		return dopoUnErrore, db.Wrap("pagamenti", err)
	}
	pagati, err := pgx.CollectRows(righe, pgx.RowToStructByPos[pagato])
	if err != nil {
		return dopoUnErrore, db.Wrap("pagamenti", err)
	}
	if len(pagati) == 0 {
		var quando *time.Time
		err := database.Pool.QueryRow(ctx, `SELECT min(prossimo) FROM invio_pagato`).Scan(&quando)
		return entro(quando, adesso), db.Wrap("pagamenti", err)
	}
	err = s.dici(ctx, comando, c, database, pagati)
	if errors.Is(err, esterno.ErrNotFound) && len(pagati) > 1 {
		var errori []error
		for i := range pagati {
			errori = append(errori, s.dici(ctx, comando, c, database, pagati[i:i+1]))
		}
		err = tutte(errori)
	}
	return 0, err
}

// dici tells SEND of payments and writes what SEND answered.
func (s *Service) dici(ctx context.Context, comando string, c canale, database *db.Database, pagati []pagato) error {
	ids, eventi := make([]uuid.UUID, len(pagati)), make([]parole.Pagato, len(pagati))
	for i, p := range pagati {
		ids[i] = p.ID
		eventi[i] = parole.Pagato{Avviso: p.Avviso, Creditore: p.Creditore, Data: p.Data.Inizio().Add(12 * time.Hour), Importo: int(p.Cent)}
	}
	err := c.DiPagati(ctx, chi(comando, ""), eventi)
	adesso := s.Adesso()
	var lotto pgx.Batch
	switch {
	case err == nil:
		lotto.Queue(`UPDATE invio_pagato SET detto = $2, esito = 'DETTO', prossimo = NULL WHERE pagamento = ANY ($1)`, ids, adesso)
	case errors.Is(err, esterno.ErrNotFound) && len(pagati) > 1:
		return err
	case errors.Is(err, esterno.ErrNotFound), errors.Is(err, esterno.ErrRefused):
		lotto.Queue(`UPDATE invio_pagato SET esito = 'IGNOTO_A_SEND', prossimo = NULL WHERE pagamento = ANY ($1)`, ids)
		err = nil
	default:
		lotto.Queue(`UPDATE invio_pagato SET prossimo = $2 WHERE pagamento = ANY ($1)`, ids, adesso.Add(pagatoRiprova))
	}
	return errors.Join(err, database.Send(context.WithoutCancel(ctx), &lotto))
}
