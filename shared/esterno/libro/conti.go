package libro

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Spesa is the cost of the questions to a register. A question that left and brought nothing may be billed: it counts as
// billed, and SenzaRisposta is its part of the sum. Sums are thousandths of a euro.
type Spesa struct {
	Registro       string `json:"registro"`
	Cosa           string `json:"cosa"` // as Riga.Tipo
	Domande        int64  `json:"domande"`
	CostoMillesimi int64  `json:"costoMillesimi"`
	SenzaRisposta  int64  `json:"senzaRispostaMillesimi,omitempty"`
	Mese           string `json:"-"` // YYYY-MM, of a sum of all registers in a month
}

// Costo is the sum as a person reads it.
func (s Spesa) Costo() string { return euro(s.CostoMillesimi) }

// Incerto is the part of the sum that may not be billed; empty: none.
func (s Spesa) Incerto() string {
	if s.SenzaRisposta == 0 {
		return ""
	}
	return euro(s.SenzaRisposta)
}

// euro writes thousandths of a euro, to the last one: an answer may cost less than a cent.
func euro(millesimi int64) string { return fmt.Sprintf("%d,%03d €", millesimi/1000, millesimi%1000) }

// Totale is the sum of all.
func Totale(tutte []Spesa) (t Spesa) {
	for _, s := range tutte {
		t.Domande += s.Domande
		t.CostoMillesimi += s.CostoMillesimi
		t.SenzaRisposta += s.SenzaRisposta
	}
	return t
}

// Conti sums what books say, in the database of the context's tenant.
type Conti struct {
	Pools *db.Pools
	Libri []string // as SQL names them: libro, vpn_v1.libro
}

const (
	daMezzanotte = `quando >= $1::date::timestamp AT TIME ZONE 'Europe/Rome'`
	finoAlMese   = ` AND quando < ($1::date + interval '1 month') AT TIME ZONE 'Europe/Rome'`
)

// DelMese is a month of Rome, from its first day, by register and kind of question.
func (c Conti) DelMese(ctx context.Context, primo calendario.Giorno) ([]Spesa, error) {
	return c.leggi(ctx, `registro, cosa, '' AS mese`, daMezzanotte+finoAlMese, primo.String())
}

// DelVerbale are the questions asked for a fine, by register and kind of question.
func (c Conti) DelVerbale(ctx context.Context, id uuid.UUID) ([]Spesa, error) {
	return c.leggi(ctx, `registro, cosa, '' AS mese`, `verbale = $1`, id)
}

// Mesi are the last twelve months of Rome in which something was asked, up to one, the latest first.
func (c Conti) Mesi(ctx context.Context, ultimo calendario.Giorno) ([]Spesa, error) {
	return c.leggi(ctx, `'' AS registro, '' AS cosa, to_char(quando AT TIME ZONE 'Europe/Rome', 'YYYY-MM') AS mese`,
		`quando >= ($1::date - interval '11 months') AT TIME ZONE 'Europe/Rome'`+finoAlMese, ultimo.String())
}

func (c Conti) leggi(ctx context.Context, per, quali string, valore any) ([]Spesa, error) {
	database, err := c.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	ctx, libera := context.WithTimeout(ctx, 10*time.Second)
	defer libera()
	righe, err := database.Pool.Query(ctx, `SELECT registro, cosa, count(*), sum(costo)::bigint,
			coalesce(sum(costo) FILTER (WHERE esito = '`+SenzaRisposta+`'), 0)::bigint, mese
		FROM (SELECT `+per+`, esito, costo FROM (`+c.righe()+`) r WHERE `+quali+`) d GROUP BY mese, registro, cosa ORDER BY mese DESC, registro, cosa`, valore)
	if err != nil {
		return nil, db.Wrap("libro: conti", err)
	}
	tutte, err := pgx.CollectRows(righe, pgx.RowToStructByPos[Spesa])
	return tutte, db.Wrap("libro: conti", err)
}

// righe is a row for each register that a line of the books asked.
func (c Conti) righe() string {
	var uniti []string
	for _, l := range c.Libri {
		uniti = append(uniti, `SELECT quando, tipo AS cosa, verbale, esito, k.key AS registro, k.value::bigint AS costo
			FROM `+l+` CROSS JOIN LATERAL jsonb_each_text(costi) k WHERE costi <> '{}'`)
	}
	return strings.Join(uniti, " UNION ALL ")
}
