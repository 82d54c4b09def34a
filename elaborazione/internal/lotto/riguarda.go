package lotto

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// attesaRegistri is how long after it was closed a lot waits for the registers that are asked again about its addressees; then the
// acts with an answer go on, and the others are to be tried again.
const attesaRegistri = time.Hour

// riguarda has the registers asked again about the addressees of a lot that no person made, whose acts may have lain for days.
// While an answer is awaited the work waits: a lot that a person made is left alone.
func (s *Service) riguarda(ctx context.Context, l Lotto) error {
	if l.Tipo != verbale.LottoPostale && l.Tipo != verbale.LottoSend || !l.Automatico {
		return nil
	}
	if chiede, err := s.Atti.ChiedeRegistri(ctx); err != nil || !chiede {
		return err
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	pazienza := func() bool { return l.Chiuso != nil && s.Adesso().Before(l.Chiuso.Add(attesaRegistri)) }
	var aspettano int
	err = database.Pool.QueryRow(ctx, `SELECT count(DISTINCT v.id) FROM voce v JOIN visura x ON x.verbale = v.verbale AND x.posizione = v.posizione
		WHERE v.lotto = $1 AND v.stato = $2 AND x.stato = $3`, l.ID, verbale.VoceInAttesa, verbale.VisuraChiesta).Scan(&aspettano)
	switch {
	case err != nil:
		return db.Wrap("lotto", err)
	case aspettano > 0 && pazienza():
		return errRegistri(aspettano)
	}
	if aspettano, err = s.chiediAncora(ctx, database, l.ID); err != nil {
		return err
	}
	if aspettano > 0 && pazienza() {
		return errRegistri(aspettano)
	}
	return nil
}

// chiediAncora asks about each addressee of a lot whose answers are not fresh, and counts the acts that wait.
func (s *Service) chiediAncora(ctx context.Context, database *db.Database, lotto uuid.UUID) (aspettano int, err error) {
	righe, err := database.Pool.Query(ctx, `SELECT verbale, posizione FROM voce WHERE lotto = $1 AND stato = $2 ORDER BY ordine`, lotto, verbale.VoceInAttesa)
	if err != nil {
		return 0, db.Wrap("lotto", err)
	}
	voci, err := pgx.CollectRows(righe, pgx.RowToStructByPos[struct{ Verbale, Posizione uuid.UUID }])
	if err != nil {
		return 0, db.Wrap("lotto", err)
	}
	for _, v := range voci {
		aspetta, err := s.Atti.Riguarda(ctx, v.Verbale, v.Posizione)
		if err != nil {
			return aspettano, err
		}
		if aspetta {
			aspettano++
		}
	}
	return aspettano, nil
}

// errRegistri makes the work of a lot come again.
func errRegistri(quanti int) error {
	return problem.NonDisponibile("REGISTRI_IN_ATTESA", fmt.Sprintf("%d atti del lotto aspettano la risposta dei registri.", quanti))
}
