package numeri

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// contatore is the counter of a series and where it must be.
type contatore struct {
	serie  serie
	da, al int64
}

// leggiSerie reads the counters of the series that the platform numbers. The copy may have lost fines of the years from that of
// the last inserted one: for these years di numbers are left free, also in a series not yet begun. Numbers beyond the counter
// of a series that senders number too are the senders'.
func (a archivio) leggiSerie(ctx context.Context, tx pgx.Tx, di int64, t traguardo, oggi calendario.Giorno) ([]contatore, error) {
	interne, err := a.interne(ctx, tx, oggi)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		WITH perduti AS (SELECT coalesce(max(extract(year FROM inserito AT TIME ZONE 'Europe/Rome'))::int, $1::int) AS dal FROM verbale),
		stampati AS (SELECT anno, lettera, max(numero) AS numero FROM unnest($3::int[], $4::text[], $5::bigint[]) s(anno, lettera, numero) GROUP BY anno, lettera),
		serie AS (
			SELECT anno::int, lettera FROM numerazione
			UNION SELECT a, lettera FROM (SELECT DISTINCT lettera FROM numerazione) l, perduti p, generate_series(p.dal, $1::int) a WHERE $2::bigint > 0
			UNION SELECT anno, lettera FROM stampati)
		SELECT s.anno, s.lettera, coalesce(n.ultimo, 0),
			greatest(coalesce(n.ultimo, 0),
				coalesce((SELECT max(v.numero) FROM verbale v WHERE v.anno = s.anno AND v.lettera = s.lettera
					AND (v.numero <= n.ultimo OR s.lettera = ANY($6))), 0) + CASE WHEN s.anno >= p.dal THEN $2 ELSE 0 END,
				coalesce((SELECT t.numero FROM stampati t WHERE t.anno = s.anno AND t.lettera = s.lettera), 0))
		FROM serie s CROSS JOIN perduti p LEFT JOIN numerazione n ON n.anno = s.anno AND n.lettera = s.lettera
		ORDER BY s.anno, s.lettera`, oggi.Anno(), di, t.anni, t.lettere, t.numeri, interne)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (x contatore, err error) {
		err = r.Scan(&x.serie.anno, &x.serie.lettera, &x.da, &x.al)
		return x, err
	})
}

// interne are the series that nobody but the platform numbers.
func (a archivio) interne(ctx context.Context, tx pgx.Tx, oggi calendario.Giorno) (interne []string, err error) {
	rows, err := tx.Query(ctx, `SELECT DISTINCT lettera FROM numerazione`)
	if err != nil {
		return nil, err
	}
	tutte, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	for _, l := range tutte {
		solo, err := a.interna(l, oggi)
		if err != nil {
			return nil, err
		}
		if solo {
			interne = append(interne, l)
		}
	}
	return interne, nil
}
