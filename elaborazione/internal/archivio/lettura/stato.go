package lettura

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// leggiStato reads the projection of a fine; 404 when it is not there. blocco is FOR UPDATE where a
// change follows.
func leggiStato(ctx context.Context, tx pgx.Tx, id uuid.UUID, blocco string) (vita.Stato, error) {
	stati, err := LeggiStati(ctx, tx, []uuid.UUID{id}, blocco)
	if err != nil {
		return vita.Stato{ID: id}, err
	}
	if len(stati) == 0 {
		return vita.Stato{ID: id}, problem.NonTrovato("verbale", id.String())
	}
	return stati[0], nil
}

// LeggiStati reads the projections of some fines in order of id; those that are not there, or that blocco
// passes over, are left out.
func LeggiStati(ctx context.Context, tx pgx.Tx, ids []uuid.UUID, blocco string) ([]vita.Stato, error) {
	var lotto pgx.Batch
	l := AccodaLetture(&lotto, ids, blocco)
	if err := tx.SendBatch(ctx, &lotto).Close(); err != nil {
		return nil, fmt.Errorf("verbale: lettura: %w", err)
	}
	stati := make([]vita.Stato, len(l.Stati))
	for i, s := range l.Stati {
		stati[i] = *s
	}
	return stati, nil
}

// Letture collects the reads of several fines for one pipeline; sending the batch fills it.
type Letture struct {
	lotto *pgx.Batch
	ids   []uuid.UUID
	Stati []*vita.Stato // in order of id
}

// AccodaLetture asks for the rows of the fines, which blocco may lock, then for what belongs to them, each
// list in the order of Stato: the lists are of the time after the locks.
func AccodaLetture(lotto *pgx.Batch, ids []uuid.UUID, blocco string) *Letture {
	l := &Letture{lotto: lotto, ids: ids}
	lotto.Queue(`SELECT id, sequenza, procedura, debito, ricorso, punti, riscossione, data_notifica, scadenza_pagamento,
			importo_cent, importato, cancellato IS NOT NULL, prezzo_cent, versato_cent, eccedenza_cent, rimborsato_cent, residuo_cent, sgravato_cent,
			CASE WHEN debito = '`+string(verbale.Sospeso)+`' THEN `+ultimo(verbale.EventoDebitoSospeso)+` END,
			CASE WHEN ricorso = '`+string(verbale.RicorsoSospensiva)+`' THEN `+ultimo(verbale.EventoSospensivaConcessa)+` END
		FROM verbale v WHERE id = ANY($1) ORDER BY id `+blocco, ids).Query(func(rows pgx.Rows) (err error) {
		l.Stati, err = pgx.CollectRows(rows, leggiProiezione)
		return err
	})
	accoda(l, func(s *vita.Stato) *[]vita.ViolazioneScelta { return &s.Violazioni }, leggiScelta, `SELECT verbale, codice, minimo_cent, massimo_cent, notturna, sconto30,
			pagamento_ridotto, punti, versione_tabella, CASE WHEN periodi > 1 THEN periodi ELSE 0 END, tariffa_cent, array_to_string(candidati, ' '),
			array_to_string(alternative, ' ') FROM violazione WHERE verbale = ANY($1) ORDER BY ordine`)
	accoda(l, func(s *vita.Stato) *[]vita.Posizione { return &s.Posizioni }, leggiPosizione, `SELECT p.verbale, p.id, p.ordine, p.titolo, p.soggetto, p.giorno_zero, p.prova,
			p.prova_dubbia, p.chiusa, p.spese_cent, d.id, p.neopatentato
		FROM posizione p LEFT JOIN documento d ON d.posizione = p.id AND d.tipo = '`+string(verbale.DocumentoAtto)+`'
		WHERE p.verbale = ANY($1) ORDER BY p.ordine`)
	accoda(l, func(s *vita.Stato) *[]vita.Avviso { return &s.Avvisi }, leggiAvviso, `SELECT verbale, id, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente,
			importo_cent, spese_cent, giorni, stato FROM avviso WHERE verbale = ANY($1) ORDER BY id`)
	accoda(l, func(s *vita.Stato) *[]vita.Notifica { return &s.Notifiche }, leggiNotifica, `SELECT verbale, id, posizione, canale, stato, avviata, esito, prova, motivo
		FROM notifica WHERE verbale = ANY($1) ORDER BY id`)
	accoda(l, func(s *vita.Stato) *[]vita.Pagamento { return &s.Pagamenti }, leggiPagamento, `SELECT verbale, id, avviso, posizione, importo_cent, data, canale, riferimento, stornato
		FROM pagamento WHERE verbale = ANY($1) ORDER BY id`)
	accoda(l, func(s *vita.Stato) *[]vita.Impugnazione { return &s.Impugnazioni }, leggiImpugnazione, `SELECT verbale, id, posizione, autorita, stato, presentato, deciso,
			notificato, importo_cent, riferimento FROM ricorso WHERE verbale = ANY($1) ORDER BY id`)
	accoda(l, func(s *vita.Stato) *[]vita.Scadenza { return &s.Scadenze }, leggiScadenza, `SELECT verbale, posizione, tipo, giorno, fatta
		FROM scadenza WHERE verbale = ANY($1) ORDER BY posizione, tipo COLLATE "C"`)
	accoda(l, func(s *vita.Stato) *[]vita.Anomalia { return &s.Anomalie }, leggiAnomalia, `SELECT verbale, id, tipo, testo, aperta, posizione, altro
		FROM anomalia WHERE verbale = ANY($1) AND chiusa IS NULL ORDER BY aperta, id`)
	accoda(l, func(s *vita.Stato) *[]vita.Visura { return &s.Visure }, leggiVisura, `SELECT verbale, id, posizione, registro, soggetto, stato, risposta, giorno,
			anomalia FROM visura WHERE verbale = ANY($1) ORDER BY id`)
	return l
}

// ultimo is the legal day of the last event of a kind.
func ultimo(t verbale.TipoEvento) string {
	return `(SELECT e.data_legale FROM evento e WHERE e.verbale = v.id AND e.tipo = '` + string(t) + `' ORDER BY e.sequenza DESC LIMIT 1)`
}

// Di finds a fine that was read; nil when its row is not there or passed over.
func (l *Letture) Di(verbale uuid.UUID) *vita.Stato {
	i, c := slices.BinarySearchFunc(l.Stati, verbale, func(s *vita.Stato, id uuid.UUID) int { return bytes.Compare(s.ID[:], id[:]) })
	if !c {
		return nil
	}
	return l.Stati[i]
}

// accoda queues a query whose rows go into a list of their fine; none leaves it nil.
func accoda[T any](l *Letture, in func(*vita.Stato) *[]T, leggi pgx.RowToFunc[T], sql string) {
	perVerbale(l.lotto, l.ids, func(verbale uuid.UUID, x T) {
		if s := l.Di(verbale); s != nil {
			lista := in(s)
			*lista = append(*lista, x)
		}
	}, leggi, sql)
}

// perVerbale queues a query about some fines, the first column of whose rows is the fine.
func perVerbale[T any](lotto *pgx.Batch, ids []uuid.UUID, prendi func(uuid.UUID, T), leggi pgx.RowToFunc[T], sql string) {
	lotto.Queue(sql, ids).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var verbale uuid.UUID
			x, err := leggi(diVerbale{rows, &verbale})
			if err != nil {
				return err
			}
			prendi(verbale, x)
		}
		return rows.Err()
	})
}

// diVerbale is a row whose first column is the fine that it belongs to.
type diVerbale struct {
	pgx.CollectableRow
	verbale *uuid.UUID
}

// Scan reads the columns after the first.
func (r diVerbale) Scan(dest ...any) error {
	return r.CollectableRow.Scan(append([]any{r.verbale}, dest...)...)
}

func leggiProiezione(r pgx.CollectableRow) (*vita.Stato, error) {
	s := &vita.Stato{}
	c := &s.Conto
	return s, r.Scan(&s.ID, &s.Sequenza, &s.Procedura, &s.Debito, &s.Ricorso, &s.Punti, &s.Riscossione,
		&s.DataNotifica, &s.ScadenzaPagamento,
		&s.ImportoCent, &s.Importato, &s.Cancellato, &c.PrezzoCent, &c.VersatoCent, &c.EccedenzaCent, &c.RimborsatoCent, &c.ResiduoCent, &c.SgravatoCent,
		&s.SospesoDal, &s.SospensivaDal)
}

func leggiScelta(r pgx.CollectableRow) (v vita.ViolazioneScelta, err error) {
	return v, r.Scan(&v.Codice, &v.MinimoCent, &v.MassimoCent, &v.Notturna, &v.Sconto30,
		&v.PagamentoRidotto, &v.Punti, &v.VersioneTabella, &v.Periodi, &v.TariffaCent, &v.Candidati, &v.Alternative)
}

func leggiPosizione(r pgx.CollectableRow) (p vita.Posizione, err error) {
	var soggetto, atto *uuid.UUID
	err = r.Scan(&p.ID, &p.Ordine, &p.Titolo, &soggetto, &p.GiornoZero, &p.Prova, &p.ProvaDubbia, &p.Chiusa, &p.SpeseCent, &atto, &p.Neopatentato)
	p.Soggetto, p.Atto = oZero(soggetto), oZero(atto)
	return p, err
}

func leggiAvviso(r pgx.CollectableRow) (a vita.Avviso, err error) {
	return a, r.Scan(&a.ID, &a.Posizione, &a.Tipo, &a.NumeroAvviso, &a.IUV, &a.Ente,
		&a.ImportoCent, &a.SpeseCent, &a.Giorni, &a.Stato)
}

func leggiNotifica(r pgx.CollectableRow) (n vita.Notifica, err error) {
	return n, r.Scan(&n.ID, &n.Posizione, &n.Canale, &n.Stato, &n.Avviata, &n.Esito, &n.Prova, &n.Motivo)
}

func leggiPagamento(r pgx.CollectableRow) (p vita.Pagamento, err error) {
	var avviso, posizione *uuid.UUID
	err = r.Scan(&p.ID, &avviso, &posizione, &p.ImportoCent, &p.Data, &p.Canale, &p.Riferimento, &p.Stornato)
	p.Avviso, p.Posizione = oZero(avviso), oZero(posizione)
	return p, err
}

func leggiImpugnazione(r pgx.CollectableRow) (m vita.Impugnazione, err error) {
	var posizione *uuid.UUID
	err = r.Scan(&m.ID, &posizione, &m.Autorita, &m.Stato, &m.Presentato, &m.Deciso, &m.Notificato, &m.ImportoCent, &m.Riferimento)
	m.Posizione = oZero(posizione)
	return m, err
}

func leggiScadenza(r pgx.CollectableRow) (z vita.Scadenza, err error) {
	return z, r.Scan(&z.Posizione, &z.Tipo, &z.Giorno, &z.Fatta)
}

func leggiAnomalia(r pgx.CollectableRow) (a vita.Anomalia, err error) {
	var posizione, altro *uuid.UUID
	err = r.Scan(&a.ID, &a.Tipo, &a.Testo, &a.Aperta, &posizione, &altro)
	a.Posizione, a.Altro, a.Aperta = oZero(posizione), oZero(altro), a.Aperta.In(time.UTC)
	return a, err
}

func leggiVisura(r pgx.CollectableRow) (v vita.Visura, err error) {
	var risposta, anomalia *uuid.UUID
	err = r.Scan(&v.ID, &v.Posizione, &v.Registro, &v.Soggetto, &v.Stato, &risposta, &v.Giorno, &anomalia)
	v.Risposta, v.Anomalia = oZero(risposta), oZero(anomalia)
	return v, err
}

// Righe runs a query and reads each row.
func Righe[T any](ctx context.Context, tx pgx.Tx, leggi pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("verbale: lettura: %w", err)
	}
	tutte, err := pgx.CollectRows(rows, leggi)
	if err != nil {
		return nil, fmt.Errorf("verbale: lettura: %w", err)
	}
	if len(tutte) == 0 {
		return nil, nil
	}
	return tutte, nil
}

func oZero(id *uuid.UUID) uuid.UUID {
	if id == nil {
		return uuid.Nil
	}
	return *id
}

// Stato reads the present state of a fine.
func (s *Lettore) Stato(ctx context.Context, id uuid.UUID) (vita.Stato, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return vita.Stato{}, err
	}
	var stato vita.Stato
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		stato, err = leggiStato(ctx, tx, id, "")
		return err
	})
	return stato, db.Wrap("stato del verbale "+id.String(), err)
}
