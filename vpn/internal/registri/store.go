package registri

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
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

func (s Store) aggiungi(ctx context.Context, registro string, d domanda, esito string, costo int64) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	var verbale *uuid.UUID
	if d.verbale != uuid.Nil {
		verbale = &d.verbale
	}
	_, err = database.Pool.Exec(ctx, `INSERT INTO domanda (quando, registro, cosa, verbale, attore, esito, costo_millesimi)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, s.Adesso(), registro, d.cosa, verbale, d.attore, esito, costo)
	return db.Wrap("registri: domanda", err)
}

// Spesa is what the answers of a register cost. Of a question that left and brought nothing nobody knows whether it is billed: it
// counts as if it were, and SenzaRisposta says how much of the sum that is.
type Spesa struct {
	Registro       string `json:"registro"`
	Cosa           string `json:"cosa"` // VEICOLO, PATENTE, COPERTURA
	Domande        int64  `json:"domande"`
	CostoMillesimi int64  `json:"costoMillesimi"` // thousandths of a euro
	SenzaRisposta  int64  `json:"senzaRispostaMillesimi,omitempty"`
}

// DelMese sums what was asked in a month of Rome, by register and by what was asked.
func (s Store) DelMese(ctx context.Context, primo calendario.Giorno) ([]Spesa, error) {
	return s.spese(ctx, `quando >= $1::date::timestamp AT TIME ZONE 'Europe/Rome'
		AND quando < ($1::date + interval '1 month') AT TIME ZONE 'Europe/Rome'`, primo.String())
}

// DelVerbale sums what was asked for a fine.
func (s Store) DelVerbale(ctx context.Context, id uuid.UUID) ([]Spesa, error) {
	return s.spese(ctx, `verbale = $1`, id)
}

func (s Store) spese(ctx context.Context, quali string, valore any) ([]Spesa, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT registro, cosa, count(*), sum(costo_millesimi)::bigint,
		coalesce(sum(costo_millesimi) FILTER (WHERE esito = '`+SenzaRisposta+`'), 0)::bigint FROM domanda WHERE `+quali+` GROUP BY 1, 2 ORDER BY 1, 2`, valore)
	if err != nil {
		return nil, db.Wrap("registri: spese", err)
	}
	defer righe.Close()
	tutte := []Spesa{}
	for righe.Next() {
		var x Spesa
		if err := righe.Scan(&x.Registro, &x.Cosa, &x.Domande, &x.CostoMillesimi, &x.SenzaRisposta); err != nil {
			return nil, db.Wrap("registri: spese", err)
		}
		tutte = append(tutte, x)
	}
	return tutte, db.Wrap("registri: spese", righe.Err())
}
