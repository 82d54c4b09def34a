package interrogazione

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// CodiceQuota is the refusal of a register's day that is used up.
const CodiceQuota = verbale.CodiceQuota

// Misura is how much a command may ask of a register in a day, and how much of that work leaves to people.
type Misura struct {
	Registro        string
	Limite, Riserva int
}

// per is what somebody may take of a measure.
func (m Misura) per(chi Chi) Misura {
	if chi.InCoda && !chi.Urgente {
		m.Limite -= m.Riserva
	}
	m.Limite = max(0, m.Limite-chi.Precedono)
	return m
}

// Giornata takes one of the questions that a command has of a register in a day of Rome, over all replicas. 429 until midnight for one too many.
func (s Store) Giornata(ctx context.Context, m Misura, adesso time.Time, chi Chi) error {
	m = m.per(chi)
	ok, err := s.conta(ctx, m.Registro, periodo{calendario.Da(adesso).Inizio(), adesso}, 1, m.Limite)
	if err != nil || ok {
		return err
	}
	return s.QuotaEsaurita(ctx, m.Registro, adesso)
}

// chiaveMisura marks the context of a question that is one of a register's day.
type chiaveMisura struct{}

// Conta gives the context of a question that is one of those a command has of a register in a day: Uscite takes it as it leaves.
func Conta(ctx context.Context, m Misura, chi Chi) context.Context {
	return context.WithValue(ctx, chiaveMisura{}, m.per(chi))
}

// Uscite counts the questions of Conta as they leave, each attempt one, since who bills counts what arrives. What the platform
// itself refuses, a voucher that is not to be had, no free place, a register that is left alone, takes none. One too many is
// esterno.ErrQuota. Other questions of the same client are not counted.
func (s Store) Uscite(adesso func() time.Time) esterno.Daily {
	return esterno.Daily{Count: uscite{s, adesso}, Most: func(ctx context.Context) int {
		if _, contata := ctx.Value(chiaveMisura{}).(Misura); contata {
			return 1 // the limit is that of the context, which may be none at all
		}
		return 0
	}}
}

type uscite struct {
	store  Store
	adesso func() time.Time
}

// Take takes one of the day of the context's measure.
func (u uscite) Take(ctx context.Context, _ string, _ int) (bool, error) {
	m, _ := ctx.Value(chiaveMisura{}).(Misura)
	adesso := u.adesso()
	return u.store.conta(ctx, m.Registro, periodo{calendario.Da(adesso).Inizio(), adesso}, 1, m.Limite)
}

// QuotaEsaurita is the refusal of a question too many: until the register wants to be asked again, where it has said when, else
// until midnight in Rome.
func (s Store) QuotaEsaurita(ctx context.Context, registro string, adesso time.Time) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	var fino *time.Time
	if err := database.Pool.QueryRow(ctx, `SELECT max(esaurita) FROM quota WHERE chi = $1 AND esaurita > $2`, registro, adesso).Scan(&fino); err != nil {
		return db.Wrap("quota", err)
	}
	if fino == nil {
		return quotaFino(adesso, calendario.Da(adesso).AddDays(1).Inizio())
	}
	return quotaFino(adesso, *fino)
}

func quotaFino(adesso, fino time.Time) error {
	domani := calendario.Da(adesso).AddDays(1).Inizio()
	e := problem.Nuovo(problem.TooManyRequests, CodiceQuota, "Quota esaurita",
		"Le interrogazioni che il registro ammette in un giorno sono finite: riprendono dopo mezzanotte, da chi è più vicino al suo termine.")
	if !fino.Equal(domani) {
		e.Dettaglio = "Il registro ha chiesto di non interrogarlo fino alle " + fino.In(domani.Location()).Format("15:04 del 02/01/2006") + "."
	}
	e.RetryAfter = fino.Sub(adesso)
	return e
}

// Esaurita notes that a register wants no more questions for a while, of zero until midnight in Rome, and gives the refusal.
func (s Store) Esaurita(ctx context.Context, registro string, adesso time.Time, riprende time.Duration) error {
	fino := adesso.Add(riprende)
	if riprende <= 0 {
		fino = calendario.Da(adesso).AddDays(1).Inizio()
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `INSERT INTO quota (chi, dal, usate, esaurita) VALUES ($1, $2, 0, $3)
		ON CONFLICT (chi, dal) DO UPDATE SET esaurita = $3`, registro, calendario.Da(adesso).Inizio(), fino)
	if err != nil {
		return db.Wrap("quota", err)
	}
	return quotaFino(adesso, fino)
}

// Basta gives the failure of a question back; of a register that asked to be left alone for longer than a matter of pace it is
// noted, and the failure is the refusal until then.
func (s Store) Basta(ctx context.Context, registro string, adesso time.Time, err error) error {
	e := esterno.As(err)
	if e == nil || e.Wait() <= esterno.Pace {
		return err
	}
	return errors.Join(s.Esaurita(context.WithoutCancel(ctx), registro, adesso, e.Wait()), err)
}

// Ora takes one of the look-ups that an account has in an hour of the clock; 429 until the next for one too many.
func (s Store) Ora(ctx context.Context, adesso time.Time, limite int, chi Chi) error {
	return s.ora(ctx, "utenza/"+chi.Attore, adesso, 1, limite)
}

// OraElenco takes the persons of a list from those that an account has for lists in an hour of the clock; 429 until the next for
// too many, 400 for a list that no hour has room for.
func (s Store) OraElenco(ctx context.Context, adesso time.Time, persone, limite int, chi Chi) error {
	if persone > limite {
		return problem.CampoNonValido("codiciFiscali", fmt.Sprintf("il comando ammette %d persone all'ora negli elenchi di un'utenza", limite))
	}
	return s.ora(ctx, "utenza/"+chi.Attore+"/elenchi", adesso, persone, limite)
}

func (s Store) ora(ctx context.Context, chi string, adesso time.Time, quante, limite int) error {
	ora := adesso.UTC().Truncate(time.Hour)
	ok, err := s.conta(ctx, chi, periodo{ora, adesso}, quante, limite)
	if err != nil || ok {
		return err
	}
	e := problem.Troppe(ora.Add(time.Hour).Sub(adesso))
	e.Dettaglio = "Questa utenza ha già fatto le interrogazioni che il comando ammette in un'ora: riprovare più tardi."
	return e
}

// periodo is what a count runs over: since when, and now.
type periodo struct{ dal, adesso time.Time }

// conta takes so many of limite in a period. The first call of a period deletes rows older than two days.
func (s Store) conta(ctx context.Context, chi string, p periodo, quante, limite int) (bool, error) {
	if limite < quante {
		return false, nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return false, err
	}
	var usate int
	err = database.Pool.QueryRow(ctx, `INSERT INTO quota AS q (chi, dal, usate)
		SELECT $1, $2, $5::integer WHERE NOT EXISTS (SELECT FROM quota x WHERE x.chi = $1 AND x.esaurita > $4)
		ON CONFLICT (chi, dal) DO UPDATE SET usate = q.usate + $5
			WHERE q.usate + $5 <= $3 AND (q.esaurita IS NULL OR q.esaurita < $4) RETURNING usate`, chi, p.dal, limite, p.adesso, quante).Scan(&usate)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return false, nil
	case err == nil && usate == quante:
		_, err = database.Pool.Exec(ctx, `DELETE FROM quota WHERE dal < $1`, p.dal.AddDate(0, 0, -2))
	}
	return err == nil, db.Wrap("quota", err)
}
