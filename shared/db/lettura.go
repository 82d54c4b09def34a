package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// LeggiPiattaforma runs a query on the platform database and hands each row to riga.
func (p *Piscine) LeggiPiattaforma(ctx context.Context, sql string, riga func(scan func(...any) error) error) error {
	b, err := p.Piattaforma(ctx)
	if err != nil {
		return err
	}
	rows, err := b.Pool.Query(ctx, sql)
	if err != nil {
		return Errore("lettura", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := riga(rows.Scan); err != nil {
			return Errore("lettura", err)
		}
	}
	return Errore("lettura", rows.Err())
}

// Tutti reads rows of the context's tenant whose columns are in the order of the fields of T; che names them
// in errors.
func Tutti[T any](ctx context.Context, p *Piscine, che, sql string, args ...any) ([]T, error) {
	banca, err := p.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := banca.Pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, Errore(che, err)
	}
	tutti, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	return tutti, Errore(che, err)
}
