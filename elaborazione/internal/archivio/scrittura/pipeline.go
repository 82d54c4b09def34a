package scrittura

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// pipeline is a transaction in few round trips: statements are queued, BEGIN leaves with the first of them and
// COMMIT with the last.
type pipeline struct {
	pgx.Batch

	conn *pgxpool.Conn
}

// perAnnullare is how long it may take to undo.
const perAnnullare = 5 * time.Second

// inPipeline runs f in a transaction. The statements that f has queued and not sent leave with the
// COMMIT; when f fails nothing of it does.
func inPipeline(ctx context.Context, pool *db.Pool, f func(*pipeline) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	t := &pipeline{conn: conn}
	t.Queue("BEGIN")
	t.Queue("SET LOCAL plan_cache_mode = force_generic_plan") // an array of rows is planned anew otherwise, at each group
	if err = f(t); err == nil {
		t.Queue("COMMIT")
		err = t.manda(ctx)
	}
	if err != nil && conn.Conn().PgConn().TxStatus() != 'I' {
		ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), perAnnullare)
		defer fine()
		_, _ = conn.Exec(ctx, "ROLLBACK") // a connection that cannot even do that is thrown away
	}
	return err
}

// manda sends the queued statements and reads the answers. The first statement that fails ends the transaction; the later ones
// do not run.
func (t *pipeline) manda(ctx context.Context) error {
	lotto := t.Batch
	t.Batch = pgx.Batch{}
	return t.conn.SendBatch(ctx, &lotto).Close()
}

// aggiungi sends the queued statements and then a batch whose answers the caller needs before the commit.
func (t *pipeline) aggiungi(ctx context.Context, lotto *pgx.Batch) error {
	if t.Len() > 0 {
		if err := t.manda(ctx); err != nil {
			return err
		}
	}
	return t.conn.SendBatch(ctx, lotto).Close()
}

// ripeti runs again a transaction that lost against another.
func ripeti(f func() error) error {
	var err error
	for range 5 {
		if err = f(); !db.Retryable(err) {
			return err
		}
	}
	return err
}
