package banco

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Fotografia reads back from the catalogue and from the rows themselves what an insertion wrote, so
// that the script of the limit follows the product when it changes, however it sends its statements.
type Fotografia struct {
	Conn   *pgx.Conn
	Schema string
}

// Tabelle reads the tables of the schema with the columns that a statement may give.
func (f Fotografia) Tabelle(ctx context.Context) (map[string]Tabella, error) {
	rows, err := f.Conn.Query(ctx, `SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
			EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND a.attnum = ANY (i.indkey)),
			EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey))
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE n.nspname = $1 AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity = '' AND a.attgenerated = ''
		ORDER BY c.relname, a.attnum`, f.Schema)
	if err != nil {
		return nil, fmt.Errorf("tabelle di %s: %w", f.Schema, err)
	}
	defer rows.Close()
	tutte := map[string]Tabella{}
	for rows.Next() {
		var nome string
		var col colonna
		if err := rows.Scan(&nome, &col.nome, &col.tipo, &col.indicizzata, &col.chiave); err != nil {
			return nil, fmt.Errorf("tabelle di %s: %w", f.Schema, err)
		}
		t := tutte[nome]
		t.schema, t.nome, t.colonne = f.Schema, nome, append(t.colonne, col)
		tutte[nome] = t
	}
	return tutte, rows.Err()
}

// Righe reads the rows that a transaction wrote and that nobody has touched since, in the order of its
// statements.
func (f Fotografia) Righe(ctx context.Context, tabelle map[string]Tabella, transazione string) ([]RigaScritta, error) {
	type scritta struct {
		comando int64
		RigaScritta
	}
	var tutte []scritta
	for _, t := range tabelle {
		colonne := make([]string, len(t.colonne))
		for i, c := range t.colonne {
			colonne[i] = identificatore(c.nome) + "::text"
		}
		rows, err := f.Conn.Query(ctx, fmt.Sprintf(`SELECT cmin::text::bigint, ARRAY[%s]::text[] FROM %s.%s WHERE xmin = $1::xid ORDER BY 1, ctid`,
			strings.Join(colonne, ", "), identificatore(f.Schema), identificatore(t.nome)), transazione)
		if err != nil {
			return nil, fmt.Errorf("righe di %s: %w", t.nome, err)
		}
		sue, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (scritta, error) {
			s := scritta{RigaScritta: RigaScritta{Tabella: t.nome}}
			err := r.Scan(&s.comando, &s.valori)
			return s, err
		})
		if err != nil {
			return nil, fmt.Errorf("righe di %s: %w", t.nome, err)
		}
		tutte = append(tutte, sue...)
	}
	slices.SortStableFunc(tutte, func(a, b scritta) int {
		if a.comando != b.comando {
			return int(a.comando - b.comando)
		}
		return strings.Compare(a.Tabella, b.Tabella)
	})
	righe := make([]RigaScritta, len(tutte))
	for i, s := range tutte {
		righe[i] = s.RigaScritta
	}
	return righe, nil
}

// TransazioneDi names the transaction that wrote the fine with this key of its sender.
func (f Fotografia) TransazioneDi(ctx context.Context, idEsterno string) (xid string, err error) {
	err = f.Conn.QueryRow(ctx, `SELECT xmin::text FROM verbali.verbale WHERE id_esterno = $1`, idEsterno).Scan(&xid)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fmt.Errorf("il verbale %s non è nella banca dati", idEsterno)
	}
	return xid, err
}
