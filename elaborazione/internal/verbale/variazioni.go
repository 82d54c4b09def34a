package verbale

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Variazioni gives the fines of the caller's integrator that changed after a cursor, each once and as
// it is now. 400 with the field cursore for a cursor that was not given to this integrator.
//
// A change takes the fine out of the feed (variazione is null); reading puts it back at the end. Numbers
// are given by one reader at a time, after the changes have been committed: no commit, however late, can
// stand before a number already read.
func (s *Service) Variazioni(ctx context.Context, cursore string, massimo int) (verbaleins.EsitoVariazioni, error) {
	var e verbaleins.EsitoVariazioni
	chi, _, err := s.richiedente(ctx)
	if err != nil {
		return e, err
	}
	integratore, err := s.integratore(ctx, chi)
	if err != nil {
		return e, err
	}
	da := puntoLettura{tenant: tenant.Name(ctx), integratore: integratore}
	if da.numero, err = da.leggi(cursore); err != nil {
		return e, err
	}
	mutati, err := s.Store.Variati(ctx, integratore, da.numero, massimo+1)
	if err != nil {
		return e, err
	}
	if e.Altre = len(mutati) > massimo; e.Altre {
		mutati = mutati[:massimo]
	}
	for _, m := range mutati {
		e.Variazioni = append(e.Variazioni, m.Variazione)
		da.numero = m.Posto
	}
	e.Cursore = da.String()
	return e, nil
}

// puntoLettura is how far an integrator has read its feed.
type puntoLettura struct {
	tenant      string
	integratore uuid.UUID
	numero      int64
}

// String writes the cursor as it travels: opaque, and of no use to another tenant or integrator.
func (p puntoLettura) String() string {
	b := binary.BigEndian.AppendUint64(nil, uint64(p.numero))
	h := sha256.Sum256(fmt.Appendf(nil, "verbali.variazioni %s %s %d", p.tenant, p.integratore, p.numero))
	return base64.RawURLEncoding.EncodeToString(append(b, h[:8]...))
}

// leggi gives the place of a cursor; without one, the beginning.
func (p puntoLettura) leggi(cursore string) (int64, error) {
	if cursore == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(cursore)
	if err == nil && len(b) == 16 {
		p.numero = int64(binary.BigEndian.Uint64(b))
		if p.String() == cursore && p.numero >= 0 {
			return p.numero, nil
		}
	}
	return 0, cursoreEstraneo()
}

func cursoreEstraneo() error {
	return problem.CampoNonValido("cursore", "non è stato dato a questo integratore: indicare quello dell'ultima risposta, oppure nessuno per leggere dall'inizio")
}

// Variato is a fine that changed and its place in the feed.
type Variato struct {
	Posto int64
	verbaleins.Variazione
}

// Variati puts at the end of the feed of an integrator up to massimo fines that changed, those that
// changed first before the others, and reads up to massimo fines that stand after a place. 400 for a
// place that the feed never reached (the database was restored from an older copy).
func (s *Store) Variati(ctx context.Context, integratore uuid.UUID, dopo int64, massimo int) ([]Variato, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var tutti []Variato
	err = pgx.BeginFunc(ctx, database.Pool, func(tx pgx.Tx) error {
		if err := mettiInFila(ctx, tx, integratore, dopo, massimo); err != nil {
			return err
		}
		var id map[string]int
		if tutti, id, err = leggiFila(ctx, tx, integratore, dopo, massimo); err != nil {
			return err
		}
		return avvisiVariati(ctx, tx, tutti, id)
	})
	return tutti, db.Wrap("variazioni", err)
}

func mettiInFila(ctx context.Context, tx pgx.Tx, integratore uuid.UUID, dopo int64, massimo int) error {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('verbali.variazioni ' || $1::text, 0))`, integratore); err != nil {
		return fmt.Errorf("verbale: fila delle variazioni: %w", err)
	}
	// Who is changing a fine right now holds its row: it comes at a later reading.
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
		return cursoreEstraneo()
	}
	return nil
}

// leggiFila reads what stands after a place, and where each fine is in the answer.
func leggiFila(ctx context.Context, tx pgx.Tx, integratore uuid.UUID, dopo int64, massimo int) ([]Variato, map[string]int, error) {
	posti := map[string]int{}
	tutti, err := righe(ctx, tx, func(r pgx.CollectableRow) (v Variato, err error) {
		var numero int64
		err = r.Scan(&v.Posto, &v.IDEsterno, &v.IDVerbale, &numero, &v.Lettera, &v.Anno, &v.Procedura, &v.Debito, &v.Ricorso, &v.Punti, &v.Riscossione, &v.Sequenza)
		v.Numero = strconv.FormatInt(numero, 10)
		posti[v.IDVerbale] = len(posti)
		return v, err
	}, `SELECT variazione, id_esterno, id::text, numero, lettera, anno, procedura, debito, ricorso, punti, riscossione, sequenza
		FROM verbale WHERE integratore = $1 AND variazione > $2 ORDER BY variazione LIMIT $3`, integratore, dopo, massimo)
	return tutti, posti, err
}

// avvisiVariati adds to each fine its notices, in the order in which leggiVerbale gives them.
func avvisiVariati(ctx context.Context, tx pgx.Tx, tutti []Variato, posti map[string]int) error {
	id := make([]string, len(tutti))
	for i, v := range tutti {
		id[i] = v.IDVerbale
	}
	rows, err := tx.Query(ctx, `SELECT verbale::text, tipo, numero_avviso, iuv, importo_cent, giorni FROM avviso
		WHERE verbale = ANY ($1::text[]::uuid[]) AND stato NOT IN ('SOSTITUITO', 'ANNULLATO') ORDER BY id`, id)
	if err != nil {
		return fmt.Errorf("verbale: avvisi delle variazioni: %w", err)
	}
	var di string
	var a verbaleins.Avviso
	_, err = pgx.ForEachRow(rows, []any{&di, &a.Tipo, &a.NumeroAvviso, &a.IUV, &a.ImportoCent, &a.Giorni}, func() error {
		v := &tutti[posti[di]]
		v.Avvisi = append(v.Avvisi, a)
		return nil
	})
	if err != nil {
		return fmt.Errorf("verbale: avvisi delle variazioni: %w", err)
	}
	return nil
}
