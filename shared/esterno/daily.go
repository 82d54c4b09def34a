package esterno

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrQuota says that the questions of the day are used up. It is a cause under ErrUnavailable, of a question that did not leave.
var ErrQuota = errors.New("domande del giorno esaurite")

// Quota counts the questions of a day, for all replicas.
type Quota interface {
	// Take takes one of the most questions that a key has in a day of Rome; false when they are used up.
	Take(ctx context.Context, key string, most int) (ok bool, err error)
}

// Daily is how many questions may leave in a day. Most is asked before each attempt, with its context, so that every tenant
// may have its own; 0 is no limit. Attempts are counted, whatever becomes of them: who bills counts what arrives.
type Daily struct {
	Most  func(ctx context.Context) int // nil: no limit
	Count Quota
}

// QuotaTable is where PostgreSQL counts the questions of a day. It belongs in a migration of the service, in the schema that
// its Querier has in the search path.
const QuotaTable = `CREATE TABLE quota_esterna (
    chiave text    NOT NULL,
    giorno date    NOT NULL,
    quante integer NOT NULL,
    PRIMARY KEY (chiave, giorno)
);
COMMENT ON TABLE quota_esterna IS 'Questions that left for an outside system on a day of Rome, over all replicas.';`

// Take is one statement; the day is the server's.
func (p PostgreSQL) Take(ctx context.Context, key string, most int) (bool, error) {
	pool, err := p.Pool(ctx)
	if err != nil {
		return false, err
	}
	var taken int
	err = pool.QueryRow(ctx, `
		INSERT INTO quota_esterna AS q (chiave, giorno, quante) VALUES ($1, (clock_timestamp() AT TIME ZONE 'Europe/Rome')::date, 1)
		ON CONFLICT (chiave, giorno) DO UPDATE SET quante = q.quante + 1 WHERE q.quante < $2 RETURNING quante`, key, most).Scan(&taken)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("esterno: domande del giorno di %s: %w", key, err)
	}
	return true, nil
}

// Taken is how many questions of a key have left today.
func (p PostgreSQL) Taken(ctx context.Context, key string) (n int, err error) {
	pool, err := p.Pool(ctx)
	if err != nil {
		return 0, err
	}
	err = pool.QueryRow(ctx, `SELECT coalesce(sum(quante), 0)::integer FROM quota_esterna
		WHERE chiave = $1 AND giorno = (clock_timestamp() AT TIME ZONE 'Europe/Rome')::date`, key).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("esterno: domande del giorno di %s: %w", key, err)
	}
	return n, nil
}

// today takes one of the day's questions.
func (c *Client) today(ctx context.Context) *Error {
	if c.o.Daily.Most == nil {
		return nil
	}
	most := c.o.Daily.Most(ctx)
	if most <= 0 {
		return nil
	}
	switch ok, err := c.o.Daily.Count.Take(ctx, c.o.Name, most); {
	case err != nil:
		return unavailable(err)
	case !ok:
		return unavailable(ErrQuota)
	}
	return nil
}
