package verbale

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Store reads verbali_v1 in the database of the context's tenant.
type Store struct{ Piscine *db.Pools }

// Elenco gives a page of fines and, when there are more, the place of its last.
func (s Store) Elenco(ctx context.Context, f Filtro) (voci []Voce, altri Posto, err error) {
	database, err := s.Piscine.Tenant(ctx)
	if err != nil {
		return nil, Posto{}, err
	}
	sql, argomenti := f.elenca()
	rows, err := database.Pool.Query(ctx, sql, argomenti...)
	if err == nil {
		voci, err = pgx.CollectRows(rows, leggiVoce)
	}
	if err != nil {
		return nil, Posto{}, db.Wrap("elenco dei verbali", err)
	}
	if len(voci) > PerPagina {
		voci = voci[:PerPagina]
		ultima := voci[PerPagina-1]
		altri = Posto{Data: ultima.DataViolazione, ID: ultima.ID}
	}
	return voci, altri, nil
}

const colonneVoce = `v.id, v.anno, v.numero, v.lettera, v.targa, v.data_violazione, v.luogo_indirizzo, v.luogo_civico,
	v.procedura, v.debito, v.ricorso, v.importo_cent, v.senza_ora, v.importato`

func (v *Voce) campi() []any {
	return []any{&v.ID, &v.Anno, &v.Numero, &v.Lettera, &v.Targa, &v.DataViolazione, &v.Indirizzo, &v.Civico,
		&v.Procedura, &v.Debito, &v.Ricorso, &v.ImportoCent, &v.SenzaOra, &v.Importato}
}

func leggiVoce(r pgx.CollectableRow) (Voce, error) {
	var v Voce
	err := r.Scan(v.campi()...)
	v.DataViolazione = v.DataViolazione.In(calendario.Roma())
	return v, err
}

// perData and perDataDiStato are the same order; the second is that of the indexes by state.
const (
	perData        = `data_violazione`
	perDataDiStato = `(v.data_violazione AT TIME ZONE 'UTC')`
)

// elenca is the question of a page of the list.
func (f Filtro) elenca() (sql string, argomenti []any) {
	condizioni, argomenti := f.sql()
	ordine := perData
	if f.Procedura != "" {
		ordine = perDataDiStato
	}
	return `SELECT ` + colonneVoce + ` FROM verbali_v1.verbale v ` + condizioni +
		fmt.Sprintf(` ORDER BY %s DESC, id DESC LIMIT %d`, ordine, PerPagina+1), argomenti
}

// numera gives the question marks of a statement their numbers, from one on.
func numera(sql string, da int) string {
	for strings.Contains(sql, "?") {
		sql = strings.Replace(sql, "?", fmt.Sprintf("$%d", da), 1)
		da++
	}
	return sql
}

// sql writes only the conditions that filter, so that each search uses its index.
func (f Filtro) sql() (condizioni string, argomenti []any) {
	var tutte []string
	se := func(filtra bool, condizione string, valori ...any) {
		if !filtra {
			return
		}
		tutte = append(tutte, numera(condizione, len(argomenti)+1))
		argomenti = append(argomenti, valori...)
	}
	se(f.Numero != 0, "numero = ?", f.Numero)
	se(f.Anno != 0, "anno = ?", f.Anno)
	se(f.Lettera != "", "lettera = ?", f.Lettera)
	se(f.Targa != "", "targa = ?", f.Targa)
	se(f.Procedura != "", "procedura = ?", f.Procedura)
	se(f.Coda == codaDecidere, "v.id IN (SELECT a.verbale"+aperte+")", cadute(), procedureChiuse())
	se(f.Coda == codaFermi, "v.id IN (SELECT m.verbale FROM lavoro_morto m WHERE m.riaccodato IS NULL)")
	se(f.Coda == codaAttesa, daUnGiorno, procRichiesto)
	se(f.Anomalia != "", "v.id IN (SELECT a.verbale"+aperte+" AND a.tipo = ?)", cadute(), procedureChiuse(), f.Anomalia)
	dopo := f.Dopo.ID != uuid.Nil
	se(dopo && f.Procedura == "", "("+perData+", id) < (?, ?)", f.Dopo.Data, f.Dopo.ID)
	se(dopo && f.Procedura != "", "("+perDataDiStato+", id) < (?, ?)", f.Dopo.Data.UTC(), f.Dopo.ID)
	if len(tutte) == 0 {
		return "", nil
	}
	return "WHERE " + strings.Join(tutte, " AND "), argomenti
}

// Completo gives a whole fine as of one moment, with the people only if persone; 404 when the tenant
// has no such fine.
func (s Store) Completo(ctx context.Context, id uuid.UUID, persone bool) (*Verbale, error) {
	database, err := s.Piscine.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	v := &Verbale{}
	err = pgx.BeginTxFunc(ctx, database.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error { return v.leggi(ctx, tx, id, persone) })
	return v, db.Wrap("verbale", err)
}

func (v *Verbale) leggi(ctx context.Context, tx pgx.Tx, id uuid.UUID, persone bool) error {
	err := tx.QueryRow(ctx, `SELECT `+colonneVoce+`, v.tipo_targa, v.nazione, v.marca, v.modello, v.data_accertamento,
			v.luogo_istat, v.luogo_chilometro, v.reparto, v.fonte, v.contestato, v.punti, v.riscossione,
			v.data_notifica, v.scadenza_pagamento, v.agenti, v.note,
			v.prezzo_cent, v.versato_cent, v.eccedenza_cent, v.rimborsato_cent, v.residuo_cent, v.sgravato_cent
		FROM verbali_v1.verbale v WHERE v.id = $1`, id).
		Scan(append(v.campi(), &v.TipoTarga, &v.Nazione, &v.Marca, &v.Modello, &v.DataAccertamento,
			&v.Istat, &v.Chilometro, &v.Reparto, &v.Fonte, &v.Contestato, &v.Punti, &v.Riscossione,
			&v.DataNotifica, &v.ScadenzaPagamento, &v.Agenti, &v.Note,
			&v.Conto.PrezzoCent, &v.Conto.VersatoCent, &v.Conto.EccedenzaCent, &v.Conto.RimborsatoCent, &v.Conto.ResiduoCent, &v.Conto.SgravatoCent)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return problem.NonTrovato("verbale", id.String())
	}
	if err != nil {
		return fmt.Errorf("verbale: %w", err)
	}
	v.DataViolazione = v.DataViolazione.In(calendario.Roma())
	if err := v.leggiParti(ctx, tx); err != nil {
		return err
	}
	if !persone {
		v.taci()
		return nil
	}
	return v.leggiPersone(ctx, tx)
}

// leggiParti reads what belongs to the fine.
func (v *Verbale) leggiParti(ctx context.Context, tx pgx.Tx) (err error) {
	if v.Violazioni, err = parti[Violazione](ctx, tx, v.ID, `SELECT codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent,
			notturna, sconto30, pagamento_ridotto, punti, accessoria, velocita_decimi, limite_decimi
		FROM verbali_v1.violazione WHERE verbale = $1 ORDER BY ordine`); err != nil {
		return err
	}
	if v.Posizioni, err = parti[Posizione](ctx, tx, v.ID, `SELECT id, titolo, giorno_zero, soggetto IS NOT NULL, prova, prova_dubbia, chiusa, spese_cent
		FROM verbali_v1.posizione WHERE verbale = $1 ORDER BY ordine`); err != nil {
		return err
	}
	if v.Avvisi, err = parti[Avviso](ctx, tx, v.ID, `SELECT id, posizione, tipo, numero_avviso, iuv, importo_cent, spese_cent, stato
		FROM verbali_v1.avviso WHERE verbale = $1 ORDER BY emesso, importo_cent, id`); err != nil {
		return err
	}
	if v.Pagamenti, err = parti[Pagamento](ctx, tx, v.ID, `SELECT coalesce(avviso, '00000000-0000-0000-0000-000000000000'), importo_cent,
			data, canale, riferimento, coalesce(posizione, '00000000-0000-0000-0000-000000000000'), stornato
		FROM verbali_v1.pagamento WHERE verbale = $1 ORDER BY data, id`); err != nil {
		return err
	}
	if v.Ricorsi, err = parti[RicorsoDelVerbale](ctx, tx, v.ID, `SELECT coalesce(posizione, '00000000-0000-0000-0000-000000000000'), autorita, stato,
			presentato, deciso, notificato, importo_cent FROM verbali_v1.ricorso WHERE verbale = $1 ORDER BY presentato, id`); err != nil {
		return err
	}
	if v.Documenti, err = parti[Documento](ctx, tx, v.ID, `SELECT id, tipo, nome, mime, sha256, byte, creato
		FROM verbali_v1.documento WHERE verbale = $1 ORDER BY creato, id`); err != nil {
		return err
	}
	if v.Notifiche, err = parti[Notifica](ctx, tx, v.ID, `SELECT id, posizione, canale, stato, avviata, esito, motivo
		FROM verbali_v1.notifica WHERE verbale = $1 ORDER BY avviata, id`); err != nil {
		return err
	}
	if v.Anomalie, err = parti[Anomalia](ctx, tx, v.ID, `SELECT id, tipo, testo, aperta, chiusa
		FROM verbali_v1.anomalia WHERE verbale = $1 ORDER BY aperta, id`); err != nil {
		return err
	}
	v.Eventi, err = parti[Evento](ctx, tx, v.ID, `SELECT sequenza, tipo, data_legale, registrato, attore, causa
		FROM verbali_v1.evento WHERE verbale = $1 ORDER BY sequenza`)
	return err
}

// leggiPersone gives their people to the positions.
func (v *Verbale) leggiPersone(ctx context.Context, tx pgx.Tx) error {
	type persona struct {
		Posizione uuid.UUID
		Soggetto
	}
	persone, err := parti[persona](ctx, tx, v.ID, `SELECT p.id, s.tipo, s.codice_fiscale, s.cognome, s.nome, s.denominazione,
			s.data_nascita, s.luogo_nascita, s.indirizzo, s.civico, s.cap, s.comune, s.provincia, s.nazione
		FROM verbali_v1.posizione p JOIN verbali_v1.soggetto s ON s.id = p.soggetto WHERE p.verbale = $1`)
	for i := range persone {
		if p := v.posizione(persone[i].Posizione); p != nil {
			p.Soggetto = &persone[i].Soggetto
		}
	}
	return err
}

// parti reads the rows of one kind of a fine, columns in the order of the fields.
func parti[T any](ctx context.Context, tx pgx.Tx, id uuid.UUID, sql string) ([]T, error) {
	rows, err := tx.Query(ctx, sql, id)
	if err != nil {
		return nil, fmt.Errorf("verbale: %w", err)
	}
	tutte, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	if err != nil {
		return nil, fmt.Errorf("verbale: %w", err)
	}
	return tutte, nil
}

// Documento gives a document of the tenant with the fine it belongs to; 404 when there is none.
func (s Store) Documento(ctx context.Context, id uuid.UUID) (d Documento, verbale uuid.UUID, err error) {
	database, err := s.Piscine.Tenant(ctx)
	if err != nil {
		return d, verbale, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT id, tipo, nome, mime, sha256, byte, creato, verbale FROM verbali_v1.documento WHERE id = $1`, id).
		Scan(&d.ID, &d.Tipo, &d.Nome, &d.MIME, &d.SHA256, &d.Byte, &d.Creato, &verbale)
	if errors.Is(err, pgx.ErrNoRows) {
		return d, verbale, problem.NonTrovato("documento", id.String())
	}
	return d, verbale, db.Wrap("documento", err)
}

// Registra writes who looked at what into the tenant's register.
func (s Store) Registra(ctx context.Context, a db.Access) error {
	database, err := s.Piscine.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Audit(ctx, a)
}
