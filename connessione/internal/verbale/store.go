package verbale

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Store reads fines from the published views of the context's tenant.
type Store struct{ pools *db.Pools }

// NuovoStore makes the store.
func NuovoStore(p *db.Pools) *Store { return &Store{pools: p} }

// testa are the columns that no reader is refused.
const testa = `v.id, v.anno, v.numero, v.lettera, v.targa, v.tipo_targa, v.nazione, v.marca, v.modello,
	v.data_violazione, v.data_accertamento, v.luogo_istat, v.luogo_indirizzo, v.luogo_civico, v.luogo_chilometro,
	v.contestato, v.sequenza, v.procedura, v.debito, v.ricorso, v.punti, v.riscossione,
	v.data_notifica, v.scadenza_pagamento, v.reparto, v.fonte, v.senza_ora, v.importato,
	v.prezzo_cent, v.versato_cent, v.eccedenza_cent, v.rimborsato_cent, v.residuo_cent, v.sgravato_cent`

// denaro gathers what prices the fine.
const denaro = `,
	(SELECT coalesce(json_agg(w ORDER BY w.ordine), '[]') FROM verbali_v1.violazione w WHERE w.verbale = v.id) AS violazioni,
	(SELECT coalesce(json_agg(a ORDER BY a.importo_cent, a.numero_avviso), '[]') FROM (
		SELECT id, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, spese_cent, stato, giorni, emesso
		FROM verbali_v1.avviso WHERE verbale = v.id) a) AS avvisi,
	(SELECT coalesce(json_agg(g ORDER BY g.data, g.id), '[]') FROM (
		SELECT id, avviso, posizione, importo_cent, data, canale, stornato FROM verbali_v1.pagamento WHERE verbale = v.id) g) AS pagamenti,
	(SELECT coalesce(json_agg(r ORDER BY r.presentato, r.id), '[]') FROM (
		SELECT id, posizione, autorita, stato, presentato, deciso, notificato, importo_cent FROM verbali_v1.ricorso WHERE verbale = v.id) r) AS ricorsi,
	(SELECT e.data_legale FROM verbali_v1.evento e WHERE e.verbale = v.id AND e.tipo =
		CASE WHEN v.ricorso = 'SOSPENSIVA' THEN 'SOSPENSIVA_CONCESSA' WHEN v.debito = 'SOSPESO' THEN 'DEBITO_SOSPESO' END
		ORDER BY e.sequenza DESC LIMIT 1) AS sospeso_dal`

// senzaNomi and conNomi gather the positions: the first never loads a person.
const (
	senzaNomi = `,
	(SELECT coalesce(json_agg(p ORDER BY p.ordine), '[]') FROM (
		SELECT id, ordine, titolo, giorno_zero, prova, prova_dubbia, chiusa, spese_cent
		FROM verbali_v1.posizione WHERE verbale = v.id) p) AS posizioni,
	(SELECT coalesce(json_agg(d ORDER BY d.creato), '[]') FROM (
		SELECT id, verbale, posizione, tipo, nome, mime, sha256, byte, creato FROM verbali_v1.documento
		WHERE verbale = v.id AND tipo = 'AVVISO_ANONIMO') d) AS documenti`
	conNomi = `,
	(SELECT coalesce(json_agg(p ORDER BY p.ordine), '[]') FROM (
		SELECT q.id, q.ordine, q.titolo, q.giorno_zero, q.prova, q.prova_dubbia, q.chiusa, q.spese_cent,
			(SELECT row_to_json(s) FROM verbali_v1.soggetto s WHERE s.id = q.soggetto) AS soggetto
		FROM verbali_v1.posizione q WHERE q.verbale = v.id) p) AS posizioni`
	// importoPasso is the money that a step moves.
	importoPasso = `CASE WHEN tipo IN ('PAGAMENTO_REGISTRATO', 'RIMBORSO_DISPOSTO', 'SGRAVIO_DISPOSTO')
			THEN (dati->>'importoCent')::bigint END AS importo_cent`
	// passi are the history without proofs, which may name a person.
	passi = `,
	(SELECT coalesce(json_agg(e ORDER BY e.sequenza), '[]') FROM (
		SELECT sequenza, tipo, posizione, data_legale, registrato, ` + importoPasso + ` FROM verbali_v1.evento
		WHERE verbale = v.id) e) AS eventi`
	tutto = `, v.note,
	(SELECT coalesce(json_agg(d ORDER BY d.creato), '[]') FROM (
		SELECT id, verbale, posizione, tipo, nome, mime, sha256, byte, creato FROM verbali_v1.documento
		WHERE verbale = v.id) d) AS documenti,
	(SELECT coalesce(json_agg(n ORDER BY n.avviata, n.id), '[]') FROM (
		SELECT id, posizione, canale, stato, avviata, esito, prova, motivo FROM verbali_v1.notifica
		WHERE verbale = v.id) n) AS notifiche,
	(SELECT coalesce(json_agg(e ORDER BY e.sequenza), '[]') FROM (
		SELECT sequenza, tipo, posizione, data_legale, registrato, prova, ` + importoPasso + ` FROM verbali_v1.evento
		WHERE verbale = v.id) e) AS eventi`
)

const (
	perChiave = ` FROM verbali_v1.verbale v
	WHERE v.numero = $1 AND v.lettera = $2 AND v.targa = $3 AND ($4::int IS NULL OR v.anno = $4)
	ORDER BY v.anno DESC LIMIT 50) x`
	perIUV = ` FROM verbali_v1.verbale v
	WHERE v.id = (SELECT a.verbale FROM verbali_v1.avviso a JOIN verbali_v1.verbale w ON w.id = a.verbale
		WHERE a.iuv = $1 AND w.targa = $2 ORDER BY a.emesso DESC LIMIT 1)) x`
	selezione = `SELECT row_to_json(x) FROM (SELECT `
)

// Chiave is what names a fine to who holds the paper: number, series and plate, and the year when it
// is known. Lettera and Targa are normalised.
type Chiave struct {
	Numero  int64
	Lettera string
	Targa   string
	Anno    *int
}

// PerPagamento finds the fines of a key, newest first, with what prices them and their addressees.
func (s *Store) PerPagamento(ctx context.Context, k Chiave) ([]Verbale, error) {
	return s.leggi(ctx, selezione+testa+denaro+conNomi+perChiave, k.Numero, k.Lettera, k.Targa, k.Anno)
}

// PerDati finds the fines of a key, newest first, with all that hangs on them.
func (s *Store) PerDati(ctx context.Context, k Chiave) ([]Verbale, error) {
	return s.leggi(ctx, selezione+testa+denaro+conNomi+tutto+perChiave, k.Numero, k.Lettera, k.Targa, k.Anno)
}

// PerIUV finds the fine that a notice and a plate name together, without any person; nil when there
// is none.
func (s *Store) PerIUV(ctx context.Context, iuv, targa string) (*Verbale, error) {
	return s.uno(ctx, selezione+testa+denaro+senzaNomi+perIUV, iuv, targa)
}

// PerIUVConPassi is PerIUV with the history of the fine, without its proofs.
func (s *Store) PerIUVConPassi(ctx context.Context, iuv, targa string) (*Verbale, error) {
	return s.uno(ctx, selezione+testa+denaro+senzaNomi+passi+perIUV, iuv, targa)
}

func (s *Store) uno(ctx context.Context, sql string, args ...any) (*Verbale, error) {
	trovati, err := s.leggi(ctx, sql, args...)
	if err != nil || len(trovati) == 0 {
		return nil, err
	}
	return &trovati[0], nil
}

func (s *Store) leggi(ctx context.Context, sql string, args ...any) ([]Verbale, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := database.Pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, db.Wrap("verbale", err)
	}
	trovati, err := pgx.CollectRows(rows, unVerbale)
	return trovati, db.Wrap("verbale", err)
}

func unVerbale(r pgx.CollectableRow) (v Verbale, err error) {
	var dati []byte
	if err := r.Scan(&dati); err != nil {
		return v, err
	}
	return v, json.Unmarshal(dati, &v)
}

// Parte is a document and the tax code of the person whose position it is of, empty when it is of
// none or the person is unknown. Pagabile: its position has a notice that may be paid.
type Parte struct {
	Documento
	CodiceFiscale string
	Pagabile      bool
}

// Documento finds a document of the tenant by id; false when there is none.
func (s *Store) Documento(ctx context.Context, id string) (p Parte, trovato bool, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return p, false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT d.id::text, d.verbale::text, coalesce(d.posizione::text, ''), d.tipo, d.nome,
			d.mime, d.sha256, d.byte, d.creato, coalesce(s.codice_fiscale, ''),
			EXISTS (SELECT FROM verbali_v1.avviso a WHERE a.verbale = d.verbale AND a.posizione = d.posizione AND a.stato = 'EMESSO')
		FROM verbali_v1.documento d
		LEFT JOIN verbali_v1.posizione p ON p.id = d.posizione
		LEFT JOIN verbali_v1.soggetto s ON s.id = p.soggetto
		WHERE d.id = $1::uuid`, id).Scan(&p.ID, &p.Verbale, &p.Posizione, &p.Tipo, &p.Nome,
		&p.Mime, &p.SHA256, &p.Byte, &p.Creato, &p.CodiceFiscale, &p.Pagabile)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, false, nil
	}
	return p, err == nil, db.Wrap("documento", err)
}
