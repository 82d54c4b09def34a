package scrittura

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// chiaveDoppione locks plate and minute: two doubles recorded at the same instant wait for each other,
// so that the second sees the first.
func chiaveDoppione(n conseguenze.Nuovo) int64 {
	return chiave("verbali.doppione ", n.Targa, " ", n.DataViolazione.Truncate(time.Minute).Unix())
}

// chiave hashes the parts of a name into the number of an advisory lock.
func chiave(parti ...any) int64 {
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, parti...)
	return int64(h.Sum64() >> 1)
}

// chiavi are the locks of a fine: two that have one in common are not recorded at the same time.
func (r *richiesta) chiavi() []int64 {
	tutte := []int64{chiaveDoppione(r.n)}
	for _, x := range r.esame.Ricerche {
		tutte = append(tutte, chiavi(x)...)
	}
	return tutte
}

// trovato is the content of the database just before a fine is recorded.
type trovato struct {
	presente   bool                   // a fine with its key
	doppioni   []conseguenze.Doppione // others of the same plate, place and minute about what may be the same fact
	precedenti [][]lettura.Precedente // by search
}

// qualcosa reports that there was something of which the fine must speak.
func (t trovato) qualcosa() bool {
	return len(t.doppioni) > 0 || slices.ContainsFunc(t.precedenti, func(p []lettura.Precedente) bool { return len(p) > 0 })
}

// conStessoFatto are the articles under which the facts of some may have been written down.
func conStessoFatto(articoli []string) []string {
	var tutti []string
	for _, a := range articoli {
		tutti = append(tutti, cds.ArticoliDelloStessoFatto(a)...)
	}
	return tutti
}

// simili are the fines of one plate, municipality and minute about what may be the same fact, a field a list; norme are
// those of each, as norme writes them, a line each.
type simili struct {
	ids                                           []uuid.UUID
	estremi, indirizzi, civici, chilometri, norme []string
	targhe, nazioni                               []string // as written
}

// massimoDoppioni bounds what a fine says of others; one fact was never written down so often.
const massimoDoppioni = 5

// doppioni are those of the same place, however the two wrote it, and of the same article or the same fact.
func (x simili) doppioni(n conseguenze.Nuovo) []conseguenze.Doppione {
	var tutti []conseguenze.Doppione
	qui := lettura.Posto(n.Luogo)
	for i, id := range x.ids {
		var articolo, fatto bool
		for _, v := range n.Violazioni {
			a, f := conseguenze.InComune(v.Articolo, v.Comma, strings.Split(x.norme[i], "\n"))
			articolo, fatto = articolo || a, fatto || f
		}
		if (articolo || fatto) && len(tutti) < massimoDoppioni && targa.Confondibili(n.TargaScritta, n.Nazione, x.targhe[i], x.nazioni[i]) &&
			qui.Stesso(strada.Posto{Indirizzo: x.indirizzi[i], Civico: x.civici[i], Chilometro: x.chilometri[i]}) {
			tutti = append(tutti, conseguenze.Doppione{ID: id, Estremi: x.estremi[i], AltroArticolo: !articolo})
		}
	}
	return tutti
}

// cercaPrima looks up, for each fine, its key, its possible doubles and the earlier violations. Every caller takes the locks in
// the same order; the look-ups follow as separate statements, so that they see what the previous holder committed.
func cercaPrima(lotto *pgx.Batch, insieme []*richiesta) (trovati []trovato, err error) {
	var chiavi []int64
	var righe mucchio
	for _, r := range insieme {
		chiavi = append(chiavi, r.chiavi()...)
		articoli, _ := norme(r.n)
		righe.aggiungi(r.n.Integratore, r.n.IDEsterno, r.n.Targa, r.n.DataViolazione.Truncate(time.Minute),
			r.n.Luogo.Istat, r.n.Luogo.Indirizzo, r.n.Luogo.Civico, r.n.Luogo.Chilometro, conStessoFatto(articoli))
	}
	cercate, err := righe.letterale()
	if err != nil {
		return nil, err
	}
	slices.Sort(chiavi)
	lotto.Queue(`SELECT count(pg_advisory_xact_lock(chiave)) FROM unnest($1::bigint[]) chiave`, chiavi)
	trovati = make([]trovato, len(insieme))
	lotto.Queue(cercaVerbali, cercate, conseguenze.Annullate()).Query(func(rows pgx.Rows) error {
		for i := 0; rows.Next(); i++ {
			var altri simili
			if err := rows.Scan(&trovati[i].presente, &altri.ids, &altri.estremi, &altri.indirizzi, &altri.civici, &altri.chilometri,
				&altri.norme, &altri.targhe, &altri.nazioni); err != nil {
				return err
			}
			trovati[i].doppioni = altri.doppioni(insieme[i].n)
		}
		return rows.Err()
	})
	for i, r := range insieme {
		trovati[i].precedenti = r.esame.accoda(lotto)
	}
	return trovati, nil
}

// conDoppioni gathers the rows of a fine with this number and opens an anomaly on each of its possible doubles. It locks the
// rows of the doubles in order of id, as every writer does.
func (w *scritture) conDoppioni(ctx context.Context, t *pipeline, r *richiesta, numero int64, prima trovato) error {
	doppioni := prima.doppioni
	if len(doppioni) == 0 {
		return w.registrata(r, numero, prima)
	}
	ids := make([]uuid.UUID, len(doppioni))
	for i, d := range doppioni {
		ids[i] = d.ID
	}
	l := lettura.AccodaLetture(&t.Batch, ids, "FOR UPDATE")
	if err := t.manda(ctx); err != nil {
		return err
	}
	for i, d := range doppioni {
		if s := l.Di(d.ID); s != nil {
			doppioni[i].Punto = conseguenze.PuntoAtto(*s)
		}
	}
	if err := w.registrata(r, numero, prima); err != nil {
		return err
	}
	questo := conseguenze.Doppione{ID: r.n.ID, Estremi: conseguenze.Estremi(numero, r.n.Lettera, r.n.Anno)}
	for _, s := range l.Stati {
		eventi := questo.Apre(*s)
		if len(eventi) == 0 {
			continue
		}
		_, passi, err := vivi(*s, datati(eventi, r.n.Ora))
		if err != nil {
			return err
		}
		if err := w.cambio(r.ctx, *s, passi); err != nil {
			return err
		}
	}
	return nil
}

// sciogli settles on the other fines the anomaly about a possible double that no longer is, in the same transaction and after
// the rows of the changed fine.
func (s *Scrittore) sciogli(ctx context.Context, esegui func(*pgx.Batch) error, di uuid.UUID, sciolti []conseguenze.Sciolto) error {
	ids, esiti := make([]uuid.UUID, len(sciolti)), map[uuid.UUID]string{}
	for i, x := range sciolti {
		ids[i], esiti[x.Altro] = x.Altro, x.Esito
	}
	var lotto pgx.Batch
	l := lettura.AccodaLetture(&lotto, ids, "FOR UPDATE")
	if err := esegui(&lotto); err != nil {
		return err
	}
	w := nuoveScritture()
	for _, stato := range l.Stati {
		eventi := conseguenze.Scioglie(*stato, di, esiti[stato.ID])
		if len(eventi) == 0 || stato.Cancellato {
			continue
		}
		passi, err := s.vivi(*stato, eventi)
		if err != nil {
			return err
		}
		if err := w.cambio(ctx, *stato, passi); err != nil {
			return err
		}
	}
	lotto = pgx.Batch{}
	if err := w.accoda(&lotto); err != nil || lotto.Len() == 0 {
		return err
	}
	return esegui(&lotto)
}

// cercaVerbali has no EXISTS and no LIMIT: for them the server might read the whole table once. A fine taken back or never held
// is no double; a fine that becomes so later ceases to be one (conseguenze.Sciolti).
const cercaVerbali = `SELECT coalesce((SELECT true FROM verbale v WHERE v.integratore = x.integratore AND v.id_esterno = x.id_esterno), false),
		d.ids, d.estremi, d.indirizzi, d.civici, d.chilometri, d.norme, d.targhe, d.nazioni
	FROM unnest($1::riga_cercata[]) WITH ORDINALITY
		AS x (integratore, id_esterno, targa, minuto, luogo_istat, luogo_indirizzo, luogo_civico, luogo_chilometro, articoli, posto),
	LATERAL (SELECT array_agg(v.id ORDER BY v.id) AS ids,
			array_agg(concat_ws('/', v.numero, nullif(v.lettera, ''), v.anno) ORDER BY v.id) AS estremi,
			array_agg(v.luogo_indirizzo ORDER BY v.id) AS indirizzi, array_agg(v.luogo_civico ORDER BY v.id) AS civici,
			array_agg(v.luogo_chilometro ORDER BY v.id) AS chilometri, array_agg(array_to_string(v.norme, E'\\n') ORDER BY v.id) AS norme,
			array_agg(v.targa_scritta ORDER BY v.id) AS targhe, array_agg(v.nazione ORDER BY v.id) AS nazioni
		FROM verbale v
		WHERE v.targa = x.targa AND v.data_violazione >= x.minuto AND v.data_violazione < x.minuto + interval '1 minute'
			AND v.luogo_istat = x.luogo_istat
			AND v.articoli && x.articoli AND NOT v.procedura = ANY ($2)
			AND (v.integratore, v.id_esterno) IS DISTINCT FROM (x.integratore, x.id_esterno)) d
	ORDER BY x.posto`
