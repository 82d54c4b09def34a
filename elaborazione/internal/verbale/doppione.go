package verbale

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// chiaveDoppione locks plate and minute: two doubles recorded at the same instant wait for each other,
// so that the second sees the first.
func (n Nuovo) chiaveDoppione() int64 {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, "verbali.doppione ", n.Targa, " ", n.DataViolazione.Truncate(time.Minute).Unix())
	return int64(h.Sum64() >> 1)
}

// cercaDoppioni finds, for each fine, another one of the same plate, place, minute and article under
// another key, and gives its number; empty where there is none.
func cercaDoppioni(ctx context.Context, tx pgx.Tx, insieme []*richiesta) ([]string, error) {
	chiavi := make([]int64, len(insieme))
	for i, r := range insieme {
		chiavi[i] = r.n.chiaveDoppione()
	}
	slices.Sort(chiavi) // everybody locks in the same order
	var lotto pgx.Batch
	for _, c := range chiavi {
		lotto.Queue(`SELECT pg_advisory_xact_lock($1)`, c)
	}
	if err := tx.SendBatch(ctx, &lotto).Close(); err != nil {
		return nil, fmt.Errorf("verbale: doppioni: %w", err)
	}
	trovati := make([]string, len(insieme))
	lotto = pgx.Batch{}
	for i, r := range insieme {
		r.n.cercaDoppione(&lotto, &trovati[i])
	}
	if err := tx.SendBatch(ctx, &lotto).Close(); err != nil {
		return nil, fmt.Errorf("verbale: doppioni: %w", err)
	}
	return trovati, nil
}

func (n Nuovo) cercaDoppione(lotto *pgx.Batch, trovato *string) {
	articoli := make([]string, len(n.Violazioni))
	for i, v := range n.Violazioni {
		articoli[i] = v.Articolo
	}
	lotto.Queue(`SELECT concat_ws('/', v.numero, nullif(v.lettera, ''), v.anno) FROM verbale v
		WHERE v.targa = $1 AND v.data_violazione >= $2 AND v.data_violazione < $3
		  AND v.luogo_istat = $4 AND lower(v.luogo_indirizzo) = lower($5) AND v.luogo_civico = $6 AND v.luogo_chilometro = $7
		  AND v.procedura <> 'SCARTATO' AND (v.integratore, v.id_esterno) IS DISTINCT FROM ($8::uuid, $9::text)
		  AND EXISTS (SELECT FROM violazione x WHERE x.verbale = v.id AND x.articolo = ANY ($10))
		ORDER BY v.id LIMIT 1`,
		n.Targa, n.DataViolazione.Truncate(time.Minute), n.DataViolazione.Truncate(time.Minute).Add(time.Minute),
		n.Luogo.Istat, n.Luogo.Indirizzo, n.Luogo.Civico, n.Luogo.Chilometro, oNullo(n.Integratore), n.IDEsterno, articoli).
		QueryRow(func(r pgx.Row) error {
			if err := r.Scan(trovato); err != nil && !errors.Is(err, pgx.ErrNoRows) {
				return err //nolint:wrapcheck // wrapped by the caller
			}
			return nil
		})
}
