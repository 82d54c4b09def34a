package tenant

import "context"

// Lettore runs a query on the platform database and scans each row.
type Lettore interface {
	LeggiPiattaforma(ctx context.Context, sql string, riga func(scan func(...any) error) error) error
}

// FontePiattaforma reads the tenants from core's published view.
type FontePiattaforma struct{ Piscine Lettore }

// Tenant reads core_v1.tenant.
func (f FontePiattaforma) Tenant(ctx context.Context) ([]Tenant, error) {
	var tutti []Tenant
	err := f.Piscine.LeggiPiattaforma(ctx,
		`SELECT nome, denominazione, host, banca, stato FROM core_v1.tenant ORDER BY nome`,
		func(scan func(...any) error) error {
			var t Tenant
			if err := scan(&t.Nome, &t.Denominazione, &t.Host, &t.Database, &t.Stato); err != nil {
				return err
			}
			tutti = append(tutti, t)
			return nil
		})
	return tutti, err
}
