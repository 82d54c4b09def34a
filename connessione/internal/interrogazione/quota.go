package interrogazione

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// CodiceQuota is the refusal of a register's day that is used up.
const CodiceQuota = "QUOTA_ESAURITA"

// Misura is how much a command may ask of a register in a day, and how much of that work leaves to people.
type Misura struct {
	Registro        string
	Limite, Riserva int
}

// Giornata takes one of the questions that a command has of a register in a day of Rome, over all replicas. 429 until midnight for one too many.
func (s Store) Giornata(ctx context.Context, m Misura, adesso time.Time, chi Chi) error {
	if chi.InCoda {
		m.Limite = max(0, m.Limite-m.Riserva)
	}
	ok, err := s.conta(ctx, m.Registro, calendario.Da(adesso).Inizio(), adesso, m.Limite)
	if err != nil || ok {
		return err
	}
	return QuotaEsaurita(adesso)
}

// QuotaEsaurita is the refusal until midnight in Rome.
func QuotaEsaurita(adesso time.Time) error {
	e := problem.Nuovo(problem.TooManyRequests, CodiceQuota, "Quota esaurita",
		"Le interrogazioni che il registro ammette in un giorno sono finite: riprendono dopo mezzanotte.")
	e.RetryAfter = calendario.Da(adesso).AddDays(1).Inizio().Sub(adesso)
	return e
}

// Esaurita notes that a register has said, before our own count, that the day is used up.
func (s Store) Esaurita(ctx context.Context, registro string, adesso, fino time.Time) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `INSERT INTO quota (chi, dal, usate, esaurita) VALUES ($1, $2, 0, $3)
		ON CONFLICT (chi, dal) DO UPDATE SET esaurita = $3`, registro, calendario.Da(adesso).Inizio(), fino)
	return db.Wrap("quota", err)
}

// Ora takes one of the look-ups that an account has in an hour of the clock; 429 until the next for one too many.
func (s Store) Ora(ctx context.Context, adesso time.Time, limite int, chi Chi) error {
	ora := adesso.UTC().Truncate(time.Hour)
	ok, err := s.conta(ctx, "utenza/"+chi.Attore, ora, adesso, limite)
	if err != nil || ok {
		return err
	}
	e := problem.Troppe(ora.Add(time.Hour).Sub(adesso))
	e.Dettaglio = "Questa utenza ha già fatto le interrogazioni che il comando ammette in un'ora: riprovare più tardi."
	return e
}

// conta takes one of limite since an instant. The first of a period throws away what is older than two days.
func (s Store) conta(ctx context.Context, chi string, dal, adesso time.Time, limite int) (bool, error) {
	if limite <= 0 {
		return false, nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return false, err
	}
	var usate int
	err = database.Pool.QueryRow(ctx, `INSERT INTO quota AS q (chi, dal, usate) VALUES ($1, $2, 1)
		ON CONFLICT (chi, dal) DO UPDATE SET usate = q.usate + 1
			WHERE q.usate < $3 AND (q.esaurita IS NULL OR q.esaurita < $4) RETURNING usate`, chi, dal, limite, adesso).Scan(&usate)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return false, nil
	case err == nil && usate == 1:
		_, err = database.Pool.Exec(ctx, `DELETE FROM quota WHERE dal < $1`, dal.AddDate(0, 0, -2))
	}
	return err == nil, db.Wrap("quota", err)
}
