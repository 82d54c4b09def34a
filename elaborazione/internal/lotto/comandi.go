package lotto

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// errInAltroLotto says that what was asked is done in a lot of its own.
var errInAltroLotto = errors.New("lotto: si riprova in un altro lotto")

// Comanda does what a person asks of a lot and gives it as it is then; to try again a lot that is complete
// makes another one, and gives that. 409 LOTTO_IN_ALTRO_STATO names the state that does not admit it, and what it admits. A pause
// or a cancellation lets the chunk at work come to its end.
func (s *Service) Comanda(ctx context.Context, id uuid.UUID, c Comando) (Lotto, error) {
	l, err := s.cambia(ctx, id, func(tx pgx.Tx) error {
		l, err := unLotto(ctx, tx, leggiLotto+`WHERE id = $1 FOR UPDATE`, id)
		if err != nil {
			return err
		}
		dopo, ok := l.Stato.Dopo(c)
		switch {
		case !ok:
			return l.rifiuto(c)
		case c == Riprova && dopo.Completo():
			return errInAltroLotto
		}
		return s.esegui(ctx, tx, l, c, dopo)
	})
	if errors.Is(err, errInAltroLotto) {
		return s.riprova(ctx, id)
	}
	return l, err
}

func (s *Service) esegui(ctx context.Context, tx pgx.Tx, l Lotto, c Comando, dopo Stato) error {
	chi, _ := auth.From(ctx)
	if c == Chiudi {
		if l.Voci.Totale == 0 {
			return problem.Conflitto("LOTTO_VUOTO", "Il lotto non ha voci: non c'è nulla da chiudere.")
		}
		return s.chiudi(ctx, tx, l.ID, chi.User)
	}
	if _, err := tx.Exec(ctx, `UPDATE lotto SET stato = $2, motivo = '' WHERE id = $1`, l.ID, dopo); err != nil {
		return err
	}
	if err := registra(ctx, tx, l.ID, db.Access{Attore: chi.User, Azione: "LOTTO_" + azione(c), Esito: string(dopo)}); err != nil {
		return err
	}
	switch dopo {
	case Annullato:
		return lascia(ctx, tx, l.ID, s.Adesso())
	case Accodato, InAnnullamento: // the work itself gives up what is left
		return db.Enqueue(ctx, tx, tenant.Name(ctx), prossima(l))
	default:
		return nil
	}
}

func azione(c Comando) string {
	return map[Comando]string{Pausa: "SOSPESO", Riprendi: "RIPRESO", Annulla: "ANNULLATO", Riprova: "RIPROVATO"}[c]
}

// chiudi fixes the items of a draft, in the order in which the post wants them, gives the lot its name and
// queues its first chunk.
func (s *Service) chiudi(ctx context.Context, tx pgx.Tx, id uuid.UUID, chi string) error {
	if _, err := tx.Exec(ctx, `UPDATE voce v SET ordine = x.n FROM (
			SELECT v.id, row_number() OVER (ORDER BY s.nazione <> 'IT', s.cap, s.comune, s.indirizzo, s.civico, v.id) AS n
			FROM voce v JOIN posizione p ON p.id = v.posizione JOIN soggetto s ON s.id = p.soggetto WHERE v.lotto = $1) x
		WHERE v.id = x.id`, id); err != nil {
		return err
	}
	nome, err := nomeNuovo(ctx, tx, tenant.Name(ctx), s.Adesso())
	if err != nil {
		return err
	}
	l, err := unLotto(ctx, tx, `UPDATE lotto l SET stato = 'ACCODATO', nome = $2, chiuso = $3,
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

// nomeNuovo is LOT-<tenant>-<yyyymmdd>-<seq>: who closes at the same time waits.
func nomeNuovo(ctx context.Context, tx pgx.Tx, tenant string, adesso time.Time) (string, error) {
	inizio := fmt.Sprintf("LOT-%s-%s-", tenant, adesso.In(calendario.Roma()).Format("20060102"))
	var n int
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext('verbali.lotto.nome'))`); err != nil {
		return "", err
	}
	err := tx.QueryRow(ctx, `SELECT count(*) + 1 FROM lotto WHERE starts_with(nome, $1)`, inizio).Scan(&n)
	return fmt.Sprintf("%s%03d", inizio, n), err
}

// lascia gives up the items that nobody has worked, and ends the lot.
func lascia(ctx context.Context, tx pgx.Tx, id uuid.UUID, adesso time.Time) error {
	if _, err := tx.Exec(ctx, `WITH tolte AS (UPDATE voce SET stato = 'ANNULLATO' WHERE lotto = $1 AND stato = 'IN_ATTESA' RETURNING id)
		UPDATE lotto SET stato = 'ANNULLATO', finito = $2, annullati = annullati + (SELECT count(*) FROM tolte),
			totale = greatest(totale, (SELECT count(*) FROM tolte)) WHERE id = $1`, id, adesso); err != nil {
		return err
	}
	return nil
}
