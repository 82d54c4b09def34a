package interrogazione

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Lavoro is a question in the queue: about the person of a position, to a register.
type Lavoro struct {
	Registro           verbale.RegistroVisura
	Verbale, Posizione string
}

// Attende keeps why a piece of work waits, so that a page can say it, or that it waits no more; err is what it ended with after so
// many deliveries, and what the bus gets is Esito's.
func (s Store) Attende(ctx context.Context, l Lavoro, err error, consegne uint64, adesso time.Time) error {
	esito := Esito(err, consegne)
	posizione, errP := uuid.Parse(l.Posizione)
	id, errV := uuid.Parse(l.Verbale)
	if errP != nil || errV != nil {
		return esito
	}
	database, errDB := s.Pools.Tenant(ctx)
	if errDB != nil {
		return errors.Join(esito, errDB)
	}
	p := problem.As(esito)
	if p == nil || p.Kind != problem.Unavailable {
		_, errDB = database.Pool.Exec(ctx, `DELETE FROM attesa WHERE posizione = $1 AND registro = $2`, posizione, l.Registro)
		return errors.Join(esito, db.Wrap("attesa", errDB))
	}
	_, errDB = database.Pool.Exec(ctx, `INSERT INTO attesa (posizione, registro, verbale, codice, detto, dal, ultimo)
		VALUES ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz)
		ON CONFLICT (posizione, registro) DO UPDATE SET codice = excluded.codice, detto = excluded.detto, ultimo = excluded.ultimo`,
		posizione, l.Registro, id, p.Codice, p.Dettaglio, adesso)
	return errors.Join(esito, db.Wrap("attesa", errDB))
}
