package app

import (
	"context"
	"errors"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/oblio"

	"github.com/piattaforma-verbali/verbali/core/internal/conservazione"
	"github.com/piattaforma-verbali/verbali/core/internal/morto"
	"github.com/piattaforma-verbali/verbali/core/internal/sso"
)

// accessoEntro is the time of one answer of the realm.
const accessoEntro = 10 * time.Second

// portaleEntro is that of a step of an access to a portal, which waits for a provider of identities.
const portaleEntro = 20 * time.Second

// mortiTentativi is how often a dead letter is tried: it is only written down, nothing but a long outage stops it.
const mortiTentativi = 1000

// soggetti is every subject of core.
func (a *App) soggetti() error {
	a.Consumers.Start(bus.Consumption{Durable: morto.Durevole, Attempts: mortiTentativi, Handle: a.morti().Ricevi}) // morti.>
	regole := a.Conservazione()
	a.OnClose(regole.Start(a.Metrics))
	a.Consumers.Start(bus.Consumption{Durable: "core-verbale-cancellato", Handle: oblio.Obbedisce(regole)}) // fatti.*.verbale.cancellato
	if err := a.Bus.FollowPlatform(a.tabelle.Refresh); err != nil {                                         // fatti.piattaforma.>
		return err
	}
	if err := a.Bus.ListenPlatform("operatore", a.flussi.Sveglia); err != nil {
		return err
	}
	if err := a.Bus.ListenPlatform("anagrafe", a.flussi.Sveglia); err != nil { // what a role may has changed
		return err
	}
	portali := &sso.Portali{Leggi: a.fornitoreDelPortale, Ponti: a.ponti, Realm: a.realm, Store: sso.Store{Pools: a.Pools}, Log: a.Log}
	if err := a.Bus.Reply("portale", portaleEntro, portali.Domanda); err != nil {
		return err
	}
	return a.Bus.Reply("accesso", accessoEntro, a.realm.Domanda)
}

// Conservazione are the rules by which core deletes, and what goes at each round of a command without any.
func (a *App) Conservazione() retention.Runner {
	return retention.Runner{Pools: a.Pools, Tenant: a.Tenant, Log: a.Log, Kinds: verbale.ConservateDa("core"), Copies: oblio.Copie(),
		Tidy: func(ctx context.Context, pool *db.Pool) error {
			return errors.Join(conservazione.Servizio{Pools: a.Pools, Adesso: a.Now}.Scaduti(ctx, pool), morto.Scaduti(ctx, pool))
		}}
}

// morti is the work that failed for good, of every tenant apart.
func (a *App) morti() morto.Servizio {
	return morto.Servizio{Store: morto.Store{Pools: a.Pools}, Riaccoda: a.Bus.Requeue, Adesso: a.Now}
}
