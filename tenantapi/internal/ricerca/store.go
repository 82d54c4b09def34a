package ricerca

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/db"
)

// Store reads the published views of the fines in the database of the context's tenant.
type Store struct{ Piscine *db.Piscine }

// Cerca runs a search.
func (s Store) Cerca(ctx context.Context, q *query) ([]Elemento, error) {
	banca, err := s.Piscine.Tenant(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // the pool names the database
	}
	rows, err := banca.Pool.Query(ctx, q.sql(), q.args...)
	if err != nil {
		return nil, db.Errore("ricerca", err)
	}
	elementi, err := pgx.CollectRows(rows, leggiElemento)
	return elementi, db.Errore("ricerca", err)
}

func leggiElemento(r pgx.CollectableRow) (Elemento, error) {
	var e Elemento
	var notifica, scadenza *string
	err := r.Scan(&e.ID, &e.Numero, &e.Lettera, &e.Anno, &e.Targa, &e.DataViolazione, &e.Luogo, &e.Articoli,
		&e.Procedura, &e.Debito, &e.Ricorso, &e.ImportoCent, &notifica, &scadenza, &e.Reparto, &e.Fonte)
	if err != nil {
		return e, err //nolint:wrapcheck // wrapped by the caller
	}
	e.DataViolazione = e.DataViolazione.In(calendario.Roma())
	if e.DataNotifica, err = giorno(notifica); err != nil {
		return e, err
	}
	e.ScadenzaPagamento, err = giorno(scadenza)
	return e, err
}

func giorno(testo *string) (*calendario.Giorno, error) {
	if testo == nil {
		return nil, nil //nolint:nilnil // no day is a day that has not come
	}
	g, err := calendario.Parse(*testo)
	return &g, err //nolint:wrapcheck // it names the text
}
