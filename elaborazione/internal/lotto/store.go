package lotto

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Store keeps the lots of every tenant; the tenant is in the context.
type Store struct{ Pools *db.Pools }

const (
	colonneLotto = `l.id, l.tipo, l.stato, l.automatico, l.nome, l.creato, l.creato_da, l.chiuso, l.iniziato, l.finito, l.motivo, l.origine,
		l.porzione, l.revisione, l.lavorato_ms, CASE WHEN l.stato = '` + string(verbale.LottoBozza) + `' THEN (SELECT count(*) FROM voce v WHERE v.lotto = l.id) ELSE l.totale END,
		l.ok, l.ripetibili, l.definitivi, l.saltati, l.annullati`
	leggiLotto = `SELECT ` + colonneLotto + ` FROM lotto l `
)

// leggiRiga reads a lot by colonneLotto.
func leggiRiga(r pgx.CollectableRow) (l Lotto, err error) {
	c := &l.Voci
	err = r.Scan(&l.ID, &l.Tipo, &l.Stato, &l.Automatico, &l.Nome, &l.Creato, &l.CreatoDa, &l.Chiuso, &l.Iniziato, &l.Finito, &l.Motivo,
		&l.Origine, &l.porzione, &l.revisione, &l.lavorato, &c.Totale, &c.OK, &c.Ripetibili, &c.Definitivi, &c.Saltati, &c.Annullati)
	l.Voci = c.saldati()
	return l.misurato(), err
}

// Lotto reads one; 404 when the tenant has none of this id.
func (s *Store) Lotto(ctx context.Context, id uuid.UUID) (Lotto, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return Lotto{}, err
	}
	return unLotto(ctx, database.Pool, leggiLotto+`WHERE id = $1`, id)
}

// chiede is a pool or a transaction.
type chiede interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// unLotto reads the lot of an id by a statement that gives colonneLotto; 404 when there is none.
func unLotto(ctx context.Context, da chiede, sql string, id uuid.UUID, altri ...any) (Lotto, error) {
	rows, err := da.Query(ctx, sql, append([]any{id}, altri...)...)
	if err != nil {
		return Lotto{}, db.Wrap("lotto "+id.String(), err)
	}
	l, err := pgx.CollectExactlyOneRow(rows, leggiRiga)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, problem.NonTrovato("lotto", id.String())
	}
	return l, db.Wrap("lotto "+id.String(), err)
}

// Pagina is a page of a list; an empty cursor is the end.
type Pagina[T any] struct {
	Elementi []T    `json:"elementi"`
	Cursore  string `json:"cursore,omitempty"`
}

// Elenca gives the lots, the newest first, after a cursor. 400 for an invalid cursor.
func (s *Store) Elenca(ctx context.Context, cursore string, quanti int) (Pagina[Lotto], error) {
	var p Pagina[Lotto]
	dopo := uuid.Max
	if cursore != "" {
		var ok bool
		if dopo, ok = codici.ID(cursore); !ok {
			return p, cursoreErrato()
		}
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return p, err
	}
	rows, err := database.Pool.Query(ctx, leggiLotto+`WHERE id < $1 ORDER BY id DESC LIMIT $2`, dopo, quanti+1)
	if err == nil {
		p.Elementi, err = pgx.CollectRows(rows, leggiRiga)
	}
	if len(p.Elementi) > quanti {
		p.Elementi = p.Elementi[:quanti]
		p.Cursore = p.Elementi[quanti-1].ID.String()
	}
	return p, db.Wrap("lotti", err)
}

func cursoreErrato() error {
	return problem.CampoNonValido("cursore", "non è un cursore di questo elenco")
}

// Voci gives the items of a lot in their order, after a cursor; stato narrows where it is not empty.
func (s *Store) Voci(ctx context.Context, lotto uuid.UUID, stato, cursore string, quanti int) (Pagina[Voce], error) {
	var p Pagina[Voce]
	ordine, dopo, err := puntoDi(cursore)
	if err != nil {
		return p, err
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return p, err
	}
	rows, err := database.Pool.Query(ctx, `SELECT v.id, coalesce(v.ordine, 0), v.verbale, v.posizione, concat_ws('/', f.numero, nullif(f.lettera, ''), f.anno),
			v.stato, v.motivo, v.file, v.pagina_da, v.pagina_a
		FROM voce v JOIN verbale f ON f.id = v.verbale
		WHERE v.lotto = $1 AND ($2 = '' OR v.stato = $2) AND (coalesce(v.ordine, 0), v.id) > ($3, $4)
		ORDER BY coalesce(v.ordine, 0), v.id LIMIT $5`, lotto, stato, ordine, dopo, quanti+1)
	if err == nil {
		p.Elementi, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (v Voce, err error) {
			return v, r.Scan(&v.ID, &v.Ordine, &v.Verbale, &v.Posizione, &v.Numero, &v.Stato, &v.Motivo, &v.File, &v.PaginaDa, &v.PaginaA)
		})
	}
	if len(p.Elementi) > quanti {
		p.Elementi = p.Elementi[:quanti]
		ultima := p.Elementi[quanti-1]
		p.Cursore = fmt.Sprintf("%d.%s", ultima.Ordine, ultima.ID)
	}
	return p, db.Wrap("voci del lotto "+lotto.String(), err)
}

// puntoDi reads the cursor of a list of items: place and id.
func puntoDi(cursore string) (ordine int, dopo uuid.UUID, err error) {
	if cursore == "" {
		return -1, uuid.Nil, nil
	}
	primo, secondo, _ := strings.Cut(cursore, ".")
	ordine, err = strconv.Atoi(primo)
	dopo, ok := codici.ID(secondo)
	if err != nil || !ok || ordine < 0 || ordine > math.MaxInt32 {
		return 0, dopo, cursoreErrato()
	}
	return ordine, dopo, nil
}

// File is a part of a package.
type File struct {
	Nome   string
	SHA256 string
	Byte   int64
	Pagine int
}

// Parti are the files of a package, by name.
func (s *Store) Parti(ctx context.Context, lotto uuid.UUID) ([]File, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	return parti(ctx, database.Pool, lotto)
}

func parti(ctx context.Context, da chiede, lotto uuid.UUID) ([]File, error) {
	rows, err := da.Query(ctx, `SELECT nome, sha256, byte, pagine FROM lotto_file WHERE lotto = $1 ORDER BY nome COLLATE "C"`, lotto)
	if err != nil {
		return nil, db.Wrap("file del lotto", err)
	}
	file, err := pgx.CollectRows(rows, pgx.RowToStructByPos[File])
	return file, db.Wrap("file del lotto", err)
}

// registra writes a line of the audit about a lot in the transaction.
func registra(ctx context.Context, tx pgx.Tx, lotto uuid.UUID, a db.Access) error {
	a.OggettoTipo, a.Oggetto = "lotto", lotto.String()
	return db.Audit(ctx, tx, a)
}
