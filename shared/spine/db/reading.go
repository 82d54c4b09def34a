package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// ReadPlatform runs a query on the platform database and hands each row to riga.
func (p *Pools) ReadPlatform(ctx context.Context, sql string, riga func(scan func(...any) error) error) error {
	b, err := p.Platform(ctx)
	if err != nil {
		return err
	}
	rows, err := b.Pool.Query(ctx, sql)
	if err != nil {
		return Wrap("lettura", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := riga(rows.Scan); err != nil {
			return Wrap("lettura", err)
		}
	}
	return Wrap("lettura", rows.Err())
}

// Every reads rows of the context's tenant whose columns are in the order of the fields of T; che names them
// in errors.
func Every[T any](ctx context.Context, p *Pools, che, sql string, args ...any) ([]T, error) {
	database, err := p.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := database.Pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, Wrap(che, err)
	}
	tutti, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	return tutti, Wrap(che, err)
}
