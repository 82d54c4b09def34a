package verbale

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// quadro reads what the decisions look at beside the state; 404 for a fine that the tenant does not have.
func (s *Store) quadro(ctx context.Context, id uuid.UUID) (quadro, error) {
	banca, err := s.piscine.Tenant(ctx)
	if err != nil {
		return quadro{}, err //nolint:wrapcheck // the pool names the database
	}
	q := quadro{esteri: map[uuid.UUID]bool{}, aperte: map[uuid.UUID]calendario.Giorno{}}
	err = pgx.BeginTxFunc(ctx, banca.Pool, istantanea(), func(tx pgx.Tx) error { return q.leggi(ctx, tx, id) })
	return q, db.Errore("verbale "+id.String(), err) //nolint:wrapcheck // the one place that names it
}

func (q *quadro) leggi(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	err := tx.QueryRow(ctx, `SELECT (data_violazione AT TIME ZONE 'Europe/Rome')::date, data_accertamento, contestato FROM verbale WHERE id = $1`, id).
		Scan(&q.violazione, &q.accertamento, &q.contestato)
	if errors.Is(err, pgx.ErrNoRows) {
		return problem.NonTrovato("verbale", id.String())
	}
	if err != nil {
		return err //nolint:wrapcheck // wrapped by the caller
	}
	type posizione struct {
		ID     uuid.UUID
		Estero bool
		Aperta calendario.Giorno
	}
	tutte, err := righe(ctx, tx, pgx.RowToStructByPos[posizione], `SELECT p.id, coalesce(s.nazione, 'IT') <> 'IT', e.data_legale
		FROM posizione p LEFT JOIN soggetto s ON s.id = p.soggetto
			LEFT JOIN evento e ON e.verbale = p.verbale AND e.tipo = 'POSIZIONE_APERTA' AND e.dati->'posizione'->>'id' = p.id::text
		WHERE p.verbale = $1`, id)
	for _, p := range tutte {
		q.esteri[p.ID] = p.Estero
		if !p.Aperta.IsZero() {
			q.aperte[p.ID] = p.Aperta
		}
	}
	return err
}

// conIdempotenza finds the event that was recorded under a key, and tells what request it came from.
func (s *Store) conIdempotenza(ctx context.Context, id uuid.UUID, chiave string) (impronta string, ok bool, err error) {
	banca, err := s.piscine.Tenant(ctx)
	if err != nil {
		return "", false, err //nolint:wrapcheck // the pool names the database
	}
	err = banca.Pool.QueryRow(ctx, `SELECT impronta FROM evento WHERE verbale = $1 AND idempotenza = $2`, id, chiave).Scan(&impronta)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return impronta, err == nil, db.Errore("evento del verbale "+id.String(), err) //nolint:wrapcheck // the one place that names it
}

type chiaveIndirizzo struct{}

// conIndirizzo puts the address of the caller into the context, for the audit.
func conIndirizzo(ctx context.Context, indirizzo string) context.Context {
	return context.WithValue(ctx, chiaveIndirizzo{}, indirizzo)
}

// accesso is the line of the audit about a change, from where the caller was.
func accesso(ctx context.Context, a db.Accesso) db.Accesso {
	a.Indirizzo, _ = ctx.Value(chiaveIndirizzo{}).(string)
	return a
}
