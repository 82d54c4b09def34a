package esterno

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Table is where PostgreSQL keeps shared limits. It belongs in a migration of the service that shares
// them, in its schema of the platform database.
const Table = `CREATE TABLE limite_esterno (
    chiave text        NOT NULL,
    numero integer     NOT NULL,
    fino   timestamptz NOT NULL,
    PRIMARY KEY (chiave, numero)
);
COMMENT ON TABLE limite_esterno IS 'Limits of outside systems shared among replicas: number 0 is the next free turn, the others are places and until when.';`

// Querier is a pool of connections whose search path has Table.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// PostgreSQL shares limits in Table. No connection is held while a place is; time is the server's.
type PostgreSQL struct {
	Pool func(ctx context.Context) (Querier, error)
}

// Turn is one statement.
func (p PostgreSQL) Turn(ctx context.Context, key string, every, within time.Duration) (time.Duration, bool, error) {
	pool, err := p.Pool(ctx)
	if err != nil {
		return 0, false, err
	}
	var micro int64
	err = pool.QueryRow(ctx, `
		INSERT INTO limite_esterno AS l (chiave, numero, fino) VALUES ($1, 0, clock_timestamp() + $2)
		ON CONFLICT (chiave, numero) DO UPDATE SET fino = greatest(l.fino, clock_timestamp()) + $2 WHERE l.fino <= clock_timestamp() + $3
		RETURNING (extract(epoch FROM fino - $2 - clock_timestamp()) * 1000000)::bigint`, key, every, within).Scan(&micro)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("esterno: turno di %s: %w", key, err)
	}
	return max(0, time.Duration(micro)*time.Microsecond), true, nil
}

// Place takes the first free place, or one whose time is over.
func (p PostgreSQL) Place(ctx context.Context, key string, n int, ttl time.Duration) (func(), bool, error) {
	pool, err := p.Pool(ctx)
	if err != nil {
		return nil, false, err
	}
	var number int
	var until time.Time
	err = pool.QueryRow(ctx, `
		INSERT INTO limite_esterno AS l (chiave, numero, fino)
		SELECT $1, n, clock_timestamp() + $3 FROM generate_series(1, $2) n
		WHERE NOT EXISTS (SELECT FROM limite_esterno o WHERE o.chiave = $1 AND o.numero = n AND o.fino > clock_timestamp())
		ORDER BY random() LIMIT 1
		ON CONFLICT (chiave, numero) DO UPDATE SET fino = excluded.fino WHERE l.fino <= clock_timestamp()
		RETURNING numero, fino`, key, n, ttl).Scan(&number, &until)
	if errors.Is(err, pgx.ErrNoRows) { // none free, or the one chosen was taken meanwhile
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("esterno: posto di %s: %w", key, err)
	}
	return func() { p.leave(ctx, key, number, until) }, true, nil
}

// leave gives a place back, unless it is somebody else's by now; if that fails the place is free again
// when its time is over.
func (p PostgreSQL) leave(ctx context.Context, key string, number int, until time.Time) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if pool, err := p.Pool(ctx); err == nil {
		_, _ = pool.Exec(ctx, `DELETE FROM limite_esterno WHERE chiave = $1 AND numero = $2 AND fino = $3`, key, number, until)
	}
}
