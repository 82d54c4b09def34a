// Package aperto is the open lot of letters: acts enter it by themselves as they are printed, in the transaction that
// records them, until a person closes it. It is the only place that opens it and puts anything into it.
package aperto

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	// apri makes the lot, unless there is one.
	apri = `INSERT INTO lotto (id, tipo, stato, automatico, creato, creato_da) VALUES ($1, '` + string(verbale.LottoPostale) + `', '` + string(verbale.LottoBozza) + `', true, $2, 'elaborazione')
		ON CONFLICT (tipo) WHERE automatico AND stato = '` + string(verbale.LottoBozza) + `' DO NOTHING`
	// metti fails, and the work is done again, when the lot has just been closed. A letter that waits in a
	// lot already is left there.
	metti = `WITH aperto AS (SELECT id FROM lotto WHERE tipo = '` + string(verbale.LottoPostale) + `' AND automatico AND stato = '` + string(verbale.LottoBozza) + `' FOR SHARE)
		INSERT INTO voce (id, lotto, tipo, verbale, posizione, stato, documento)
		SELECT x.id, (SELECT id FROM aperto), '` + string(verbale.LottoPostale) + `', x.verbale, x.posizione, '` + string(verbale.VoceInAttesa) + `', x.documento FROM unnest($1::riga_voce[]) x
		ON CONFLICT (tipo, posizione) WHERE stato = '` + string(verbale.VoceInAttesa) + `' DO NOTHING`
)

// Entrano queues the entry of some acts, the literal of an array of riga_voce, at an instant. The lot is opened where
// there is none; id is its identifier then.
func Entrano(comandi *pgx.Batch, voci string, id uuid.UUID, ora time.Time) {
	comandi.Queue(apri, id, ora)
	comandi.Queue(metti, voci)
}
