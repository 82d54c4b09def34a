package scrittura

import (
	"context"
	"maps"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// EsitoMolti says what became of the fines of one transaction.
type EsitoMolti struct {
	Cambiati  []uuid.UUID
	Invariati []uuid.UUID         // to which nothing had to happen
	Rifiutati map[uuid.UUID]error // what decidi or a rule of the fine had against it
	Occupati  int                 // in the hands of another transaction, or not of this tenant

	uscite []db.OutboxRow // all that it announced; none when there are others
}

// ApplicaMolti changes some fines in one transaction, each as Applica does. It waits for nobody: a fine
// that another transaction holds is left out, so that several replicas share the work. A fine that is
// refused fails alone; when the database refuses the rows of one, each is written by itself.
func (s *Scrittore) ApplicaMolti(ctx context.Context, ids []uuid.UUID, decidi Decisione) (EsitoMolti, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return EsitoMolti{}, err
	}
	esito, err := s.insieme(ctx, database, ids, decidi)
	if err != nil && len(ids) > 1 && ctx.Err() == nil && !db.Unreachable(err) {
		esito, err = s.unoAllaVolta(ctx, database, ids, decidi)
	}
	if database.WakeUncertain(err); len(esito.Cambiati) > 0 {
		database.Wake(esito.uscite...)
	}
	return esito, db.Wrap("cambio di più verbali", err)
}

// insieme changes the fines, all that may or none.
func (s *Scrittore) insieme(ctx context.Context, database *db.Database, ids []uuid.UUID, decidi Decisione) (esito EsitoMolti, err error) {
	err = ripeti(func() error {
		return pgx.BeginFunc(ctx, database.Pool, func(tx pgx.Tx) error {
			esito, err = s.applicaIn(ctx, tx, ids, "FOR UPDATE SKIP LOCKED", decidi)
			return err
		})
	})
	if err != nil {
		return EsitoMolti{}, err
	}
	return esito, nil
}

// ApplicaIn changes some fines in a transaction of the caller's, each as Applica does: it waits for a change that
// holds them, in order of id. A fine that is refused fails alone; an error is of the database, and the
// transaction must be given up. The caller wakes the relay after its commit.
func (s *Scrittore) ApplicaIn(ctx context.Context, tx pgx.Tx, ids []uuid.UUID, decidi Decisione) (EsitoMolti, error) {
	return s.applicaIn(ctx, tx, ids, "FOR UPDATE", decidi)
}

func (s *Scrittore) applicaIn(ctx context.Context, tx pgx.Tx, ids []uuid.UUID, blocco string, decidi Decisione) (EsitoMolti, error) {
	esito := EsitoMolti{Rifiutati: map[uuid.UUID]error{}}
	stati, err := lettura.LeggiStati(ctx, tx, ids, blocco)
	if err != nil {
		return esito, err
	}
	esito.Occupati = len(ids) - len(stati)
	w := nuoveScritture()
	doppi := map[uuid.UUID][]conseguenze.Sciolto{}
	for _, stato := range stati {
		passi, err := s.uno(ctx, w, stato, decidi, &esito)
		if err != nil {
			return esito, err
		}
		if len(passi) > 0 {
			doppi[stato.ID] = sciolti(stato, passi)
		}
	}
	if err := w.esegui(ctx, tx); err != nil {
		return esito, err
	}
	esito.uscite = w.uscite
	for _, id := range esito.Cambiati {
		if len(doppi[id]) == 0 {
			continue
		}
		esito.uscite = nil
		if err := s.sciogli(ctx, func(lotto *pgx.Batch) error { return tx.SendBatch(ctx, lotto).Close() }, id, doppi[id]); err != nil {
			return esito, err
		}
	}
	return esito, nil
}

// uno gathers the change of one fine, or notes why there is none.
func (s *Scrittore) uno(ctx context.Context, w *scritture, stato vita.Stato, decidi Decisione, esito *EsitoMolti) ([]passo, error) {
	passi, rifiuto := s.decide(stato, decidi)
	switch {
	case rifiuto != nil:
		esito.Rifiutati[stato.ID] = rifiuto
		return nil, nil //nolint:nilerr // the outcome tells it, and the other fines go on
	case len(passi) == 0:
		esito.Invariati = append(esito.Invariati, stato.ID)
		return nil, nil
	}
	esito.Cambiati = append(esito.Cambiati, stato.ID)
	return passi, w.cambio(ctx, stato, passi)
}

// decide is what happens to one fine; none is no change.
func (s *Scrittore) decide(stato vita.Stato, decidi Decisione) ([]passo, error) {
	eventi, err := giudica(stato, decidi)
	if err != nil || len(eventi) == 0 {
		return nil, err
	}
	return s.vivi(stato, eventi)
}

// unoAllaVolta finds the fine whose rows the database refuses: it fails alone.
func (s *Scrittore) unoAllaVolta(ctx context.Context, database *db.Database, ids []uuid.UUID, decidi Decisione) (EsitoMolti, error) {
	tutti := EsitoMolti{Rifiutati: map[uuid.UUID]error{}}
	for _, id := range ids {
		esito, err := s.insieme(ctx, database, []uuid.UUID{id}, decidi)
		if err != nil {
			if ctx.Err() != nil || db.Unreachable(err) {
				return tutti, err
			}
			tutti.Rifiutati[id] = err
			continue
		}
		tutti.Cambiati = append(tutti.Cambiati, esito.Cambiati...)
		tutti.Invariati = append(tutti.Invariati, esito.Invariati...)
		tutti.Occupati += esito.Occupati
		maps.Copy(tutti.Rifiutati, esito.Rifiutati)
	}
	return tutti, nil
}
