package registri

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
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

// domanda is a question as its record has it.
type domanda struct {
	cosa, attore string
	verbale      uuid.UUID
}

// sistema is who asks when nobody does.
const sistema = "sistema"

func domandaDi(d registro.Domanda) domanda {
	return domanda{cosa: "VEICOLO", attore: d.Attore, verbale: d.Verbale}
}

func domandaDiPatente(d registro.DomandaPatente) domanda {
	return domanda{cosa: "PATENTE", attore: d.Attore, verbale: d.Verbale}
}

// annota records an answer with its cost, also when the caller has gone. A silence, and a question that never left, is none; a
// refusal costs nothing.
func (s *Scelta) annota(ctx context.Context, c collegamento, d domanda, causa error) error {
	esito, costo := esterno.Found, c.suo.CostoMillesimi*max(1, c.risposte)
	e := esterno.As(causa)
	switch {
	case causa == nil:
	case e == nil || e.Attempts == 0 || errors.Is(causa, esterno.ErrUnavailable):
		return nil
	case errors.Is(causa, esterno.ErrInvalidAnswer):
		esito = string(verbale.IndagineRispostaNonUtilizzabile)
	case errors.Is(causa, esterno.ErrNotFound), errors.Is(causa, registro.ErrAltroGiorno):
		esito = parolaDi(e.Code, "NON_PRESENTE")
	default:
		esito, costo = parolaDi(e.Code, string(verbale.IndagineRichiestaRifiutata)), 0
	}
	if d.attore == "" {
		d.attore = sistema
	}
	return s.o.Store.aggiungi(context.WithoutCancel(ctx), c.registro, d, esito, costo)
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

// Spesa is what the answers of a register cost.
type Spesa struct {
	Registro       string `json:"registro"`
	Cosa           string `json:"cosa"` // VEICOLO, PATENTE
	Domande        int64  `json:"domande"`
	CostoMillesimi int64  `json:"costoMillesimi"` // thousandths of a euro
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
	righe, err := database.Pool.Query(ctx, `SELECT registro, cosa, count(*), sum(costo_millesimi)::bigint FROM domanda WHERE `+quali+` GROUP BY 1, 2 ORDER BY 1, 2`, valore)
	if err != nil {
		return nil, db.Wrap("registri: spese", err)
	}
	defer righe.Close()
	tutte := []Spesa{}
	for righe.Next() {
		var x Spesa
		if err := righe.Scan(&x.Registro, &x.Cosa, &x.Domande, &x.CostoMillesimi); err != nil {
			return nil, db.Wrap("registri: spese", err)
		}
		tutte = append(tutte, x)
	}
	return tutte, db.Wrap("registri: spese", righe.Err())
}
