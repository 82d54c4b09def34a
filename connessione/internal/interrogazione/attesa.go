package interrogazione

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Lavoro is a question in the queue: about the person of a position, to a register. Corpo is its message, Termine the last day of
// the nearest term of service that is not gone.
type Lavoro struct {
	Registro           verbale.RegistroVisura
	Verbale, Posizione string
	Corpo              []byte
	Termine            calendario.Giorno
}

// Attende keeps why a piece of work waits, so that a page can say it, or that it waits no more; err is what it ended with after so
// many deliveries, and what the bus gets is Esito's. Work that waits for another day of the register leaves the bus, where it would
// come back by chance and keep out who comes after: Ripresa gives it back, the nearest to its term first.
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
	var corpo *string
	if p.Codice == CodiceQuota {
		testo := string(l.Corpo)
		corpo = &testo
	}
	_, errDB = database.Pool.Exec(ctx, `INSERT INTO attesa (posizione, registro, verbale, codice, detto, dal, ultimo, termine, lavoro)
		VALUES ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz, $7, $8)
		ON CONFLICT (posizione, registro) DO UPDATE SET codice = excluded.codice, detto = excluded.detto, ultimo = excluded.ultimo,
			termine = excluded.termine, lavoro = excluded.lavoro`,
		posizione, l.Registro, id, p.Codice, p.Dettaglio, adesso, nullo(l.Termine), corpo)
	if errDB == nil && corpo != nil {
		s.Sveglia.Suona(coda{tenant.Name(ctx), l.Registro})
		return nil
	}
	return errors.Join(esito, db.Wrap("attesa", errDB))
}

// precedono counts the waiting questions nearer to their term than a piece of work, which leaves them its part of the day. A
// question on the bus comes back within a minute: after a day without a sign it no longer counts.
func (s Store) precedono(ctx context.Context, l Lavoro, adesso time.Time) (n int, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return 0, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT count(*) FROM attesa WHERE registro = $1 AND posizione <> CAST($2 AS text)::uuid
		AND (lavoro IS NOT NULL OR ultimo > $4::timestamptz) AND ($3::date IS NULL AND termine IS NOT NULL OR termine < $3::date)`,
		l.Registro, l.Posizione, nullo(l.Termine), adesso.AddDate(0, 0, -1)).Scan(&n)
	return n, db.Wrap("attesa", err)
}

func nullo(g calendario.Giorno) *calendario.Giorno {
	if g == (calendario.Giorno{}) {
		return nil
	}
	return &g
}
