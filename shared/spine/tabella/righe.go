package tabella

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// guasto is a version whose rows make no table: reading it again gives the same.
type guasto struct {
	versione Versione
	causa    error
}

// Error names version, table and the rows at fault.
func (g *guasto) Error() string {
	di := ""
	if g.versione.Tenant != "" {
		di = " di " + g.versione.Tenant
	}
	return fmt.Sprintf("la versione %d della tabella %s%s non si può usare, resta la precedente: %v", g.versione.Versione, g.versione.Nome, di, g.causa)
}

// Unwrap returns the fault of the rows.
func (g *guasto) Unwrap() error { return g.causa }

// tabellaDi is what every table can do with its rows.
type tabellaDi[R any] interface{ Tutte() []R }

// leggiTabella makes a table of the rows of a version. They must be as many as core says, each under its
// own key, and pass the checks of a file: anything less than a whole table is a *guasto.
func leggiTabella[R interface{ Chiave() string }, T tabellaDi[R]](ctx context.Context, q interroga, v Versione, nuova func([]R) (T, error)) (T, error) {
	var vuota T
	righe, err := leggiRighe[R](ctx, q, v)
	if err != nil {
		return vuota, err
	}
	if len(righe) != v.Righe {
		return vuota, &guasto{v, fmt.Errorf("righe %d, attese %d", len(righe), v.Righe)}
	}
	t, err := nuova(righe)
	if err != nil {
		return vuota, &guasto{v, err}
	}
	return t, nil
}

func leggiRighe[R interface{ Chiave() string }](ctx context.Context, q interroga, v Versione) ([]R, error) {
	rows, err := q.Query(ctx, `SELECT chiave, dati FROM core_v1.tabella_riga
		WHERE nome = $1 AND tenant = $2 AND da <= $3 AND (a IS NULL OR a > $3)`, v.Nome, v.Tenant, v.Versione)
	if err != nil {
		return nil, fmt.Errorf("righe di %s: %w", v.Nome, err)
	}
	var righe []R
	var chiave string
	var dati []byte
	_, err = pgx.ForEachRow(rows, []any{&chiave, &dati}, func() error {
		var r R
		if err := json.Unmarshal(dati, &r); err != nil {
			return &guasto{v, fmt.Errorf("riga %s: %w", chiave, err)}
		}
		if r.Chiave() != chiave {
			return &guasto{v, fmt.Errorf("riga %s: ha la chiave di %s", chiave, r.Chiave())}
		}
		righe = append(righe, r)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("righe di %s: %w", v.Nome, err)
	}
	return righe, nil
}
