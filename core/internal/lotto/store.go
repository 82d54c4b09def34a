package lotto

import (
	"context"
	"strconv"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// perPagina is how many rows a page of a list has.
const perPagina = 50

// Store reads verbali_v1 in the database of the context's tenant.
type Store struct{ Pools *db.Pools }

// aperto is the condition of a lot that acts enter by themselves.
const aperto = `automatico AND stato = '` + string(verbale.LottoBozza) + `'`

const leggiLotto = `SELECT id, tipo, stato, automatico, nome, creato, creato_da, chiuso, iniziato, finito, motivo, origine,
	totale, ok, ripetibili, definitivi, saltati, annullati, lavorato_ms, revisione FROM verbali_v1.lotto `

// Aperti are the lots that acts enter by themselves.
func (s Store) Aperti(ctx context.Context) ([]Lotto, error) {
	return db.Every[Lotto](ctx, s.Pools, "lotti aperti", leggiLotto+`WHERE `+aperto+` ORDER BY tipo`)
}

// Elenco gives a page of the other lots, the newest first, after a cursor, and the cursor of the next page; 400 for an invalid
// cursor.
func (s Store) Elenco(ctx context.Context, cursore string) (lotti []Lotto, altri string, err error) {
	dopo := uuid.Max
	if cursore != "" {
		if dopo, err = uuid.Parse(cursore); err != nil {
			return nil, "", pagine.CursoreErrato()
		}
	}
	lotti, err = db.Every[Lotto](ctx, s.Pools, "lotti", leggiLotto+`WHERE NOT (`+aperto+`) AND id < $1 ORDER BY id DESC LIMIT $2`, dopo, perPagina+1)
	if len(lotti) > perPagina {
		lotti = lotti[:perPagina]
		altri = lotti[perPagina-1].ID.String()
	}
	return lotti, altri, err
}

// Lotto gives one; 404 when the tenant has none of this id.
func (s Store) Lotto(ctx context.Context, id uuid.UUID) (Lotto, error) {
	uno, err := db.Every[Lotto](ctx, s.Pools, "lotto", leggiLotto+`WHERE id = $1`, id)
	if err == nil && len(uno) == 0 {
		return Lotto{}, problem.NonTrovato("lotto", id.String())
	}
	if err != nil {
		return Lotto{}, err
	}
	return uno[0], nil
}

// Voci gives a page of the items of a lot in their order, in one state where it is not empty, after a
// cursor, and the cursor of the next page.
func (s Store) Voci(ctx context.Context, l Lotto, stato, cursore string) (voci []Voce, altri string, err error) {
	const cerca = `SELECT v.id, v.ordine, v.verbale, f.numero, f.lettera, f.anno, f.targa, v.stato, v.motivo
		FROM (SELECT id, ordine, verbale, stato, motivo FROM verbali_v1.voce WHERE lotto = $1 AND ($2 = '' OR stato = $2) `
	const unisci = ` LIMIT $4) v JOIN verbali_v1.verbale f ON f.id = v.verbale `
	var sql string
	var dopo any
	if l.Chiuso == nil { // no order yet: by entry
		sql = cerca + `AND id > $3 ORDER BY id` + unisci + `ORDER BY v.id`
		dopo, err = leggiOZero(cursore, uuid.Parse)
	} else {
		sql = cerca + `AND ordine > $3 ORDER BY ordine` + unisci + `ORDER BY v.ordine`
		dopo, err = leggiOZero(cursore, strconv.Atoi)
	}
	if err != nil {
		return nil, "", pagine.CursoreErrato()
	}
	voci, err = db.Every[Voce](ctx, s.Pools, "voci del lotto", sql, l.ID, stato, dopo, perPagina+1)
	if len(voci) > perPagina {
		voci = voci[:perPagina]
		if ultima := voci[perPagina-1]; ultima.Ordine != nil {
			altri = strconv.Itoa(*ultima.Ordine)
		} else {
			altri = ultima.ID.String()
		}
	}
	return voci, altri, err
}

// leggiOZero reads a cursor; without one it is the beginning.
func leggiOZero[T any](cursore string, leggi func(string) (T, error)) (any, error) {
	var zero T
	if cursore == "" {
		return zero, nil
	}
	return leggi(cursore)
}

// Parti are the files of a package, by name.
func (s Store) Parti(ctx context.Context, lotto uuid.UUID) ([]deposito.Parte, error) {
	return db.Every[deposito.Parte](ctx, s.Pools, "file del lotto", `SELECT nome, sha256 FROM verbali_v1.lotto_file WHERE lotto = $1 ORDER BY nome COLLATE "C"`, lotto)
}

// Registra writes who took what into the tenant's register.
func (s Store) Registra(ctx context.Context, a db.Access) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Audit(ctx, a)
}
