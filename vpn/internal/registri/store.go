package registri

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Store keeps what registers answered and cost, in the database of the context's tenant.
type Store struct {
	Pools  *db.Pools
	Adesso func() time.Time
}

// Quote counts the questions of a day.
func (s Store) Quote() esterno.PostgreSQL {
	return esterno.PostgreSQL{Pool: func(ctx context.Context) (esterno.Querier, error) {
		database, err := s.Pools.Tenant(ctx)
		if err != nil {
			return nil, err
		}
		return database.Pool, nil
	}}
}

func parolaDi(codice, altrimenti string) string {
	for _, r := range codice {
		if r != '_' && (r < 'A' || r > 'Z') {
			return altrimenti
		}
	}
	if codice == "" {
		return altrimenti
	}
	return codice
}

// aggiungi puts a question into the book, or hands its line to who asked.
func (s Store) aggiungi(ctx context.Context, registro string, d domanda, esito string, costo int64) error {
	riga := libro.Riga{Quando: s.Adesso(), Tipo: d.cosa, Attore: d.attore,
		Verbale: uuid.NullUUID{UUID: d.verbale, Valid: d.verbale != uuid.Nil}, Esito: esito, Fonte: registro, Costi: map[string]int64{registro: costo}}
	if d.annota != nil {
		d.annota(riga)
		return nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		_, err := libro.Scrivi(tx, riga)
		return err
	})
}
