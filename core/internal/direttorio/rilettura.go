package direttorio

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

const (
	insieme        = 16              // commands read at the same time
	comandoAlPiu   = 2 * time.Minute // for the accounts of one command in one round
	altreDaCercare = 10              // accounts looked for before a directory without anybody is believed
)

// Rilettura reads the directory groups of every account that may be logged in, at intervals. An account that left a group loses
// the group's roles and its tokens; an account that left the directory, or whose command switched the directory off, is logged
// out. Several replicas may run it together.
type Rilettura struct {
	Direttori *Direttori
	Utenze    *operatore.Servizio
	Log       *slog.Logger
}

// Segui reads every so often until ctx ends.
func (r Rilettura) Segui(ctx context.Context, ogni time.Duration) {
	battito := time.NewTicker(ogni)
	defer battito.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-battito.C:
			if err := r.Leggi(ctx); err != nil && ctx.Err() == nil {
				r.Log.ErrorContext(ctx, "gruppi LDAP non riletti", "errore", err)
			}
		}
	}
}

// Leggi reads once, each command by itself. A directory that is away leaves its accounts as they were.
func (r Rilettura) Leggi(ctx context.Context) error {
	tutte, err := r.Utenze.Store.DiDirettorio(ctx)
	if err != nil {
		return err
	}
	var g errgroup.Group
	g.SetLimit(insieme)
	for len(tutte) > 0 {
		tenant := tutte[0].Tenant
		fine := slices.IndexFunc(tutte, func(o operatore.Operatore) bool { return o.Tenant != tenant })
		if fine < 0 {
			fine = len(tutte)
		}
		sue := tutte[:fine]
		tutte = tutte[fine:]
		g.Go(func() error {
			r.delComando(ctx, tenant, sue)
			return nil
		})
	}
	return g.Wait()
}

// letta are the groups read of an account; nil: nothing changes.
type letta struct {
	di   operatore.Operatore
	dati *operatore.DaiGruppi
}

// delComando reads the accounts of one command, in an order that is another each time: what one round has no time for is
// not always the same.
func (r Rilettura) delComando(ctx context.Context, tenant string, sue []operatore.Operatore) {
	entro, basta := context.WithTimeout(ctx, comandoAlPiu)
	defer basta()
	log := r.Log.With("tenant", tenant)
	c, err := r.Direttori.comando(entro, tenant)
	if err != nil && !c.spento {
		log.WarnContext(ctx, "gruppi LDAP del comando non riletti", "errore", err)
		return
	}
	rand.Shuffle(len(sue), func(i, j int) { sue[i], sue[j] = sue[j], sue[i] }) //nolint:gosec // an order, no secret
	lette := r.leggi(entro, log, c, sue)
	if !c.spento && len(lette) > 0 && !slices.ContainsFunc(lette, func(l letta) bool { return l.dati == nil || !l.dati.Assente }) {
		if vuoto, err := r.vuoto(entro, c, lette); err != nil || vuoto {
			log.ErrorContext(ctx, "il server LDAP del comando non conosce nessuna delle sue utenze: nulla è cambiato", "lette", len(lette), "errore", err)
			return
		}
	}
	for _, l := range lette {
		if l.dati == nil {
			continue
		}
		if _, err := r.Utenze.Gruppi(entro, l.di, *l.dati); err != nil {
			log.ErrorContext(ctx, "ruoli dei gruppi LDAP non aggiornati", "utente", l.di.Username, "errore", err)
		}
	}
}

// leggi reads accounts until the directory does not answer; an unreadable account is passed over.
func (r Rilettura) leggi(ctx context.Context, log *slog.Logger, c comando, sue []operatore.Operatore) (lette []letta) {
	for _, o := range sue {
		if c.spento {
			lette = append(lette, letta{o, c.mappa.assente()})
			continue
		}
		dati, err := c.rileggi(ctx, o)
		if err != nil {
			log.WarnContext(ctx, "gruppi LDAP di un'utenza non riletti", "utente", o.Username, "errore", err)
			if ldap.Lontano(err) || ctx.Err() != nil {
				return lette
			}
			continue
		}
		lette = append(lette, letta{o, dati})
	}
	return lette
}

// vuoto reports whether a directory that lacks some accounts lacks every other of the command too: then the directory, or the
// command's settings for it, is at fault. A command with a single account gives no evidence.
func (r Rilettura) vuoto(ctx context.Context, c comando, lette []letta) (bool, error) {
	nomi := make([]string, len(lette))
	for i, l := range lette {
		nomi[i] = l.di.Username
	}
	altre, err := r.Utenze.Store.AltreDiDirettorio(ctx, lette[0].di.Tenant, nomi, altreDaCercare)
	if err != nil {
		return false, err
	}
	for _, username := range altre {
		trovata, err := c.server.Presente(ctx, username)
		switch {
		case trovata, errors.Is(err, ldap.ErrPiuDiUna):
			return false, nil
		case err != nil:
			return false, err
		}
	}
	return len(lette)+len(altre) > 1, nil
}
