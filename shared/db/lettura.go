package db

import "context"

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
