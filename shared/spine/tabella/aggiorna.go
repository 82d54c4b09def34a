package tabella

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Refresh reads core's versions and, in one snapshot, the rows of the tables that have a new one; with
// nothing new it is one small query. A reading that fails leaves everything as it is. A version whose rows
// make no table leaves that table as it is: it is in the error once, and not read again until core has
// another.
func (c *Copy) Refresh(ctx context.Context) error { return c.dati.Refresh(ctx) }

func (c *Copy) aggiorna(ctx context.Context, prima *dati) (dopo *dati, err error) {
	database, err := c.pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	viste, err := c.versioni(ctx, database.Pool)
	if err != nil {
		return nil, db.Wrap("tabelle fisse", err)
	}
	if prima.viste != nil && maps.Equal(viste, prima.viste) {
		return nil, nil //nolint:nilnil // nothing is new
	}
	var guasti error
	if err := database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		dopo, guasti, err = c.leggi(ctx, tx, prima)
		return err
	}); err != nil {
		return nil, db.Wrap("tabelle fisse", err)
	}
	return dopo, guasti
}

// interroga is a pool or a transaction.
type interroga interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func (c *Copy) versioni(ctx context.Context, q interroga) (map[chiave]Versione, error) {
	rows, err := q.Query(ctx, `SELECT nome, tenant, versione, impronta, righe FROM core_v1.tabella
		WHERE versione > 0 AND nome = ANY ($1)`, c.nomi)
	if err != nil {
		return nil, fmt.Errorf("versioni: %w", err)
	}
	viste := map[chiave]Versione{}
	var v Versione
	_, err = pgx.ForEachRow(rows, []any{&v.Nome, &v.Tenant, &v.Versione, &v.Impronta, &v.Righe}, func() error {
		viste[chiave{v.Nome, v.Tenant}] = v
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("versioni: %w", err)
	}
	return viste, nil
}

// leggi gives what follows prima: the tables whose version is another than the last one seen are read,
// the others stay. guasti are the versions that make no table.
func (c *Copy) leggi(ctx context.Context, tx pgx.Tx, prima *dati) (dopo *dati, guasti, err error) {
	viste, err := c.versioni(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	dopo = &dati{viste: viste, uso: maps.Clone(prima.uso), mancanti: maps.Clone(prima.mancanti), comuni: prima.comuni, violazioni: prima.violazioni}
	for nome := range prima.uso {
		err := dopo.segui(ctx, tx, nome, prima)
		if g, guasta := errors.AsType[*guasto](err); guasta {
			guasti = errors.Join(guasti, g)
			if prima.viste == nil || prima.mancanti[nome] != nil {
				dopo.mancanti[nome] = g
			}
			continue
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return dopo, guasti, nil
}

// segui brings one table of the platform to the version of core.
func (d *dati) segui(ctx context.Context, tx pgx.Tx, nome string, prima *dati) error {
	k := chiave{nome, ""}
	v := d.viste[k]
	if prima.viste != nil && v == prima.viste[k] {
		return nil
	}
	if v.Versione == 0 {
		if d.uso[nome].Versione > 0 {
			d.compila(nome)
		}
	} else if err := d.carica(ctx, tx, v); err != nil {
		return err
	}
	delete(d.mancanti, nome)
	return nil
}

// carica reads a version and, if its rows make a table, puts it in place.
func (d *dati) carica(ctx context.Context, tx pgx.Tx, v Versione) error {
	switch v.Nome {
	case Comuni:
		t, err := leggiTabella(ctx, tx, v, comune.Nuova)
		if err != nil {
			return err
		}
		d.comuni = t
	case Violazioni:
		t, err := leggiTabella(ctx, tx, v, sanzione.Nuova)
		if err != nil {
			return err
		}
		d.violazioni = t
	}
	d.uso[v.Nome] = v
	return nil
}
