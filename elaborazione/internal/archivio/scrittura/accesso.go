package scrittura

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Annota writes a line of the audit on its own.
func (s *Scrittore) Annota(ctx context.Context, a db.Access) error {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Audit(ctx, a)
}

type chiaveIndirizzo struct{}

// ConIndirizzo puts the address of the caller into the context, for the audit.
func ConIndirizzo(ctx context.Context, indirizzo string) context.Context {
	return context.WithValue(ctx, chiaveIndirizzo{}, indirizzo)
}

// accesso is the line of the audit about a change, from where the caller was.
func accesso(ctx context.Context, a db.Access) db.Access {
	a.Indirizzo, _ = ctx.Value(chiaveIndirizzo{}).(string)
	return a
}
