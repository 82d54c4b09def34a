package archivio

import (
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// chiaveDoppione locks plate and minute: two doubles recorded at the same instant wait for each other,
// so that the second sees the first.
func chiaveDoppione(n conseguenze.Nuovo) int64 {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, "verbali.doppione ", n.Targa, " ", n.DataViolazione.Truncate(time.Minute).Unix())
	return int64(h.Sum64() >> 1)
}

// trovato is what is in the database before a fine is recorded.
type trovato struct {
	presente bool   // a fine with its key
	doppione string // number of another one of the same plate, place, minute and article; empty: none
}

// cercaPrima asks, for each fine, whether its key is there and of what it may be the double. Everybody
// locks in the same order; the look comes after the locks, as a statement of its own.
func cercaPrima(lotto *pgx.Batch, insieme []*richiesta) (trovati []trovato, err error) {
	chiavi := make([]int64, len(insieme))
	var righe mucchio
	for i, r := range insieme {
		chiavi[i] = chiaveDoppione(r.n)
		articoli, _ := norme(r.n)
		righe.aggiungi(r.n.Integratore, r.n.IDEsterno, r.n.Targa, r.n.DataViolazione.Truncate(time.Minute),
			r.n.Luogo.Istat, r.n.Luogo.Indirizzo, r.n.Luogo.Civico, r.n.Luogo.Chilometro, articoli)
	}
	cercate, err := righe.letterale()
	if err != nil {
		return nil, err
	}
	slices.Sort(chiavi)
	lotto.Queue(`SELECT count(pg_advisory_xact_lock(chiave)) FROM unnest($1::bigint[]) chiave`, chiavi)
	trovati = make([]trovato, len(insieme))
	lotto.Queue(cercaVerbali, cercate).Query(func(rows pgx.Rows) error {
		for i := 0; rows.Next(); i++ {
			if err := rows.Scan(&trovati[i].presente, &trovati[i].doppione); err != nil {
				return err
			}
		}
		return rows.Err()
	})
	return trovati, nil
}

// cercaVerbali has no EXISTS: the server might answer it by reading the whole table once.
const cercaVerbali = `SELECT coalesce((SELECT true FROM verbale v WHERE v.integratore = x.integratore AND v.id_esterno = x.id_esterno), false),
	coalesce((SELECT (array_agg(concat_ws('/', v.numero, nullif(v.lettera, ''), v.anno) ORDER BY v.id))[1] FROM verbale v
		WHERE v.targa = x.targa AND v.data_violazione >= x.minuto AND v.data_violazione < x.minuto + interval '1 minute'
			AND v.luogo_istat = x.luogo_istat AND lower(v.luogo_indirizzo) = lower(x.luogo_indirizzo)
			AND v.luogo_civico = x.luogo_civico AND v.luogo_chilometro = x.luogo_chilometro
			AND v.articoli && x.articoli AND v.procedura <> '` + string(verbale.Scartato) + `'
			AND (v.integratore, v.id_esterno) IS DISTINCT FROM (x.integratore, x.id_esterno)), '')
	FROM unnest($1::riga_cercata[]) WITH ORDINALITY
		AS x (integratore, id_esterno, targa, minuto, luogo_istat, luogo_indirizzo, luogo_civico, luogo_chilometro, articoli, posto)
	ORDER BY x.posto`
