// Package retention runs the rules by which a service deletes what a command no longer keeps. What goes, and how, is in
// functions of the service's own schema, which look at the confirmed rules (core_v1.conservazione) and at the holds
// themselves: conserva(kind, at most), and where copies of another's things are kept what Copies names. Here is when they
// are called, and nothing of what they mean. A round that was stopped half-way is simply run again: each transaction is whole.
package retention

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	every   = time.Hour
	first   = 10 * time.Minute       // from the start to the first round
	jitter  = 10 * time.Minute       // replicas do not go together
	pause   = 100 * time.Millisecond // between two transactions
	between = 50 * time.Millisecond  // two commands
	portion = 100                    // of things that go in one; of lines of the audit, fifty times as many
	within  = time.Minute            // a portion begun is ended, also while the process stops
)

// Gone is one thing that was deleted: the fine, where it belonged to one.
type Gone struct {
	Oggetto *uuid.UUID
	Verbale *uuid.UUID
}

// Copies are what a schema keeps of things that belong to another: when their owner has erased one, they go too. Both are
// questions of SQL. Missed gives one array, the things that their owner has erased and this schema has not, the oldest first;
// Erase erases the copies of one, whose id is its parameter, and does nothing the second time.
type Copies struct{ Missed, Erase string }

// Runner runs the rules of one service.
type Runner struct {
	Pools  *db.Pools
	Tenant *tenant.Directory
	Log    *slog.Logger
	Kinds  []string // that this service deletes
	// Copies are those that the schema keeps of another's things; zero: none.
	Copies Copies
	// After writes what follows from a deletion, in its transaction; nil: nothing.
	After func(tx *db.Tx, gone []Gone) error
	// Tidy is done at each round of a command, rule or no rule; nil: nothing.
	Tidy func(ctx context.Context, pool *db.Pool) error
}

// started is a runner with the metrics of its process.
type started struct {
	Runner
	deleted *prometheus.CounterVec
	failed  prometheus.Counter
}

// Start begins the rounds, one an hour. The function it gives stops them and waits for the transaction that is going on.
func (r Runner) Start(metrics prometheus.Registerer) (stop func()) {
	s := started{Runner: r,
		deleted: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "conservazione_cancellati_totale", Help: "Deleted by the rules of the commands, by kind: things, and of the registers lines."}, []string{"classe"}),
		failed:  prometheus.NewCounter(prometheus.CounterOpts{Name: "conservazione_guasti_totale", Help: "Rounds of a command that ended with an error."})}
	metrics.MustRegister(s.deleted, s.failed)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for wait := first; clock.Sleep(ctx, wait+rand.N(jitter)) == nil; wait = every { //nolint:gosec // jitter, not a secret
			s.all(ctx)
		}
	}()
	return func() { cancel(); <-done }
}

func (s started) all(ctx context.Context) {
	for _, t := range s.Tenant.Active() {
		gone, err := s.Round(ctx, t)
		for kind, n := range gone {
			s.deleted.WithLabelValues(kind).Add(float64(n))
			s.Log.InfoContext(ctx, "conservazione", "tenant", t.Nome, "classe", kind, "cancellati", n)
		}
		if err != nil && ctx.Err() == nil {
			s.failed.Inc()
			s.Log.WarnContext(ctx, "conservazione interrotta", "tenant", t.Nome, "errore", err)
		}
		if clock.Sleep(ctx, between) != nil {
			return
		}
	}
}

// Round runs once all the rules of one command and says how many went, by kind. A database that is not in use is only
// visited where there is nothing to do.
func (r Runner) Round(ctx context.Context, t tenant.Tenant) (map[string]int, error) {
	ctx = tenant.With(ctx, t)
	kinds, missed, err := r.due(ctx, t)
	gone := map[string]int{}
	if err != nil || len(kinds)+len(missed) == 0 {
		return gone, err
	}
	for _, thing := range missed {
		if err := r.Erase(ctx, thing); err != nil {
			return gone, err
		}
	}
	for _, kind := range kinds {
		for {
			n, err := r.some(ctx, kind)
			gone[kind] += n
			if err != nil {
				return gone, err
			}
			if n == 0 {
				break
			}
			if err := clock.Sleep(ctx, pause); err != nil {
				return gone, err
			}
		}
	}
	return gone, nil
}

// due are the kinds with a confirmed rule, and the things whose erasure did not get here by the bus.
func (r Runner) due(ctx context.Context, t tenant.Tenant) (kinds []string, missed []uuid.UUID, err error) {
	err = r.Pools.Visit(ctx, t, func(ctx context.Context, pool *db.Pool) error {
		if r.Tidy != nil {
			if err := r.Tidy(ctx, pool); err != nil {
				return err
			}
		}
		if err := pool.QueryRow(ctx, `SELECT array(SELECT classe FROM core_v1.conservazione WHERE classe = ANY ($1) ORDER BY classe)`, r.Kinds).Scan(&kinds); err != nil {
			return err
		}
		if r.Copies.Missed == "" {
			return nil
		}
		return pool.QueryRow(ctx, r.Copies.Missed).Scan(&missed)
	})
	return kinds, missed, db.Wrap("regole di conservazione", err)
}

// some deletes a portion and says how many things went; of the register, how many lines.
func (r Runner) some(ctx context.Context, kind string) (int, error) {
	ctx, end := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer end()
	database, err := r.Pools.Tenant(ctx)
	if err != nil {
		return 0, err
	}
	var gone []Gone
	var rows int
	err = database.Transaction(ctx, func(tx *db.Tx) error {
		gone, rows = nil, 0
		var before int64
		if err := tx.Raw(`SELECT coalesce(max(posizione), 0) FROM cancellazione`).Scan(&before).Error; err != nil {
			return err
		}
		if err := tx.Raw(`SELECT oggetto, verbale FROM conserva(?, ?)`, kind, portion).Scan(&gone).Error; err != nil {
			return err
		}
		// What this transaction wrote down: of the register, whose lines go many at a time, their number.
		if err := tx.Raw(`SELECT coalesce(sum(righe), 0) FROM cancellazione WHERE posizione > ? AND quando = now() AND classe = ?`, before, kind).Scan(&rows).Error; err != nil {
			return err
		}
		if r.After == nil || len(gone) == 0 {
			return nil
		}
		return r.After(tx, gone)
	})
	if err != nil {
		return 0, fmt.Errorf("retention: %s: %w", kind, err)
	}
	return rows, nil
}

// Erase erases the copies of a thing, once; in the tenant of the context. It fails for a thing that its owner has not erased.
func (r Runner) Erase(ctx context.Context, thing uuid.UUID) error {
	database, err := r.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error { return tx.Exec(r.Copies.Erase, thing).Error })
}
