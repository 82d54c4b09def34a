package verbale

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// quadro reads what the decisions look at beside the state; 404 for a fine that the tenant does not have.
func (s *Store) quadro(ctx context.Context, id uuid.UUID) (quadro, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return quadro{}, err
	}
	var q quadro
	err = pgx.BeginTxFunc(ctx, database.Pool, istantanea(), func(tx pgx.Tx) error { return q.leggi(ctx, tx, id) })
	return q, db.Wrap("verbale "+id.String(), err)
}

func (q *quadro) leggi(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	letti, err := leggiQuadri(ctx, tx, []uuid.UUID{id})
	if err != nil {
		return err
	}
	letto, ok := letti[id]
	if !ok {
		return problem.NonTrovato("verbale", id.String())
	}
	*q = letto
	return nil
}

// leggiQuadri reads those of some fines in one go. Who is on the papers of the vehicle was known from the
// first day to who asked: a position opened for him is not one that data from outside opened.
func leggiQuadri(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (map[uuid.UUID]quadro, error) {
	type riga struct {
		Verbale                  uuid.UUID
		Violazione, Accertamento calendario.Giorno
		Contestato               bool
		Posizione                *uuid.UUID
		Estero                   bool
		Aperta                   calendario.Giorno
		Decisa                   bool
	}
	tutte, err := righe(ctx, tx, pgx.RowToStructByPos[riga], `SELECT v.id, (v.data_violazione AT TIME ZONE 'Europe/Rome')::date, v.data_accertamento,
			v.contestato, p.id, coalesce(s.nazione, 'IT') <> 'IT', e.data_legale, a.id IS NOT NULL
		FROM verbale v LEFT JOIN posizione p ON p.verbale = v.id LEFT JOIN soggetto s ON s.id = p.soggetto
			LEFT JOIN evento e ON e.verbale = p.verbale AND e.tipo = 'POSIZIONE_APERTA' AND e.dati->'posizione'->>'id' = p.id::text
				AND coalesce(e.dati->>'titolo', '') = ''
			LEFT JOIN anomalia a ON a.id = p.id AND a.chiusa IS NOT NULL
		WHERE v.id = ANY ($1)`, ids)
	quadri := make(map[uuid.UUID]quadro, len(ids))
	for _, r := range tutte {
		q, letto := quadri[r.Verbale]
		if !letto {
			q = quadro{violazione: r.Violazione, accertamento: r.Accertamento, contestato: r.Contestato,
				esteri: map[uuid.UUID]bool{}, aperte: map[uuid.UUID]calendario.Giorno{}, decise: map[uuid.UUID]bool{}}
			quadri[r.Verbale] = q
		}
		if r.Posizione == nil {
			continue
		}
		q.esteri[*r.Posizione], q.decise[*r.Posizione] = r.Estero, r.Decisa
		if !r.Aperta.IsZero() {
			q.aperte[*r.Posizione] = r.Aperta
		}
	}
	return quadri, err
}

// conIdempotenza finds the event that was recorded under a key, and tells what request it came from.
func (s *Store) conIdempotenza(ctx context.Context, id uuid.UUID, chiave string) (impronta string, ok bool, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return "", false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT impronta FROM evento WHERE verbale = $1 AND idempotenza = $2`, id, chiave).Scan(&impronta)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return impronta, err == nil, db.Wrap("evento del verbale "+id.String(), err)
}

type chiaveIndirizzo struct{}

// conIndirizzo puts the address of the caller into the context, for the audit.
func conIndirizzo(ctx context.Context, indirizzo string) context.Context {
	return context.WithValue(ctx, chiaveIndirizzo{}, indirizzo)
}

// accesso is the line of the audit about a change, from where the caller was.
func accesso(ctx context.Context, a db.Access) db.Access {
	a.Indirizzo, _ = ctx.Value(chiaveIndirizzo{}).(string)
	return a
}
