package indagine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// presaPer is how long a message is one replica's without a word from it: a replica that dies keeps it for no longer.
const presaPer = 30 * time.Second

// errPersa ends the question of a replica that could not say in time that it still works at it: another may ask by now.
var errPersa = errors.New("indagine: la presa del messaggio è scaduta")

// Prendi takes a message for this replica, which is called chi in what follows. pronta is what a register answered already for it;
// libera is false while another replica asks.
func (s Store) Prendi(ctx context.Context, messaggio string, verbale, chi uuid.UUID) (pronta *Riga, libera bool, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, false, err
	}
	var esiti []string
	err = database.Gorm(ctx).Raw(`INSERT INTO presa AS p (messaggio, verbale, chi, fino) VALUES (?, ?, ?, clock_timestamp() + ?::interval)
		ON CONFLICT (messaggio) DO UPDATE SET fino = excluded.fino, chi = excluded.chi
		WHERE p.fino <= clock_timestamp() OR p.esito IS NOT NULL RETURNING coalesce(esito::text, '')`,
		messaggio, verbale, chi, s.durata().String()).Scan(&esiti).Error
	switch {
	case err != nil:
		return nil, false, db.Wrap("indagine: presa", err)
	case len(esiti) == 0:
		return nil, false, nil
	case esiti[0] == "":
		return nil, true, nil
	}
	pronta = &Riga{}
	return pronta, true, db.Wrap("indagine: presa", json.Unmarshal([]byte(esiti[0]), pronta)) //nolint:musttag // written by Tieni, and read by nobody else
}

// Reggi keeps a message this replica's until smetti is called. The context that it gives ends when that could not be said in time, so
// that a question does not outlive the time in which it is asked by one replica alone.
func (s Store) Reggi(ctx context.Context, messaggio string, chi uuid.UUID) (tenuta context.Context, smetti func()) {
	tenuta, cessa := context.WithCancelCause(ctx)
	ogni := s.durata() / 3
	fino := time.Now().Add(s.durata() - ogni/2)
	var regge sync.WaitGroup
	regge.Go(func() {
		passo := time.NewTicker(ogni)
		defer passo.Stop()
		for {
			select {
			case <-tenuta.Done():
				return
			case <-passo.C:
			}
			da := time.Now()
			mia, err := s.rinnova(tenuta, messaggio, chi, fino)
			switch {
			case err == nil && mia:
				fino = da.Add(s.durata() - ogni/2)
			case err == nil, !time.Now().Before(fino):
				cessa(errPersa)
				return
			}
		}
	})
	return tenuta, func() { cessa(nil); regge.Wait() }
}

// rinnova says that this replica still works at a message, within a time; false: it is another's.
func (s Store) rinnova(ctx context.Context, messaggio string, chi uuid.UUID, entro time.Time) (mia bool, err error) {
	ctx, libera := context.WithDeadline(ctx, entro)
	defer libera()
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return false, err
	}
	esito := database.Gorm(ctx).Exec(`UPDATE presa SET fino = clock_timestamp() + ?::interval WHERE messaggio = ? AND chi = ?`, s.durata().String(), messaggio, chi)
	return esito.RowsAffected == 1, db.Wrap("indagine: presa", esito.Error)
}

// Tieni keeps an outcome until it is written, also when the caller has gone: a register that has answered is not asked again. Of two
// replicas that asked, the answer that came first is kept.
func (s Store) Tieni(ctx context.Context, messaggio string, r Riga) error {
	return s.suPresa(ctx, `UPDATE presa SET esito = coalesce(esito, ?::jsonb) WHERE messaggio = ?`, inJSON(r), messaggio)
}

// Lascia gives a message back that brought nothing, if it is still this replica's.
func (s Store) Lascia(ctx context.Context, messaggio string, chi uuid.UUID) error {
	return s.suPresa(ctx, `DELETE FROM presa WHERE messaggio = ? AND chi = ? AND esito IS NULL`, messaggio, chi)
}

func (s Store) suPresa(ctx context.Context, sql string, args ...any) error {
	ctx = context.WithoutCancel(ctx)
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return db.Wrap("indagine: presa", database.Gorm(ctx).Exec(sql, args...).Error)
}

func (s Store) durata() time.Duration { return cmp.Or(s.Presa, presaPer) }
