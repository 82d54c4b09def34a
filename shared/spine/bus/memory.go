package bus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// byteInMano bounds the bodies of a tenant that wait in memory; what exceeds it is read from the table. Only a dead letter may
// exceed it alone: from the table it leaves in the same pieces each time.
const byteInMano = 256 << 10

// pending is what a round has to look at: rows that commits of this process have handed over, or the table.
type pending struct {
	righe  []db.OutboxRow
	byte   int
	tavola bool
}

func (p *pending) vuota() bool { return !p.tavola && len(p.righe) == 0 }

// aggiungi takes the rows of a commit. No rows, or more than fit, are a look at the table, which finds the others too.
func (p *pending) aggiungi(righe []db.OutboxRow) {
	for _, r := range righe {
		p.byte += len(r.Body)
	}
	if p.tavola || len(righe) == 0 || len(p.righe)+len(righe) > righePerGiro || p.byte > byteInMano {
		*p = pending{tavola: true}
		return
	}
	p.righe = append(p.righe, righe...)
}

// prende takes rows out of the outbox: those that nobody has sent meanwhile, and none where another process relays, or one of them has
// an older row of its fine before it, or there are so many others that it is not worth looking. The older row of a fine was committed
// before the later one, so the snapshot has it. It reports whether others stay: their commits are about to hand them over, or died.
const prende = `WITH prima AS MATERIALIZED (SELECT count(*) AS quante, count(m.oggetto) AS sue
		FROM (SELECT posizione, oggetto FROM uscita WHERE posizione < $3 AND posizione <> ALL ($2) ORDER BY posizione LIMIT $5) x
		LEFT JOIN unnest($2::bigint[], $4::text[]) m (posizione, oggetto) ON m.oggetto = x.oggetto AND m.oggetto <> '' AND x.posizione < m.posizione)
	DELETE FROM uscita USING prima WHERE posizione = ANY ($2) AND quante < $5 AND sue = 0
		AND (SELECT pg_try_advisory_xact_lock(hashtext('verbali.uscita.' || $1)))
	RETURNING posizione, quante > 0`

// inMemoria begins a turn from memory. Its commit does not wait for the disk, as that of turno; a plan made while the outbox is
// empty must not read all of it later.
const inMemoria = `BEGIN; SET LOCAL synchronous_commit = off; SET LOCAL enable_seqscan = off`

// errRestano undoes a turn from memory that leaves rows behind: the table says which, and the bus knows the others by their id.
var errRestano = errors.New("bus: non tutto è partito")

// daMemoria sends rows that commits of this process have handed over. Where it does not send them all, the table is to be read.
func (s *Relay) daMemoria(ctx context.Context, nome string, pool *db.Pool, mano []db.OutboxRow) (tutte bool, err error) {
	g, posizioni, oggetti := nuovaGiacenza(), make([]int64, len(mano)), make([]string, len(mano))
	slices.SortFunc(mano, func(a, b db.OutboxRow) int { return cmp.Compare(a.Position, b.Position) })
	for i, r := range mano {
		posizioni[i], oggetti[i] = r.Position, r.Object
	}
	var altre bool
	err = pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{BeginQuery: inMemoria}, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, prende, s.schemaDi(nome), posizioni, posizioni[len(posizioni)-1], oggetti, righePerGiro)
		if err != nil {
			return fmt.Errorf("uscita: %w", err)
		}
		var prese []int64
		var una int64
		if _, err := pgx.ForEachRow(rows, []any{&una, &altre}, func() error { prese = append(prese, una); return nil }); err != nil {
			return fmt.Errorf("uscita: %w", err)
		}
		if _, servito := s.servito(nome); !servito || len(prese) == 0 {
			return errRestano
		}
		s.invia(ctx, righeDi(mano, prese), g)
		if len(g.spedite) < len(prese) {
			return errRestano
		}
		return nil
	})
	switch {
	case g.fallisce != nil:
		return false, fmt.Errorf("pubblicazione: %w", g.fallisce)
	case errors.Is(err, errRestano):
		return false, nil
	case err != nil:
		return false, db.Wrap("staffetta", err)
	}
	if altre {
		s.restanoAltre(nome)
	}
	return true, nil
}

// restanoAltre has the table read before the relay ends: what nobody has handed over leaves from there.
func (s *Relay) restanoAltre(nome string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.attive[nome]; g != nil {
		g.altre = true
	}
}

// righeDi are the rows at these positions, in their order.
func righeDi(mano []db.OutboxRow, posizioni []int64) []row {
	slices.Sort(posizioni)
	var righe []row
	for _, r := range mano {
		if _, presa := slices.BinarySearch(posizioni, r.Position); presa {
			righe = append(righe, row{posizione: r.Position, id: r.ID.String(), soggetto: r.Subject, oggetto: r.Object,
				corpo: r.Body, traccia: r.Trace, quando: r.When})
		}
	}
	return righe
}

// ritira takes what a round has to look at; what comes from now on is for the next time.
func (s *Relay) ritira(nome string) (p pending) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.attive[nome]; g != nil {
		p, g.attende = g.attende, pending{}
	}
	return p
}

// allaTavola has the table looked at the next time.
func (s *Relay) allaTavola(nome string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.attive[nome]; g != nil {
		g.attende = pending{tavola: true}
	}
}
