package instradamento

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// perVolta is how many rows one statement of the rebuilding carries or changes.
const perVolta = 5000

// Conteggio is what a rebuilding found and changed: pairs of the notices, rows that were missing, rows
// that are of no notice any more.
type Conteggio struct{ Avvisi, Aggiunti, Tolti int }

// ricostruzione works on one connection to the platform database, which holds the turn of its tenant.
type ricostruzione struct {
	nome   string
	chiave Chiave
	su     *pgx.Conn
	fatto  Conteggio
}

// ricostruisci makes the rows of a tenant match its notices. It notes the existing rows, then reads the views, adds the missing
// rows and deletes the noted rows that it did not read; rows that the consumer adds meanwhile stay. Each step is a short
// transaction of its own: nobody waits, and an interrupted run leaves the table no worse and starts over. An advisory lock
// serializes the runs of a tenant.
func (s *store) ricostruisci(ctx context.Context, nome string, chiave Chiave) (Conteggio, error) {
	origine, err := s.pools.Tenant(ctx)
	if err != nil {
		return Conteggio{}, err
	}
	piattaforma, err := s.pools.Platform(ctx)
	if err != nil {
		return Conteggio{}, err
	}
	c, err := piattaforma.Pool.Acquire(ctx)
	if err != nil {
		return Conteggio{}, db.Wrap("ricostruzione", err)
	}
	defer c.Release()
	r := ricostruzione{nome: nome, chiave: chiave, su: c.Conn()}
	err = r.tutta(ctx, origine.Pool)
	return r.fatto, db.Wrap("ricostruzione", err)
}

func (r *ricostruzione) tutta(ctx context.Context, origine *db.Pool) error {
	const turno = `hashtextextended('connessione.instradamento.' || $1, 0)`
	if _, err := r.su.Exec(ctx, `SELECT pg_advisory_lock(`+turno+`)`, r.nome); err != nil {
		return err
	}
	defer func() { // a connection that is lost has given it back already
		_, _ = r.su.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock(`+turno+`)`, r.nome)
	}()
	for _, passo := range []func() error{
		func() error { return r.esegui(ctx, `DELETE FROM ricostruzione WHERE tenant = $1`) },
		func() error {
			return r.esegui(ctx, `INSERT INTO ricostruzione (tenant, chiave, vera) SELECT tenant, chiave, false FROM instradamento WHERE tenant = $1`)
		},
		func() error { return r.leggi(ctx, origine) },
		func() (err error) { r.fatto.Aggiunti, err = r.aGruppi(ctx, aggiungiMancanti); return err },
		func() (err error) { r.fatto.Tolti, err = r.aGruppi(ctx, togliVecchie); return err },
		func() error { return r.esegui(ctx, `DELETE FROM ricostruzione WHERE tenant = $1`) },
	} {
		if err := passo(); err != nil {
			return err
		}
	}
	return nil
}

func (r *ricostruzione) esegui(ctx context.Context, sql string) error {
	_, err := r.su.Exec(ctx, sql, r.nome)
	return err
}

// leggi streams the pairs of the tenant's notices into the scratch.
func (r *ricostruzione) leggi(ctx context.Context, origine *db.Pool) error {
	rows, err := origine.Query(ctx, `SELECT a.iuv, v.targa FROM verbali_v1.avviso a JOIN verbali_v1.verbale v ON v.id = a.verbale`)
	if err != nil {
		return err
	}
	defer rows.Close()
	gruppo := make([][]byte, 0, perVolta)
	scrivi := func() error {
		_, err := r.su.Exec(ctx, `INSERT INTO ricostruzione (tenant, chiave, vera) SELECT DISTINCT $1, unnest($2::bytea[]), true
			ON CONFLICT (tenant, chiave) DO UPDATE SET vera = true`, r.nome, gruppo)
		gruppo = gruppo[:0]
		return err
	}
	for rows.Next() {
		var c Coppia
		if err := rows.Scan(&c.IUV, &c.Targa); err != nil {
			return err
		}
		r.fatto.Avvisi++
		if gruppo = append(gruppo, r.chiave.Impronta(c)); len(gruppo) == perVolta {
			if err := scrivi(); err != nil {
				return err
			}
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return scrivi()
}

// The last steps change the routing table a part at a time. Each line of the scratch is taken away with
// what it asks for, so that the next part is another.
const (
	aggiungiMancanti = `WITH parte AS (DELETE FROM ricostruzione WHERE (tenant, chiave) IN
			(SELECT tenant, chiave FROM ricostruzione WHERE tenant = $1 AND vera LIMIT $2) RETURNING chiave, tenant),
		fatte AS (INSERT INTO instradamento (chiave, tenant) SELECT chiave, tenant FROM parte ORDER BY chiave
			ON CONFLICT DO NOTHING RETURNING 1)
		SELECT (SELECT count(*) FROM parte), (SELECT count(*) FROM fatte)`
	togliVecchie = `WITH parte AS (DELETE FROM ricostruzione WHERE (tenant, chiave) IN
			(SELECT tenant, chiave FROM ricostruzione WHERE tenant = $1 AND NOT vera LIMIT $2) RETURNING chiave, tenant),
		fatte AS (DELETE FROM instradamento i USING parte WHERE i.chiave = parte.chiave AND i.tenant = parte.tenant RETURNING 1)
		SELECT (SELECT count(*) FROM parte), (SELECT count(*) FROM fatte)`
)

// aGruppi repeats a step until the scratch has nothing left for it, and counts the rows it changed.
func (r *ricostruzione) aGruppi(ctx context.Context, sql string) (cambiate int, err error) {
	for {
		var parte, fatte int
		if err := r.su.QueryRow(ctx, sql, r.nome, perVolta).Scan(&parte, &fatte); err != nil {
			return cambiate, err
		}
		if cambiate += fatte; parte == 0 {
			return cambiate, nil
		}
	}
}
