package scrittura

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// CursoreEstraneo refuses a place of the feed that was never given to its reader.
func CursoreEstraneo() error {
	return problem.CampoNonValido("cursore", "non è stato dato a questo integratore: indicare quello dell'ultima risposta, oppure nessuno per leggere dall'inizio")
}

// Variato is a fine that changed, as it is now, and its place in the feed.
type Variato struct {
	Posto     int64
	IDEsterno string
	Sequenza  int // of its last event
	Registrato
}

// Variati puts at the end of the feed of an integrator up to massimo fines that changed, those that
// changed first before the others, and reads up to massimo fines that stand after a place. 400 for a
// place that the feed never reached (the database was restored from an older copy).
func (s *Scrittore) Variati(ctx context.Context, integratore uuid.UUID, dopo int64, massimo int) ([]Variato, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var tutti []Variato
	err = pgx.BeginFunc(ctx, database.Pool, func(tx pgx.Tx) error {
		if err := mettiInFila(ctx, tx, integratore, dopo, massimo); err != nil {
			return err
		}
		var posti map[uuid.UUID]int
		if tutti, posti, err = leggiFila(ctx, tx, integratore, dopo, massimo); err != nil {
			return err
		}
		return avvisiVariati(ctx, tx, tutti, posti)
	})
	return tutti, db.Wrap("variazioni", err)
}

func mettiInFila(ctx context.Context, tx pgx.Tx, integratore uuid.UUID, dopo int64, massimo int) error {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('verbali.variazioni ' || $1::text, 0))`, integratore); err != nil {
		return fmt.Errorf("verbale: fila delle variazioni: %w", err)
	}
	// A fine that is being changed right now has its row locked: it comes at a later reading.
	if _, err := tx.Exec(ctx, `WITH mutati AS (
			SELECT v.id FROM verbale v LEFT JOIN evento e ON e.verbale = v.id AND e.sequenza = v.sequenza
			WHERE v.integratore = $1 AND v.variazione IS NULL
			ORDER BY e.registrato NULLS FIRST, v.id LIMIT $2 FOR UPDATE OF v SKIP LOCKED
		), numerati AS (SELECT id, nextval('variazione_seq') AS numero FROM mutati)
		UPDATE verbale v SET variazione = n.numero FROM numerati n WHERE v.id = n.id`, integratore, massimo); err != nil {
		return fmt.Errorf("verbale: numeri delle variazioni: %w", err)
	}
	var ultimo int64
	if err := tx.QueryRow(ctx, `SELECT last_value FROM variazione_seq`).Scan(&ultimo); err != nil {
		return fmt.Errorf("verbale: ultima variazione: %w", err)
	}
	if dopo > ultimo {
		return CursoreEstraneo()
	}
	return nil
}

// leggiFila reads what stands after a place, and where each fine is in the answer.
func leggiFila(ctx context.Context, tx pgx.Tx, integratore uuid.UUID, dopo int64, massimo int) ([]Variato, map[uuid.UUID]int, error) {
	posti := map[uuid.UUID]int{}
	tutti, err := lettura.Righe(ctx, tx, func(r pgx.CollectableRow) (v Variato, err error) {
		x, a := &v.Risposta, &v.Assi
		err = r.Scan(&v.Posto, &v.IDEsterno, &v.ID, &x.Numero, &x.Lettera, &x.Anno, &a.Procedura, &a.Debito, &a.Ricorso, &a.Punti, &a.Riscossione, &v.Sequenza)
		posti[v.ID] = len(posti)
		return v, err
	}, `SELECT variazione, id_esterno, id, numero, lettera, anno, procedura, debito, ricorso, punti, riscossione, sequenza
		FROM verbale WHERE integratore = $1 AND variazione > $2 ORDER BY variazione LIMIT $3`, integratore, dopo, massimo)
	return tutti, posti, err
}

// avvisiVariati adds to each fine its notices, in the order in which leggiVerbale gives them.
func avvisiVariati(ctx context.Context, tx pgx.Tx, tutti []Variato, posti map[uuid.UUID]int) error {
	ids := make([]uuid.UUID, len(tutti))
	for i, v := range tutti {
		ids[i] = v.ID
	}
	rows, err := tx.Query(ctx, `SELECT a.verbale, a.tipo, a.numero_avviso, a.iuv, a.importo_cent, a.giorni, p.titolo
		FROM avviso a JOIN posizione p ON p.id = a.posizione
		WHERE a.verbale = ANY ($1) AND a.stato NOT IN ('`+string(verbale.AvvisoSostituito)+`', '`+string(verbale.AvvisoAnnullato)+`') ORDER BY a.id`, ids)
	if err != nil {
		return fmt.Errorf("verbale: avvisi delle variazioni: %w", err)
	}
	var di uuid.UUID
	var a AvvisoRisposto
	_, err = pgx.ForEachRow(rows, []any{&di, &a.Tipo, &a.NumeroAvviso, &a.IUV, &a.ImportoCent, &a.Giorni, &a.Destinatario}, func() error {
		v := &tutti[posti[di]]
		v.Risposta.Avvisi = append(v.Risposta.Avvisi, a)
		return nil
	})
	if err != nil {
		return fmt.Errorf("verbale: avvisi delle variazioni: %w", err)
	}
	return nil
}
