package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// attoEntro is how long the act of a fine that is alone may take before the row gives up.
const attoEntro = time.Minute

// soli inserts fines with a plate one at a time, each on a stack that has nothing else to do, and tells how long each waits for
// its act: from the call of the integrator to the fact. The first, which opens what had been closed, is not measured.
func (c *catena) soli(ctx context.Context) ([]misura.Cifra, error) {
	quanti := verbaliSoli
	if c.Opz.Breve {
		quanti = verbaliSoliBreve
	}
	c.Annota("catena: %d verbali, uno per volta", quanti)
	var attese []time.Duration
	err := c.ConNATS(func(conn *nats.Conn) error {
		fatti := make(chan *nats.Msg, 64)
		ascolto, err := conn.ChanSubscribe(event.AttoGenerato{}.Soggetto(banco.TenantMisura), fatti)
		if err != nil {
			return fmt.Errorf("ascolto degli atti: %w", err)
		}
		defer func() { _ = ascolto.Unsubscribe() }()
		for i := range quanti + 1 {
			if err := c.attendiFermi(ctx); err != nil {
				return err
			}
			attesa, err := c.solo(ctx, fatti)
			if err != nil {
				return fmt.Errorf("verbale da solo: %w", err)
			}
			if i > 0 {
				attese = append(attese, attesa)
			}
		}
		return nil
	})
	if err := errors.Join(err, c.attendiFermi(ctx)); err != nil {
		return nil, err
	}
	p50, p99 := misura.Millisecondi(misura.Percentile(attese, 50)), misura.Millisecondi(misura.Percentile(attese, 99))
	return []misura.Cifra{
		{Nome: "un verbale da solo, dalla targa all'atto: p50", Valore: p50, Unita: "ms", Traguardo: &misura.Traguardo{Sotto: traguardoSoloP50}},
		{Nome: "un verbale da solo, dalla targa all'atto: p99", Valore: p99, Unita: "ms", Traguardo: &misura.Traguardo{Sotto: traguardoSoloP99}},
	}, c.svuotaLotto(ctx)
}

// solo inserts a fine and waits for the fact that its act is there.
func (c *catena) solo(ctx context.Context, fatti <-chan *nats.Msg) (time.Duration, error) {
	n, inizio := c.gen.Ultimo.Add(1), time.Now()
	if err := c.integratore.Inserisci(ctx, n); err != nil {
		return 0, err
	}
	ctx, fine := context.WithTimeoutCause(ctx, attoEntro, fmt.Errorf("nessun atto in %s", attoEntro))
	defer fine()
	select {
	case m := <-fatti:
		attesa := time.Since(inizio)
		var atto event.AttoGenerato
		if err := json.Unmarshal(m.Data, &atto); err != nil {
			return 0, fmt.Errorf("fatto dell'atto: %w", err)
		}
		return attesa, c.suo(ctx, atto.IDVerbale, n)
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
}

// suo checks that a fine is the one of that number.
func (c *catena) suo(ctx context.Context, verbale string, n int64) error {
	id, err := uuid.Parse(verbale)
	if err != nil {
		return fmt.Errorf("verbale del fatto: %w", err)
	}
	return c.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		var esterno string
		err := conn.QueryRow(ctx, `SELECT id_esterno FROM verbali.verbale WHERE id = $1`, id).Scan(&esterno)
		if err == nil && esterno != banco.IdEsterno(n) {
			err = fmt.Errorf("l'atto è di %s, non di %s", esterno, banco.IdEsterno(n))
		}
		return err
	})
}
