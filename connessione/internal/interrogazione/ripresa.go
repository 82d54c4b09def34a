package interrogazione

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Ripresa gives back to the bus the work that waits for another day of a register, the nearest to its term first. One piece of it
// tries; while they are answered twice as many follow, and when the day is used up one alone tries again after a while.
type Ripresa struct {
	Store  Store
	Tenant *tenant.Directory
	Log    *slog.Logger

	code map[coda]stato
}

// coda is the work of a command for a register.
type coda struct {
	comando  string
	registro verbale.RegistroVisura
}

// stato holds the questions last given back, how many go next, and not before when.
type stato struct {
	fuori []uuid.UUID
	prese time.Time
	passo int
	dopo  time.Time
}

const (
	giroRipresa  = 2 * time.Second
	pausaRipresa = 6 * time.Second
	passoAlPiu   = 250             // half of what the bus takes of one kind of work of a command
	persa        = 2 * time.Minute // who has not come back by then is not waited for
)

// Avvia works until the function that it gives is called.
func (r Ripresa) Avvia() (ferma func()) {
	r.code = map[coda]stato{}
	ctx, smette := context.WithCancel(context.Background())
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		for clock.Sleep(ctx, giroRipresa) == nil {
			r.giro(ctx)
		}
	}()
	return func() { smette(); <-finito }
}

func (r Ripresa) giro(ctx context.Context) {
	for _, t := range r.Tenant.Active() {
		for _, registro := range []verbale.RegistroVisura{verbale.VisuraResidenza, verbale.VisuraDomicilio} {
			if ctx.Err() != nil {
				return
			}
			if err := r.una(tenant.With(ctx, t), coda{t.Nome, registro}); err != nil && ctx.Err() == nil {
				r.Log.WarnContext(ctx, "lavori in attesa di un registro", "tenant", t.Nome, "registro", registro, "errore", err)
			}
		}
	}
}

// una gives back what may go of one queue.
func (r Ripresa) una(ctx context.Context, c coda) error {
	s, adesso := r.code[c], clock.Now()
	if adesso.Before(s.dopo) {
		return nil
	}
	fuori, tornate, err := r.Store.diQuelle(ctx, c.registro, s.fuori)
	switch {
	case err != nil:
		return err
	case tornate > 0:
		r.code[c] = stato{dopo: adesso.Add(pausaRipresa)}
		return nil
	case fuori > 0 && adesso.Sub(s.prese) < persa:
		return nil
	}
	s = stato{prese: adesso, passo: min(max(1, 2*s.passo), passoAlPiu)}
	if s.fuori, err = r.Store.riaccoda(ctx, c.registro, s.passo); err != nil {
		return err
	}
	if len(s.fuori) == 0 {
		delete(r.code, c)
		return nil
	}
	r.code[c] = s
	return nil
}

// diQuelle counts, of the questions that were given back, those that are still out and those that the register's day had no room for.
func (s Store) diQuelle(ctx context.Context, registro verbale.RegistroVisura, quali []uuid.UUID) (fuori, tornate int, err error) {
	if len(quali) == 0 {
		return 0, 0, nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return 0, 0, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT count(*) FILTER (WHERE lavoro IS NULL AND codice = $3), count(*) FILTER (WHERE lavoro IS NOT NULL) FROM attesa
		WHERE registro = $1 AND posizione = ANY($2)`, registro, quali, CodiceQuota).Scan(&fuori, &tornate)
	return fuori, tornate, db.Wrap("attesa", err)
}

// riaccoda publishes so many pieces of work again, those with the nearest term first; one whose terms are all gone comes last.
func (s Store) riaccoda(ctx context.Context, registro verbale.RegistroVisura, quante int) (prese []uuid.UUID, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	ci, err := s.inCoda(ctx, database, registro)
	if err != nil || !ci {
		return nil, err
	}
	err = database.Transaction(ctx, func(tx *db.Tx) error {
		var righe []struct {
			Posizione uuid.UUID
			Lavoro    string
		}
		err := tx.Raw(`WITH prime AS (SELECT posizione FROM attesa WHERE registro = @registro AND lavoro IS NOT NULL
				ORDER BY termine, dal, posizione LIMIT @quante FOR UPDATE SKIP LOCKED),
			 tolte AS (UPDATE attesa a SET lavoro = NULL FROM attesa v, prime p
				WHERE a.registro = @registro AND a.posizione = p.posizione AND v.registro = a.registro AND v.posizione = a.posizione
				RETURNING a.posizione, v.lavoro, v.termine, v.dal)
			SELECT posizione, lavoro::text AS lavoro FROM tolte ORDER BY termine, dal, posizione`,
			map[string]any{"registro": registro, "quante": quante}).Scan(&righe).Error
		if err != nil {
			return err
		}
		for _, x := range righe {
			corpo, err := lavoroDi(registro, x.Lavoro)
			if err == nil {
				err = tx.Publish(corpo)
			}
			if err != nil {
				return err
			}
			prese = append(prese, x.Posizione)
		}
		return nil
	})
	return prese, db.Wrap("attesa", err)
}

// inCoda reports that something waits off the bus: most commands have nothing there, and open no transaction.
func (s Store) inCoda(ctx context.Context, database *db.Database, registro verbale.RegistroVisura) (ci bool, err error) {
	err = database.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM attesa WHERE registro = $1 AND lavoro IS NOT NULL)`, registro).Scan(&ci)
	return ci, db.Wrap("attesa", err)
}

// lavoroDi reads a piece of work as its subject wants it.
func lavoroDi(registro verbale.RegistroVisura, testo string) (event.Corpo, error) {
	if registro == verbale.VisuraDomicilio {
		var l event.LavoroDomicilio
		err := json.Unmarshal([]byte(testo), &l)
		return l, err
	}
	var l event.LavoroVisura
	err := json.Unmarshal([]byte(testo), &l)
	return l, err
}
