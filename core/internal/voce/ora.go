package voce

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Limite is how often an account may do something in an hour, by its lines in the register which are as Dove says, with Valori.
type Limite struct {
	Serie, Attore string
	AlPiu         int
	Dove          string
	Valori        []any
}

// NellOra is the 429 of an account that has reached its limit in the last hour, over all replicas, in the database of tx. libero is
// when the first of its lines is an hour ago. The attempts of an account at one Serie come one after the other, until the end of the
// transaction: none goes uncounted.
func (l Limite) NellOra(tx *db.Tx) (libero time.Time, err error) {
	if err := tx.Exec(`SELECT pg_advisory_xact_lock(hashtextextended(? || ' ' || ?, 0))`, l.Serie, l.Attore).Error; err != nil {
		return libero, err
	}
	var fatti struct {
		Quanti int
		Libero time.Time
		Fra    int // seconds
	}
	err = tx.Raw(`SELECT count(*) AS quanti, coalesce(min(quando), now()) + interval '1 hour' AS libero,
			ceil(extract(epoch FROM coalesce(min(quando), now()) + interval '1 hour' - now()))::int AS fra
		FROM registro WHERE attore = ? AND quando > now() - interval '1 hour' AND `+l.Dove, append([]any{l.Attore}, l.Valori...)...).Scan(&fatti).Error
	if err != nil || fatti.Quanti < l.AlPiu {
		return libero, err
	}
	return fatti.Libero, problem.Troppe(max(time.Second, time.Duration(fatti.Fra)*time.Second))
}
