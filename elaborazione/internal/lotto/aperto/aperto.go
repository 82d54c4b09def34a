// Package aperto is the open lot of letters: acts enter it by themselves as they are printed, in the transaction that
// records them, until a person closes it. It is the only place that opens it, puts anything into it and takes
// out what leaves by another way.
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
	metti         = nelLotto + `x.id, (SELECT id FROM aperto), ` + valori + `unnest($1::riga_voce[]) x` + gia
	mettiDalPiano = nelLotto + `gen_random_uuid(), (SELECT id FROM aperto), ` + valori +
		`unnest($1::uuid[], $2::uuid[], $3::uuid[]) x (verbale, posizione, documento) ORDER BY x.posizione` + gia
	nelLotto = `WITH aperto AS (SELECT id FROM lotto WHERE tipo = '` + string(verbale.LottoPostale) + `' AND automatico AND stato = '` + string(verbale.LottoBozza) + `' FOR SHARE)
		INSERT INTO voce (id, lotto, tipo, verbale, posizione, stato, documento)
		SELECT `
	valori = `'` + string(verbale.LottoPostale) + `', x.verbale, x.posizione, '` + string(verbale.VoceInAttesa) + `', x.documento FROM `
	gia    = ` ON CONFLICT (tipo, posizione) WHERE stato = '` + string(verbale.VoceInAttesa) + `' DO NOTHING`
	// togli leaves alone a lot that has just been closed: its work skips the letter, whose service is in progress.
	togli = `WITH aperti AS (SELECT l.id FROM lotto l WHERE l.tipo = '` + string(verbale.LottoPostale) + `' AND l.stato = '` + string(verbale.LottoBozza) + `'
			AND EXISTS (SELECT FROM voce v WHERE v.lotto = l.id AND v.posizione = ANY ($1) AND v.stato = '` + string(verbale.VoceInAttesa) + `') FOR NO KEY UPDATE),
		tolte AS (UPDATE voce v SET stato = '` + string(verbale.VoceSaltata) + `', motivo = $2 FROM aperti a
			WHERE v.lotto = a.id AND v.posizione = ANY ($1) AND v.stato = '` + string(verbale.VoceInAttesa) + `' RETURNING v.lotto)
		UPDATE lotto l SET saltati = l.saltati + x.n FROM (SELECT lotto, count(*)::int AS n FROM tolte GROUP BY lotto) x WHERE l.id = x.lotto`
)

// Entrano queues the entry of some acts, the literal of an array of riga_voce, at an instant. The lot is opened where
// there is none; id is its identifier then.
func Entrano(comandi *pgx.Batch, voci string, id uuid.UUID, ora time.Time) {
	comandi.Queue(apri, id, ora)
	comandi.Queue(metti, voci)
}

// Atto is an act that the plan puts into the open lot.
type Atto struct{ Verbale, Posizione, Documento uuid.UUID }

// EntranoDalPiano queues the entry of acts that did not enter as they were printed, at an instant.
func EntranoDalPiano(comandi *pgx.Batch, atti []Atto, ora time.Time) {
	var verbali, posizioni, documenti []uuid.UUID
	for _, a := range atti {
		verbali, posizioni, documenti = append(verbali, a.Verbale), append(posizioni, a.Posizione), append(documenti, a.Documento)
	}
	comandi.Queue(apri, uuid.Must(uuid.NewV7()), ora)
	comandi.Queue(mettiDalPiano, verbali, posizioni, documenti)
}

// ConSend is why an act leaves the open lot that the platform sends by SEND.
const ConSend = "L'atto parte con SEND: non va per posta."

// Escono queues that the acts of some positions leave the open lot. The items stay, skipped, with the reason.
func Escono(comandi *pgx.Batch, posizioni []uuid.UUID, perche string) {
	comandi.Queue(togli, posizioni, perche)
}
