package esitopostale

import (
	"context"
	"strconv"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// perPagina is how many rows a page of a list has.
const perPagina = 50

// Store reads verbali_v1 in the database of the context's tenant.
type Store struct{ Pools *db.Pools }

const leggiFile = `SELECT id, sha256, byte, stato, caricato, caricato_da, iniziato, finito, motivo, totale,
	applicati, gia_noti, in_viaggio, contraddittori, sconosciuti, non_validi, rifiutati FROM verbali_v1.esito_postale `

// Elenco gives a page of the files, the newest first, after a cursor, and the cursor of the next page; 400 for an invalid
// cursor.
func (s Store) Elenco(ctx context.Context, cursore string) (file []File, altri string, err error) {
	dopo := uuid.Max
	if cursore != "" {
		if dopo, err = uuid.Parse(cursore); err != nil {
			return nil, "", pagine.CursoreErrato()
		}
	}
	file, err = db.Every[File](ctx, s.Pools, "file di esiti", leggiFile+`WHERE id < $1 ORDER BY id DESC LIMIT $2`, dopo, perPagina+1)
	if len(file) > perPagina {
		file = file[:perPagina]
		altri = file[perPagina-1].ID.String()
	}
	return file, altri, err
}

// File gives one; 404 when the tenant has none of this id.
func (s Store) File(ctx context.Context, id uuid.UUID) (File, error) {
	uno, err := db.Every[File](ctx, s.Pools, "file di esiti", leggiFile+`WHERE id = $1`, id)
	if err == nil && len(uno) == 0 {
		return File{}, problem.NonTrovato("file di esiti", id.String())
	}
	if err != nil {
		return File{}, err
	}
	return uno[0], nil
}

// Righe gives a page of the rows of a file in these states, in their order, after a cursor, and the cursor of
// the next page. They are cut before the fines are looked up.
func (s Store) Righe(ctx context.Context, file uuid.UUID, stati []verbale.StatoRiga, cursore string) (righe []Riga, altre string, err error) {
	dopo := 0
	if cursore != "" {
		if dopo, err = strconv.Atoi(cursore); err != nil || dopo < 1 || dopo > ordineAlPiu {
			return nil, "", pagine.CursoreErrato()
		}
	}
	righe, err = db.Every[Riga](ctx, s.Pools, "righe del file di esiti", `SELECT r.ordine, r.linea, r.stato, r.colonna, r.motivo, r.detto, r.lotto, r.sequenza,
			r.documento, r.notifica, r.raccomandata, r.codice_ag, r.verbale, f.numero, f.lettera, f.anno
		FROM (SELECT * FROM verbali_v1.esito_postale_riga WHERE esito = $1 AND stato = ANY ($2) AND ordine > $3 ORDER BY ordine LIMIT $4) r
		LEFT JOIN verbali_v1.verbale f ON f.id = r.verbale ORDER BY r.ordine`, file, stati, dopo, perPagina+1)
	if len(righe) > perPagina {
		righe = righe[:perPagina]
		altre = strconv.Itoa(righe[perPagina-1].Ordine)
	}
	return righe, altre, err
}

// ordineAlPiu keeps a cursor within the numbers of the database.
const ordineAlPiu = 1 << 30
