package esitopostale

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Store keeps the files of every tenant; the tenant is in the context.
type Store struct{ Pools *db.Pools }

const leggiEsito = `SELECT id, stato, sha256, byte, caricato, caricato_da, iniziato, finito, motivo, porzione, totale,
	applicati, gia_noti, in_viaggio, contraddittori, sconosciuti, non_validi, rifiutati FROM esito_postale `

// chiede is a pool or a transaction.
type chiede interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// unEsito reads one file; 404 when the tenant has none.
func unEsito(ctx context.Context, da chiede, dove string, chiave any) (Esito, error) {
	rows, err := da.Query(ctx, leggiEsito+dove, chiave)
	if err != nil {
		return Esito{}, db.Wrap("esito postale", err)
	}
	e, err := pgx.CollectExactlyOneRow(rows, func(r pgx.CollectableRow) (e Esito, err error) {
		c := &e.Righe
		err = r.Scan(&e.ID, &e.Stato, &e.SHA256, &e.Byte, &e.Caricato, &e.CaricatoDa, &e.Iniziato, &e.Finito, &e.Motivo, &e.porzione, &c.Totale,
			&c.Applicati, &c.GiaNoti, &c.InViaggio, &c.Contraddittori, &c.Sconosciuti, &c.NonValidi, &c.Rifiutati)
		c.InAttesa = c.Totale - c.Applicati - c.GiaNoti - c.InViaggio - c.errati()
		return e, err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		id, _ := chiave.(uuid.UUID)
		return e, problem.NonTrovato("file di esiti", id.String())
	}
	return e, db.Wrap("esito postale", err)
}

// Esito reads one file; 404 when the tenant has none of this id.
func (s *Store) Esito(ctx context.Context, id uuid.UUID) (Esito, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return Esito{}, err
	}
	return unEsito(ctx, database.Pool, `WHERE id = $1`, id)
}

// Dettaglio gives a file with its rows in a state, in order, after a cursor; the empty state selects the rows that wait for a
// person. 400 for an invalid cursor.
func (s *Store) Dettaglio(ctx context.Context, id uuid.UUID, stato verbale.StatoRiga, cursore string, quante int) (d Dettaglio, err error) {
	dopo := 0
	if cursore != "" {
		if dopo, err = strconv.Atoi(cursore); err != nil || dopo < 1 || dopo > righeAlPiu {
			return d, problem.CampoNonValido("cursore", "non è un cursore di questo elenco")
		}
	}
	stati := verbale.RigheDaGuardare()
	if stato != "" {
		stati = []verbale.StatoRiga{stato}
	}
	if d.Esito, err = s.Esito(ctx, id); err != nil {
		return d, err
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return d, err
	}
	rows, err := database.Pool.Query(ctx, `SELECT ordine, linea, stato, colonna, motivo, verbale, posizione, celle FROM esito_postale_riga
		WHERE esito = $1 AND stato = ANY ($2) AND ordine > $3 ORDER BY ordine LIMIT $4`, id, stati, dopo, quante+1)
	if err == nil {
		d.Elementi, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (x Riga, err error) {
			return x, r.Scan(&x.ordine, &x.Linea, &x.Stato, &x.Colonna, &x.Motivo, &x.Verbale, &x.Posizione, &x.Celle)
		})
	}
	if len(d.Elementi) > quante {
		d.Elementi = d.Elementi[:quante]
		d.Cursore = strconv.Itoa(d.Elementi[quante-1].ordine)
	}
	return d, db.Wrap("righe di esiti postali", err)
}

// inTransazione runs f in one transaction and wakes the relay afterwards.
func (s *Store) inTransazione(ctx context.Context, f func(pgx.Tx) error) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	if err := pgx.BeginFunc(ctx, database.Pool, f); err != nil {
		return db.Wrap("esiti postali", err)
	}
	database.Wake()
	return nil
}

// copia gives the rows of a file to COPY, and stops at the first that cannot be read.
type copia struct {
	*tracciato

	esito  uuid.UUID
	riga   letta
	errori int // rows whose shape is wrong
	err    error
}

// Next reads a row.
func (c *copia) Next() bool {
	if c.riga, c.err = c.prossima(); c.err != nil {
		return false
	}
	if c.riga.motivo != "" {
		c.errori++
	}
	return true
}

// Values are the columns of esito_postale_riga.
func (c *copia) Values() ([]any, error) {
	stato := verbale.RigaInAttesa
	if c.riga.motivo != "" {
		stato = verbale.RigaNonValida
	}
	testo, err := json.Marshal(c.riga.celle)
	return []any{c.esito, c.righe, c.riga.linea, testo, string(stato), c.riga.colonna, c.riga.motivo}, err
}

// Err is nil: what stopped the file is in err, so that the database does not dress it up.
func (*copia) Err() error { return nil }

func colonneCopia() []string {
	return []string{"esito", "ordine", "linea", "celle", "stato", "colonna", "motivo"}
}

// scrivi writes what became of the rows of a chunk, and the counters.
func scrivi(ctx context.Context, tx pgx.Tx, e Esito, righe []*lavorata) error {
	n := len(righe)
	ordini, stati, colonne, motivi := make([]int, n), make([]string, n), make([]string, n), make([]string, n)
	verbali, posizioni := make([]*uuid.UUID, n), make([]*uuid.UUID, n)
	for i, r := range righe {
		ordini[i], stati[i], colonne[i], motivi[i], verbali[i], posizioni[i] = r.ordine, string(r.stato), r.colonna, r.motivo, oNulla(r.verbale), oNulla(r.posizione)
	}
	comandi := pgx.Batch{}
	comandi.Queue(`UPDATE esito_postale_riga r SET stato = x.stato, colonna = x.colonna, motivo = x.motivo, verbale = x.verbale, posizione = x.posizione
		FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::uuid[]) x (ordine, stato, colonna, motivo, verbale, posizione)
		WHERE r.esito = $1 AND r.ordine = x.ordine`, e.ID, ordini, stati, colonne, motivi, verbali, posizioni)
	c := e.Righe
	comandi.Queue(`UPDATE esito_postale SET porzione = $2, stato = $3, iniziato = $4, finito = $5, applicati = $6, gia_noti = $7, in_viaggio = $8,
			contraddittori = $9, sconosciuti = $10, non_validi = $11, rifiutati = $12 WHERE id = $1`,
		e.ID, e.porzione, e.Stato, e.Iniziato, e.Finito, c.Applicati, c.GiaNoti, c.InViaggio, c.Contraddittori, c.Sconosciuti, c.NonValidi, c.Rifiutati)
	return tx.SendBatch(ctx, &comandi).Close()
}

func oNulla(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// accoda puts the work of the next chunk into the outbox of the transaction.
func accoda(ctx context.Context, tx pgx.Tx, e Esito) error {
	return db.Enqueue(ctx, tx, tenant.Name(ctx), event.LavoroEsiti{IDEsito: e.ID.String(), Porzione: e.porzione + 1})
}

// registra writes a line of the audit about a file in the transaction.
func registra(ctx context.Context, tx pgx.Tx, a db.Access) error {
	a.OggettoTipo = "esito_postale"
	return db.Audit(ctx, tx, a)
}

func ammesso(s verbale.StatoRiga) bool { return s == "" || slices.Contains(verbale.StatiRiga(), s) }
