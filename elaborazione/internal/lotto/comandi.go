package lotto

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// errInAltroLotto reports that the retry makes a lot of its own.
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
		dopo, ok := Dopo(l.Stato, c)
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

func (s *Service) esegui(ctx context.Context, tx pgx.Tx, l Lotto, c Comando, dopo verbale.StatoLotto) error {
	chi, _ := auth.From(ctx)
	if c == Chiudi {
		return s.chiudi(ctx, tx, l, chi.User)
	}
	if _, err := tx.Exec(ctx, `UPDATE lotto SET stato = $2, motivo = '' WHERE id = $1`, l.ID, dopo); err != nil {
		return err
	}
	if err := registra(ctx, tx, l.ID, db.Access{Attore: chi.User, Azione: "LOTTO_" + azione(c), Esito: string(dopo)}); err != nil {
		return err
	}
	switch dopo {
	case verbale.LottoAnnullato:
		return lascia(ctx, tx, l.ID, s.Adesso())
	case verbale.LottoAccodato, verbale.LottoInAnnullamento: // the work itself gives up the rest
		return db.Enqueue(ctx, tx, tenant.Name(ctx), prossima(l))
	default:
		return nil
	}
}

func azione(c Comando) string {
	return map[Comando]string{Pausa: "SOSPESO", Riprendi: "RIPRESO", Annulla: "ANNULLATO", Riprova: "RIPROVATO"}[c]
}

// lascia gives up the items that nobody has worked, and ends the lot. What was handed to a channel goes on: the lot ends with the last
// outcome.
func lascia(ctx context.Context, tx pgx.Tx, id uuid.UUID, adesso time.Time) error {
	_, err := tx.Exec(ctx, `WITH tolte AS (UPDATE voce v SET stato = '`+string(verbale.VoceAnnullata)+`'
			WHERE v.lotto = $1 AND v.stato = '`+string(verbale.VoceInAttesa)+`' AND NOT `+consegnata+` RETURNING id),
		fuori AS (SELECT EXISTS (SELECT FROM voce v WHERE v.lotto = $1 AND v.stato = '`+string(verbale.VoceInAttesa)+`' AND `+consegnata+`) AS c)
		UPDATE lotto SET stato = CASE WHEN fuori.c THEN stato ELSE '`+string(verbale.LottoAnnullato)+`' END, finito = CASE WHEN fuori.c THEN NULL ELSE $2::timestamptz END,
			annullati = annullati + (SELECT count(*) FROM tolte),
			totale = greatest(totale, saltati + (SELECT count(*) FROM tolte)) FROM fuori WHERE id = $1`, id, adesso)
	return err
}
