// Package costo shows what the answers of registers cost a command, month by month and for a fine. vpn keeps each question about a
// vehicle with its cost in vpn_v1.domanda, connessione what its paid registers cost beside a look-up; here they are summed.
package costo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Spesa is a sum of questions. Millesimi are thousandths of a euro; SenzaRisposta is how much of them is of questions that left and
// brought nothing, which the register may bill or not.
type Spesa struct {
	Nome          string // of the month, or of the register and the question
	Domande       int64
	Millesimi     int64
	SenzaRisposta int64
}

// Costo is the sum as a person reads it.
func (s Spesa) Costo() string { return euro(s.Millesimi) }

// Incerto is the part of the sum that may not be billed; empty: none.
func (s Spesa) Incerto() string {
	if s.SenzaRisposta == 0 {
		return ""
	}
	return euro(s.SenzaRisposta)
}

// euro writes thousandths of a euro, to the last one: an answer may cost less than a cent.
func euro(millesimi int64) string { return fmt.Sprintf("%d,%03d €", millesimi/1000, millesimi%1000) }

// Store reads what they keep, in the database of the context's tenant.
type Store struct{ Pools *db.Pools }

const somme = `count(*), coalesce(sum(costo_millesimi), 0)::bigint, coalesce(sum(costo_millesimi) FILTER (WHERE esito = 'SENZA_RISPOSTA'), 0)::bigint
	FROM (SELECT quando, registro, cosa, verbale, esito, costo_millesimi FROM vpn_v1.domanda
		UNION ALL SELECT i.quando, k.key, CASE i.tipo WHEN 'VISURA' THEN 'SEDE' ELSE i.tipo END, i.verbale, '', k.value::bigint * 10
		FROM connessione_v1.interrogazione i CROSS JOIN LATERAL jsonb_each_text(i.costi) k WHERE i.costi <> '{}') d`

// Mesi are the last twelve months of Rome in which something was asked, up to one, the latest first, each named YYYY-MM.
func (s Store) Mesi(ctx context.Context, ultimo calendario.Giorno) ([]Spesa, error) {
	return s.leggi(ctx, `SELECT to_char(quando AT TIME ZONE 'Europe/Rome', 'YYYY-MM'), `+somme+`
		WHERE quando >= ($1::date - interval '11 months') AT TIME ZONE 'Europe/Rome' AND quando < ($1::date + interval '1 month') AT TIME ZONE 'Europe/Rome'
		GROUP BY 1 ORDER BY 1 DESC`, ultimo.String())
}

// Mese is a month of Rome, from its first day, by register and kind of question.
func (s Store) Mese(ctx context.Context, primo calendario.Giorno) ([]Spesa, error) {
	return s.leggi(ctx, `SELECT registro || ' ' || cosa, `+somme+`
		WHERE quando >= $1::date::timestamp AT TIME ZONE 'Europe/Rome' AND quando < ($1::date + interval '1 month') AT TIME ZONE 'Europe/Rome'
		GROUP BY registro, cosa ORDER BY registro, cosa`, primo.String())
}

// Verbale are the questions asked for a fine, by register and kind of question.
func (s Store) Verbale(ctx context.Context, id uuid.UUID) ([]Spesa, error) {
	return s.leggi(ctx, `SELECT registro || ' ' || cosa, `+somme+` WHERE verbale = $1 GROUP BY registro, cosa ORDER BY registro, cosa`, id)
}

func (s Store) leggi(ctx context.Context, sql string, valore any) ([]Spesa, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	ctx, libera := context.WithTimeout(ctx, 10*time.Second)
	defer libera()
	righe, err := database.Pool.Query(ctx, sql, valore)
	if err != nil {
		return nil, db.Wrap("costi", err)
	}
	defer righe.Close()
	var tutte []Spesa
	for righe.Next() {
		var x Spesa
		if err := righe.Scan(&x.Nome, &x.Domande, &x.Millesimi, &x.SenzaRisposta); err != nil {
			return nil, db.Wrap("costi", err)
		}
		tutte = append(tutte, x)
	}
	return tutte, db.Wrap("costi", righe.Err())
}

// Totale is the sum of all.
func Totale(tutte []Spesa) (t Spesa) {
	for _, s := range tutte {
		t.Domande += s.Domande
		t.Millesimi += s.Millesimi
		t.SenzaRisposta += s.SenzaRisposta
	}
	return t
}
