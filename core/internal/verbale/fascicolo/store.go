package fascicolo

import (
	"context"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Store reads verbali_v1 in the database of the context's tenant.
type Store struct{ Pools *db.Pools }

// Lettore reads the published views of the fine.
func (s Store) Lettore() lettore.Lettore { return lettore.Lettore{Pools: s.Pools} }

// Completo gives a whole fine as of one moment, with the people only if persone; 404 when the tenant
// has no such fine, or the caller may not read it.
func (s Store) Completo(ctx context.Context, id uuid.UUID, persone bool) (*Verbale, error) {
	if err := s.Lettore().Visibile(ctx, id); err != nil {
		return nil, err
	}
	parti := lettore.Fascicolo | lettore.Anomalie
	if persone {
		parti |= lettore.Persone
	}
	letto, err := s.Lettore().PerID(ctx, id, parti)
	if err != nil {
		return nil, err
	}
	if letto == nil {
		return nil, problem.NonTrovato("verbale", id.String())
	}
	v := &Verbale{Verbale: *letto}
	if !persone {
		v.taci()
	}
	return v, nil
}

// Documento gives a document of a fine that the caller may read; 404 when there is none.
func (s Store) Documento(ctx context.Context, id uuid.UUID) (lettura.Documento, error) {
	d, trovato, err := s.Lettore().Documento(ctx, id)
	if err == nil && !trovato {
		err = problem.NonTrovato("documento", id.String())
	}
	if err == nil {
		err = s.Lettore().Visibile(ctx, d.Verbale)
	}
	return d.Documento, err
}

// Registra writes who looked at what into the tenant's register.
func (s Store) Registra(ctx context.Context, a db.Access) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Audit(ctx, a)
}
