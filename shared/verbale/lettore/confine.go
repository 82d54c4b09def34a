package lettore

import (
	"context"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Confine is which fines of the tenant a caller may read: all, or those that he ascertained. It is judged here alone,
// for every door that shows a fine to an operator.
type Confine struct {
	tutti     bool
	matricole []string // under which the caller ascertains; of no use to who may read all
}

// Confine judges the caller of the context: 403 for one who may read no fine.
func (l Lettore) Confine(ctx context.Context) (Confine, error) {
	chi, ok := auth.From(ctx)
	switch {
	case !ok:
		return Confine{}, problem.SenzaCredenziali()
	case chi.Can(auth.PermessoVerbaleLeggi):
		return Confine{tutti: true}, nil
	case !chi.Can(auth.PermessoVerbalePropri):
		return Confine{}, problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente di leggere i verbali.")
	}
	database, err := l.Pools.Platform(ctx)
	if err != nil {
		return Confine{}, err
	}
	c := Confine{matricole: []string{}}
	err = database.Pool.QueryRow(ctx, `SELECT coalesce(array_agg(matricola), '{}') FROM core_v1.agente WHERE tenant = $1 AND operatore = $2`,
		tenant.Name(ctx), chi.User).Scan(&c.matricole)
	return c, db.Wrap("agenti", err)
}

// Matricole are what the officers of a fine must have one of to be read; false when every fine may be.
func (c Confine) Matricole() ([]string, bool) { return c.matricole, !c.tutti }

// Visibile is nil for a fine that the context's caller may read. For any other fine it returns the same error as for a missing
// one.
func (l Lettore) Visibile(ctx context.Context, id uuid.UUID) error {
	c, err := l.Confine(ctx)
	if err != nil || c.tutti {
		return err
	}
	database, err := l.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	var suo bool
	err = database.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM verbali_v1.verbale WHERE id = $1 AND agenti && $2)`, id, c.matricole).Scan(&suo)
	if err == nil && !suo {
		return problem.NonTrovato("verbale", id.String())
	}
	return db.Wrap("verbale", err)
}
