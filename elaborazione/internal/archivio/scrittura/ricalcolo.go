package scrittura

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Ricalcolati is what the replay of some fines found.
type Ricalcolati struct {
	Ultimo  uuid.UUID // of those read, in order of id
	Verbali int
	Eventi  int
	Diversi []vita.Diverso
}

// RicalcolaDopo replays the events of the next fines after one, in order of id, and compares the results with
// what the tables hold: every difference is a bug. Nothing is written. Zero is the start, and no fine the end.
func (s *Scrittore) RicalcolaDopo(ctx context.Context, dopo uuid.UUID, quanti int) (r Ricalcolati, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return r, err
	}
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		ids, err := lettura.Righe(ctx, tx, pgx.RowTo[uuid.UUID], `SELECT id FROM verbale WHERE id > $1 ORDER BY id LIMIT $2`, dopo, quanti)
		if err != nil || len(ids) == 0 {
			return err
		}
		r, err = ricalcola(ctx, tx, ids)
		return err
	})
	return r, db.Wrap("ricalcolo dei verbali", err)
}

// RicalcolaUno replays one fine; 404 when the tenant does not have it.
func (s *Scrittore) RicalcolaUno(ctx context.Context, id uuid.UUID) (r Ricalcolati, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return r, err
	}
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		r, err = ricalcola(ctx, tx, []uuid.UUID{id})
		return err
	})
	if err == nil && r.Verbali == 0 {
		err = problem.NonTrovato("verbale", id.String())
	}
	return r, db.Wrap("ricalcolo del verbale "+id.String(), err)
}

func ricalcola(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (r Ricalcolati, err error) {
	proiettati, err := lettura.LeggiStati(ctx, tx, ids, "")
	if err != nil {
		return r, err
	}
	storie, err := lettura.LeggiStorie(ctx, tx, ids)
	if err != nil {
		return r, err
	}
	for _, p := range proiettati {
		r.Verbali, r.Ultimo = r.Verbali+1, p.ID
		r.Eventi += len(storie[p.ID])
		if d := vita.Differisce(p, storie[p.ID]); len(d) > 0 {
			r.Diversi = append(r.Diversi, vita.Diverso{Verbale: p.ID, Differenze: d})
		}
	}
	return r, nil
}
