package orfani

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
)

// prendi makes the sweep of a tenant ours, on a connection of its own; false while another process has it. A
// connection that is lost takes the sweep with it: the next question fails.
func (s *giro) prendi(ctx context.Context, pool *db.Pool) (lascia func(), mio bool, err error) {
	if s.conn, err = pool.Acquire(ctx); err != nil {
		return nil, false, db.Wrap("orfani", err)
	}
	err = s.conn.QueryRow(ctx, `SELECT pg_try_advisory_lock(hashtext('verbali.orfani'))`).Scan(&mio)
	if err != nil || !mio {
		s.conn.Release()
		return nil, false, db.Wrap("orfani", err)
	}
	return func() {
		fine, basta := context.WithTimeout(context.WithoutCancel(ctx), lasciaEntro)
		defer basta()
		if _, err := s.conn.Exec(fine, `SELECT pg_advisory_unlock_all()`); err != nil {
			_ = s.conn.Conn().Close(fine) // with it goes the lock
		}
		s.conn.Release()
	}, true, nil
}

// leggiColonne finds all the places of a tenant's database that name files: the columns called sha256, or like
// it, of our tables and of the views that the other services publish. Every service that keeps documents in the
// store publishes them so, and grants them to elaborazione: an unreadable view stops the sweep. A column that is no text is an error: it cannot be compared.
func (s *giro) leggiColonne(ctx context.Context) error {
	rows, err := s.conn.Query(ctx, `SELECT format('SELECT %I FROM %I.%I WHERE %1$I = ANY ($1)', a.attname, n.nspname, c.relname), a.atttypid = 'text'::regtype
		FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE a.attname LIKE '%sha256%' AND a.attnum > 0 AND NOT a.attisdropped
			AND (n.nspname = current_schema() AND c.relkind IN ('r', 'p')
				OR n.nspname LIKE '%\_v1' AND n.nspname <> current_schema() || '_v1' AND c.relkind IN ('v', 'm')) ORDER BY 1`)
	if err != nil {
		return db.Wrap("orfani", err)
	}
	dove, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (cerca string, err error) {
		var testo bool
		if err = r.Scan(&cerca, &testo); err == nil && !testo {
			err = fmt.Errorf("%s: non è testo", cerca)
		}
		return cerca, err
	})
	if err == nil && len(dove) == 0 {
		err = errors.New("nessuna colonna nomina documenti")
	}
	s.cerca = strings.Join(dove, " UNION ")
	return db.Wrap("orfani", err)
}

// nominati are the files that some row names.
func (s *giro) nominati(ctx context.Context, voci []deposito.Voce) (map[string]bool, error) {
	if len(voci) == 0 {
		return nil, nil //nolint:nilnil // nobody is named
	}
	shas := make([]string, len(voci))
	for i, v := range voci {
		shas[i] = v.SHA256
	}
	rows, err := s.conn.Query(ctx, s.cerca, shas)
	if err != nil {
		return nil, db.Wrap("orfani", err)
	}
	righe, err := pgx.CollectRows(rows, pgx.RowTo[string])
	nominati := make(map[string]bool, len(righe))
	for _, sha := range righe {
		nominati[sha] = true
	}
	return nominati, db.Wrap("orfani", err)
}

// cancellati counts the files that no row names because the rules of the command erased what named them: they are
// expected, and no sign of rows that are missing.
func (s *giro) cancellati(ctx context.Context, voci []deposito.Voce) (n int, err error) {
	shas := make([]string, len(voci))
	for i, v := range voci {
		shas[i] = v.SHA256
	}
	err = s.conn.QueryRow(ctx, `SELECT count(*) FROM file_cancellato WHERE impronta = ANY ($1)`, shas).Scan(&n)
	return n, db.Wrap("orfani", err)
}
