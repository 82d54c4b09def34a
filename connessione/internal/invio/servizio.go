package invio

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sveglia"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The consumers of connessione about notifications.
const (
	DurevoleLavoro    = "connessione-send"
	DurevolePagamento = "connessione-pagamento-ricevuto"
)

const (
	canaleSend = string(verbale.CanaleSend)
	// sistemaAttore is who acts when no person does.
	sistemaAttore = "sistema"
)

// Service sends and follows notifications, within the tenant of the context.
type Service struct {
	Pools    *db.Pools
	Canali   *Canali
	Deposito *deposito.Deposito
	Bus      *bus.Bus
	Adesso   func() time.Time
	Insieme  int // calls to SEND of one command at once
	Sveglia  *sveglia.Sveglia[string]
	Segnali  *turno.Segnali
	Log      *slog.Logger
}

// chi describes a call to SEND that runs in the background.
func chi(comando, idVerbale string) send.Chi {
	return send.Chi{Tenant: comando, Attore: sistemaAttore, Motivo: string(verbale.MotivoNotifica), IDVerbale: idVerbale, InCoda: true}
}

// Lavora takes messages of lavori.connessione.send and writes their attempts. Giro sends them.
func (s *Service) Lavora(ctx context.Context, messaggi []bus.Message) ([]error, error) {
	errori := make([]error, len(messaggi))
	var lavori []event.LavoroSend
	var ids [][4]uuid.UUID
	var presi []int
	for n, m := range messaggi {
		var l event.LavoroSend
		if errori[n] = m.Decode(&l); errori[n] != nil {
			continue
		}
		quattro, err := identificativi(l)
		if err != nil {
			errori[n] = bus.Permanent(err)
			continue
		}
		lavori, ids, presi = append(lavori, l), append(ids, quattro), append(presi, n)
	}
	return errori, s.scriviLavori(ctx, messaggi, presi, lavori, ids)
}

func identificativi(l event.LavoroSend) (ids [4]uuid.UUID, err error) {
	for k, testo := range []string{l.IDNotifica, l.IDVerbale, l.IDPosizione, l.IDDocumento} {
		if ids[k], err = uuid.Parse(testo); err != nil {
			return ids, fmt.Errorf("send: %q: %w", testo, err)
		}
	}
	if l.Entro != "" {
		if _, err = calendario.Parse(l.Entro); err != nil {
			return ids, fmt.Errorf("send: entro: %w", err)
		}
	}
	return ids, nil
}

func (s *Service) scriviLavori(ctx context.Context, messaggi []bus.Message, presi []int, lavori []event.LavoroSend, ids [][4]uuid.UUID) error {
	if len(presi) == 0 {
		return nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	var lotto pgx.Batch
	dei := make([]string, 0, len(presi))
	for _, n := range presi {
		dei = append(dei, messaggi[n].ID)
	}
	db.QueueReceived(&lotto, DurevoleLavoro, dei)
	adesso := s.Adesso()
	for k, l := range lavori {
		// Avvia writes its row without prossimo. This message sets prossimo, and the act that elaborazione names.
		lotto.Queue(`INSERT INTO invio AS i (id, verbale, posizione, documento, sha256, chiesto, prossimo, entro)
			VALUES ($1, $2, $3, $4, $5, $6, $6, nullif($7, '')::date)
			ON CONFLICT (id) DO UPDATE SET documento = excluded.documento, sha256 = excluded.sha256, prossimo = excluded.prossimo, entro = excluded.entro
				WHERE i.stato = 'DA_INVIARE' AND i.prossimo IS NULL AND i.lasciata IS NULL AND i.cancellata IS NULL`,
			ids[k][0], ids[k][1], ids[k][2], ids[k][3], l.SHA256, adesso, l.Entro)
	}
	if err := database.Send(ctx, &lotto); err != nil {
		return err
	}
	s.Sveglia.Suona(tenant.Name(ctx))
	return nil
}

// insieme runs f for each index below n, at most Insieme at once, and waits for all.
func (s *Service) insieme(n int, f func(i int)) {
	var tutti sync.WaitGroup
	posti := make(chan struct{}, max(1, s.Insieme))
	for i := range n {
		posti <- struct{}{}
		tutti.Go(func() {
			defer func() { <-posti }()
			f(i)
		})
	}
	tutti.Wait()
}
