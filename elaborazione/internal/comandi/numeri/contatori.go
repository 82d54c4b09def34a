package numeri

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
)

// contatore is the counter of a series and where it must be.
type contatore struct {
	serie  serie
	da, al int64
}

// leggiSerie reads the counters of the series that the platform numbers. The copy may have lost fines of
// the years from that of the last one inserted: there di numbers are left free, also in a series that had
// not begun its year. Of a series that senders number too, what is beyond the counter is theirs.
func (a archivio) leggiSerie(ctx context.Context, tx pgx.Tx, di int64, t traguardo, oggi calendario.Giorno) ([]contatore, error) {
	interne, err := a.interne(ctx, tx, oggi)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		WITH perduti AS (SELECT coalesce(max(extract(year FROM inserito AT TIME ZONE 'Europe/Rome'))::int, $1::int) AS dal FROM verbale),
		serie AS (
			SELECT anno::int, lettera FROM numerazione
			UNION SELECT a, lettera FROM (SELECT DISTINCT lettera FROM numerazione) l, perduti p, generate_series(p.dal, $1::int) a WHERE $2::bigint > 0
			UNION SELECT $3::int, $4::text WHERE $5::bigint > 0)
		SELECT s.anno, s.lettera, coalesce(n.ultimo, 0),
			greatest(coalesce(n.ultimo, 0),
				coalesce((SELECT max(v.numero) FROM verbale v WHERE v.anno = s.anno AND v.lettera = s.lettera
					AND (v.numero <= n.ultimo OR s.lettera = ANY($6))), 0) + CASE WHEN s.anno >= p.dal THEN $2 ELSE 0 END,
				CASE WHEN s.anno = $3 AND s.lettera = $4 THEN $5 ELSE 0 END)
		FROM serie s CROSS JOIN perduti p LEFT JOIN numerazione n ON n.anno = s.anno AND n.lettera = s.lettera
		ORDER BY s.anno, s.lettera`, oggi.Anno(), di, t.serie.anno, t.serie.lettera, numeroDiSerie(t), interne)
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

// numeroDiSerie is the number to go beyond, when it is a fine's.
func numeroDiSerie(t traguardo) int64 {
	if t.serie.anno == 0 {
		return 0
	}
	return t.numero
}

// muovi moves the counter of a range to the highest notice number known, and beyond.
func muovi(ctx context.Context, tx pgx.Tx, i anagrafe.Intervallo, di int64, t traguardo) (mossa, error) {
	m := mossa{nome: nomeIntervallo(i)}
	radice := "3" + i.Segregazione + i.Prefisso
	err := tx.QueryRow(ctx, `SELECT coalesce((SELECT ultimo FROM numero_avviso WHERE intervallo = $1), 0),
			coalesce((SELECT max(substr(numero_avviso, $4::int + 1, 16 - $4::int)::bigint) FROM avviso
				WHERE codice_fiscale_ente = $2 AND numero_avviso LIKE $3), 0) + $5`,
		i.ID, i.CodiceFiscaleEnte, radice+"%", len(radice), di).Scan(&m.da, &m.al)
	if err != nil {
		return m, err
	}
	if slices.Contains(t.intervalli, i.ID) {
		m.al = max(m.al, t.numero)
	}
	if m.al = max(m.al, m.da); m.al == m.da {
		return m, nil
	}
	_, err = tx.Exec(ctx, `INSERT INTO numero_avviso (intervallo, ultimo) VALUES ($1, $2)
		ON CONFLICT (intervallo) DO UPDATE SET ultimo = EXCLUDED.ultimo`, i.ID, m.al)
	return m, err
}

// muoviAG moves the counter of a range of judicial acts to the highest code known, and beyond.
func muoviAG(ctx context.Context, tx pgx.Tx, i anagrafe.IntervalloAG, di int64, t traguardo) (mossa, error) {
	m := mossa{nome: nomeIntervalloAG(i)}
	err := tx.QueryRow(ctx, `SELECT coalesce((SELECT ultimo FROM numero_raccomandata WHERE intervallo = $1), 0),
			coalesce((SELECT max(substr(codice_ag, length($2) + 1, 11 - length($2))::bigint) FROM documento
				WHERE codice_ag <> '' AND starts_with(codice_ag, $2)), 0) + $3`, i.ID, i.Prefisso, di).Scan(&m.da, &m.al)
	if err != nil {
		return m, err
	}
	if slices.Contains(t.intervalliAG, i.ID) {
		m.al = max(m.al, t.numero)
	}
	if m.al = max(m.al, m.da); m.al == m.da {
		return m, nil
	}
	_, err = tx.Exec(ctx, `INSERT INTO numero_raccomandata (intervallo, ultimo) VALUES ($1, $2)
		ON CONFLICT (intervallo) DO UPDATE SET ultimo = EXCLUDED.ultimo`, i.ID, m.al)
	return m, err
}
