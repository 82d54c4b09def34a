package lotto

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// chiudi closes a draft because a person asks: no size and no hour closes one yet. An empty one stays open.
func (s *Service) chiudi(ctx context.Context, tx pgx.Tx, l Lotto, chi string) error {
	if l.Voci.InAttesa == 0 {
		return problem.Conflitto(lottoVuoto, "Il lotto non ha voci in attesa: non c'è nulla da chiudere.")
	}
	return s.avvia(ctx, tx, l.ID, chi, nil)
}

// avvia fixes the items of a draft, in the order of some positions or, without them, in that which the post wants, gives the lot its
// name and queues its first chunk.
func (s *Service) avvia(ctx context.Context, tx pgx.Tx, id uuid.UUID, chi string, posizioni []uuid.UUID) error {
	if err := ordina(ctx, tx, id, posizioni); err != nil {
		return err
	}
	nome, err := nomeNuovo(ctx, tx, tenant.Name(ctx), s.Adesso())
	if err != nil {
		return err
	}
	l, err := unLotto(ctx, tx, `UPDATE lotto l SET stato = '`+string(verbale.LottoAccodato)+`', nome = $2, chiuso = $3,
			totale = (SELECT count(*) FROM voce v WHERE v.lotto = l.id)
		WHERE id = $1 RETURNING `+colonneLotto, id, nome, s.Adesso())
	if err != nil {
		return err
	}
	if err := registra(ctx, tx, id, db.Access{Attore: chi, Azione: "LOTTO_CHIUSO", Esito: nome}); err != nil {
		return err
	}
	return db.Enqueue(ctx, tx, tenant.Name(ctx), prossima(l))
}

// ordina gives the items of a lot their places.
func ordina(ctx context.Context, tx pgx.Tx, id uuid.UUID, posizioni []uuid.UUID) error {
	if posizioni != nil {
		_, err := tx.Exec(ctx, `UPDATE voce v SET ordine = x.n FROM (
				SELECT v.id, row_number() OVER (ORDER BY min(o.n), v.id) AS n
				FROM voce v JOIN unnest($2::uuid[]) WITH ORDINALITY o (posizione, n) ON o.posizione = v.posizione WHERE v.lotto = $1 GROUP BY v.id) x
			WHERE v.id = x.id`, id, posizioni)
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE voce v SET ordine = x.n FROM (
			SELECT v.id, row_number() OVER (ORDER BY s.nazione <> 'IT', s.cap, s.comune, s.indirizzo, s.civico, v.id) AS n
			FROM voce v JOIN posizione p ON p.id = v.posizione LEFT JOIN soggetto s ON s.id = p.soggetto WHERE v.lotto = $1) x
		WHERE v.id = x.id`, id)
	return err
}

// nomeNuovo is LOT-<tenant>-<yyyymmdd>-<seq>: two lots that close at the same time take it in turn.
func nomeNuovo(ctx context.Context, tx pgx.Tx, tenant string, adesso time.Time) (string, error) {
	inizio := fmt.Sprintf("LOT-%s-%s-", tenant, adesso.In(calendario.Roma()).Format("20060102"))
	var n int
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext('verbali.lotto.nome'))`); err != nil {
		return "", err
	}
	err := tx.QueryRow(ctx, `SELECT count(*) + 1 FROM lotto WHERE starts_with(nome, $1)`, inizio).Scan(&n)
	return fmt.Sprintf("%s%03d", inizio, n), err
}
