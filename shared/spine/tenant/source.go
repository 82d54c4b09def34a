package tenant

import "context"

// Reader runs a query on the platform database and scans each row.
type Reader interface {
	ReadPlatform(ctx context.Context, sql string, riga func(scan func(...any) error) error) error
}

// PlatformSource reads the tenants from core's published view.
type PlatformSource struct{ Pools Reader }

// Tenant reads core_v1.tenant.
func (f PlatformSource) Tenant(ctx context.Context) ([]Tenant, error) {
	var tutti []Tenant
	err := f.Pools.ReadPlatform(ctx,
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
