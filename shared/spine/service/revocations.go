package service

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	revocheOgni    = 30 * time.Second       // the net under facts that are lost
	revocheRiprova = 500 * time.Millisecond // after a reading that failed
	revocheEntro   = 5 * time.Second        // for a reading
)

// seguiRevoche makes an operator who is blocked or changed be obeyed at once: the accounts whose older
// tokens are no longer good are read at start, at each fact that may change them, at each connection to
// NATS and, whatever was missed, every 30 seconds; so are the roles that the commands made themselves. A reading that
// fails keeps the list read before.
func (s *Service) seguiRevoche() error {
	s.Verifier.Revocations().Require()
	sveglia := make(chan struct{}, 1)
	suona := func() {
		select {
		case sveglia <- struct{}{}:
		default: // the reading to come sees this change too
		}
	}
	if err := s.Bus.ListenPlatform("operatore", func() { s.Basic.Clear(); suona() }); err != nil {
		return err
	}
	if err := s.Bus.ListenPlatform("anagrafe", suona); err != nil { // a role that changed; an integrator who ceases takes its accounts along
		return err
	}
	s.Bus.OnConnect(suona)
	ctx, smette := context.WithCancel(context.Background())
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		s.leggiSempre(ctx, sveglia)
	}()
	s.OnClose(func() { smette(); <-finito })
	return nil
}

func (s *Service) leggiSempre(ctx context.Context, sveglia <-chan struct{}) {
	for ctx.Err() == nil {
		pausa := s.revocheOgni
		if err := s.leggiRevoche(ctx); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "stato delle utenze non letto, riprova", "errore", err)
			pausa = min(pausa, revocheRiprova)
		}
		ogni := time.NewTimer(pausa)
		select {
		case <-ctx.Done():
		case <-sveglia:
		case <-ogni.C:
		}
		ogni.Stop()
	}
}

func (s *Service) leggiRevoche(ctx context.Context) error {
	ctx, fine := context.WithTimeout(ctx, revocheEntro)
	defer fine()
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return err
	}
	righe, err := database.Pool.Query(ctx, `SELECT username, generazione, stato <> 'ATTIVO' FROM core_v1.revoca`)
	if err != nil {
		return db.Wrap("revoche", err)
	}
	tutte, err := pgx.CollectRows(righe, pgx.RowToStructByPos[auth.Revocation])
	if err != nil {
		return fmt.Errorf("servizio: %w", db.Wrap("revoche", err))
	}
	ruoli, err := leggiRuoli(ctx, database)
	if err != nil {
		return err
	}
	s.Verifier.Roles().Set(ruoli)
	s.Verifier.Revocations().Set(tutte) // after the roles: open streams look again at both
	return nil
}

// leggiRuoli reads the roles that the commands made themselves: none from a core that does not know of them yet.
func leggiRuoli(ctx context.Context, database *db.Database) ([]auth.Role, error) {
	righe, err := database.Pool.Query(ctx, `SELECT tenant, nome, permessi FROM core_v1.ruolo`)
	var tutti []auth.Role
	if err == nil {
		tutti, err = pgx.CollectRows(righe, pgx.RowToStructByPos[auth.Role])
	}
	if e := problem.As(db.Wrap("ruoli", err)); e != nil && e.Codice == "DATI_NON_PRONTI" {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("servizio: %w", db.Wrap("ruoli", err))
	}
	return tutti, nil
}
