package lotto

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// riprova tries again, in a lot of their own, the items of a complete lot whose failure may be mended: the
// package of the first one was delivered and does not change. Whoever asks, and however often, there is one
// such lot, unless it was cancelled; where that one has ended with items that failed again, they are tried again
// from there. 409 NULLA_DA_RIPROVARE when no item may be tried again.
func (s *Service) riprova(ctx context.Context, origine uuid.UUID) (Lotto, error) {
	chi, _ := auth.From(ctx)
	id, err := uuid.NewV7()
	if err != nil {
		return Lotto{}, fmt.Errorf("lotto: %w", err)
	}
	var primo Lotto
	var fatto uuid.UUID // the lot that tries again already
	nuovo, err := s.cambia(ctx, id, func(tx pgx.Tx) error {
		if primo, err = unLotto(ctx, tx, leggiLotto+`WHERE id = $1 FOR UPDATE`, origine); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `SELECT id FROM lotto WHERE origine = $1 AND stato <> '`+string(verbale.LottoAnnullato)+`'`, origine).Scan(&fatto)
		switch {
		case err == nil:
			return errAltrove
		case !errors.Is(err, pgx.ErrNoRows):
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO lotto (id, tipo, stato, creato, creato_da, origine) VALUES ($1, $2, '`+string(verbale.LottoBozza)+`', $3, $4, $5)`,
			id, primo.Tipo, s.Adesso(), chi.User, origine); err != nil {
			return err
		}
		n, err := ritenta(ctx, tx, id, origine)
		switch {
		case err != nil:
			return err
		case n == 0:
			return problem.Conflitto("NULLA_DA_RIPROVARE", fmt.Sprintf("Nessuna voce da riprovare: %d con un errore definitivo, %d già in un altro lotto o superate da una comunicazione più recente.",
				primo.Voci.Definitivi, primo.Voci.Ripetibili))
		}
		return s.avvia(ctx, tx, id, chi.User, nil)
	})
	if errors.Is(err, errAltrove) {
		if nuovo, err = s.Lotto(ctx, fatto); err == nil && nuovo.daRiprovare() {
			ripreso, rifiuto := s.Comanda(ctx, fatto, Riprova)
			if !problem.Is(rifiuto, "LOTTO_IN_ALTRO_STATO") {
				return ripreso, rifiuto
			}
			nuovo, err = s.Lotto(ctx, fatto) // somebody else has had it go on meanwhile
		}
	}
	if err != nil {
		return Lotto{}, err
	}
	nuovo.Ritento = &Ritento{Riprovate: nuovo.Voci.Totale, Definitive: primo.Voci.Definitivi, Altrove: primo.Voci.Ripetibili - nuovo.Voci.Totale}
	return nuovo, nil
}

// ritenta puts into a lot the items of another that failed and may be tried again, and gives how many. What
// waits in a lot, or has its place in a package, meanwhile is left there; a communication with a later one is not printed.
func ritenta(ctx context.Context, tx pgx.Tx, lotto, origine uuid.UUID) (int64, error) {
	esito, err := tx.Exec(ctx, `INSERT INTO voce (id, lotto, tipo, verbale, posizione, stato, documento)
		SELECT gen_random_uuid(), $1, v.tipo, v.verbale, v.posizione, '`+string(verbale.VoceInAttesa)+`', coalesce(d.id, v.documento)
		FROM voce v LEFT JOIN documento d ON d.posizione = v.posizione AND d.tipo = '`+string(verbale.DocumentoAtto)+`'
			AND v.tipo <> '`+string(verbale.LottoRettifica)+`'
		WHERE v.lotto = $2 AND v.stato = '`+string(verbale.VoceErroreRipetibile)+`' AND NOT EXISTS (
			SELECT FROM voce a JOIN lotto l ON l.id = a.lotto
			WHERE a.verbale = v.verbale AND a.posizione = v.posizione AND a.tipo = v.tipo AND a.stato = '`+string(verbale.VoceOK)+`'
				AND v.tipo <> '`+string(verbale.LottoSend)+`' -- what SEND took may have come back: the fine says whether it may leave
				AND (v.tipo <> '`+string(verbale.LottoRettifica)+`' OR a.documento = v.documento)
				AND l.stato <> '`+string(verbale.LottoAnnullato)+`')
			AND NOT EXISTS (SELECT FROM documento d WHERE v.tipo = '`+string(verbale.LottoRettifica)+`' AND d.id = v.documento AND `+superata+`)
		ON CONFLICT (tipo, posizione) WHERE stato = '`+string(verbale.VoceInAttesa)+`' DO NOTHING`, lotto, origine)
	return esito.RowsAffected(), err
}
