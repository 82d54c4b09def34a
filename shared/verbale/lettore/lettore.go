// Package lettore reads fines from the views verbali_v1, which elaborazione publishes in each tenant's database. It
// is the one place that knows their columns: a fine with all that was asked for comes in one statement, so that
// amounts, payments and positions are of one instant. It writes nothing.
package lettore

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Lettore reads the fines of the context's tenant. A view that its owner has not made yet is 503 DATI_NON_PRONTI.
type Lettore struct{ Pools *db.Pools }

// Parti are what a caller wants beside the fine itself and what prices it: violations, positions, notices,
// payments, appeals, and since when nobody has to pay.
type Parti uint8

// The parts, to be joined with |.
const (
	// Persone are who answers; without it no person is loaded.
	Persone Parti = 1 << iota
	// Anonimi are the payment notices without a name.
	Anonimi
	// Passi are the events without what may name a person: who, why and the proof.
	Passi
	// Fascicolo is the whole file: notes, agents, all documents, attempts to serve, and the events with all they say.
	Fascicolo
	// Anomalie are what waits, or waited, for a person.
	Anomalie
)

// Chiave is the key printed on the paper: number, series and plate, and the year when it is known.
// Lettera and Targa are normalised.
type Chiave struct {
	Numero  int64
	Lettera string
	Targa   string
	Anno    *int
}

// PerID gives the fine of an id; nil when the tenant has none.
func (l Lettore) PerID(ctx context.Context, id uuid.UUID, parti Parti) (*lettura.Verbale, error) {
	return l.uno(ctx, parti.sql(perID), id)
}

// PerChiave finds the fines of a key, newest first.
func (l Lettore) PerChiave(ctx context.Context, k Chiave, parti Parti) ([]lettura.Verbale, error) {
	return l.leggi(ctx, parti.sql(perChiave), k.Numero, k.Lettera, k.Targa, k.Anno)
}

// PerIUV finds the fine that a notice and a plate name together; nil when there is none.
func (l Lettore) PerIUV(ctx context.Context, iuv, targa string, parti Parti) (*lettura.Verbale, error) {
	return l.uno(ctx, parti.sql(perIUV), iuv, targa)
}

func (l Lettore) uno(ctx context.Context, sql string, args ...any) (*lettura.Verbale, error) {
	trovati, err := l.leggi(ctx, sql, args...)
	if err != nil || len(trovati) == 0 {
		return nil, err
	}
	return &trovati[0], nil
}

func (l Lettore) leggi(ctx context.Context, sql string, args ...any) ([]lettura.Verbale, error) {
	database, err := l.Pools.Tenant(ctx)
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

func unVerbale(r pgx.CollectableRow) (v lettura.Verbale, err error) {
	var dati []byte
	if err := r.Scan(&dati); err != nil {
		return v, err
	}
	err = json.Unmarshal(dati, &v)
	v.DataViolazione = v.DataViolazione.In(calendario.Roma())
	return v, err
}

// Voci runs a statement that selects ColonneVoce and gives its rows.
func (l Lettore) Voci(ctx context.Context, sql string, args ...any) ([]lettura.Voce, error) {
	voci, err := db.Every[lettura.Voce](ctx, l.Pools, "elenco dei verbali", sql, args...)
	for i := range voci {
		voci[i].DataViolazione = voci[i].DataViolazione.In(calendario.Roma())
	}
	return voci, err
}

// Documento is a document and the tax code of the person whose position it is of, empty when it is of none or the
// person is unknown. Pagabile: its position has a notice that may be paid.
type Documento struct {
	lettura.Documento

	CodiceFiscale string
	Pagabile      bool
}

// Documento finds a document of the tenant by id; false when there is none.
func (l Lettore) Documento(ctx context.Context, id uuid.UUID) (d Documento, trovato bool, err error) {
	database, err := l.Pools.Tenant(ctx)
	if err != nil {
		return d, false, err
	}
	err = database.Pool.QueryRow(ctx, perDocumento, id).Scan(&d.ID, &d.Verbale, &d.Posizione, &d.Tipo, &d.Nome, &d.Mime, &d.SHA256,
		&d.Byte, &d.Creato, &d.CodiceFiscale, &d.Pagabile)
	if errors.Is(err, pgx.ErrNoRows) {
		return d, false, nil
	}
	return d, err == nil, db.Wrap("documento", err)
}
