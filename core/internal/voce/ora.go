package voce

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// NellOra is the 429 of an account that has done something too often in the last hour, over all replicas: alPiu times, by the lines
// of the register in the database of tx which are its own and as dove says. libero is when the first of them is an hour ago. The
// attempts of an account at one serie come one after the other, until the end of the transaction: none goes uncounted.
func NellOra(tx *db.Tx, serie, attore string, alPiu int, dove string, valori ...any) (libero time.Time, err error) {
	if err := tx.Exec(`SELECT pg_advisory_xact_lock(hashtextextended(? || ' ' || ?, 0))`, serie, attore).Error; err != nil {
		return libero, err
	}
	var fatti struct {
		Quanti int
		Libero time.Time
		Fra    int // seconds
	}
	err = tx.Raw(`SELECT count(*) AS quanti, coalesce(min(quando), now()) + interval '1 hour' AS libero,
			ceil(extract(epoch FROM coalesce(min(quando), now()) + interval '1 hour' - now()))::int AS fra
		FROM registro WHERE attore = ? AND quando > now() - interval '1 hour' AND `+dove, append([]any{attore}, valori...)...).Scan(&fatti).Error
	if err != nil || fatti.Quanti < alPiu {
		return libero, err
	}
	return fatti.Libero, problem.Troppe(max(time.Second, time.Duration(fatti.Fra)*time.Second))
}
