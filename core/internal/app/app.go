// Package app composes core: settings, constructors in order, every route and every subject.
package app

import (
	"context"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"

	"github.com/piattaforma-verbali/verbali/core/api"
	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/chiave"
	"github.com/piattaforma-verbali/verbali/core/internal/direttorio"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/sso"
	"github.com/piattaforma-verbali/verbali/core/migrazioni"
)

// App is core, composed.
type App struct {
	*service.Service
	impostazioni Impostazioni
	chiavi       *chiave.Portachiavi
	realm        *accesso.Realm
	utenti       *direttorio.Direttori
	deposito     *deposito.Deposito
	pagine       *pagine.Pagine
	flussi       *sessione.Flussi
	ponti        *sso.Ponti
	tabelle      *tabella.Copy
}

// Servi runs core until ctx ends.
func Servi(ctx context.Context, i Impostazioni) error {
	i.ChiaveFirmaFile = config.FileOf("chiave_firma")
	a, err := Nuova(ctx, i, clock.Now)
	if err != nil {
		return err
	}
	return a.Serve(ctx)
}

// Nuova composes core; nothing outside needs to be up yet.
func Nuova(ctx context.Context, i Impostazioni, adesso func() time.Time) (*App, error) {
	firma, err := i.firma()
	if err != nil {
		return nil, err
	}
	server, err := i.direttorio()
	if err != nil {
		return nil, err
	}
	if _, _, err := i.accessoUnico(); err != nil {
		return nil, err
	}
	s, err := service.New(ctx, service.Description{
		Module: "core", Base: "/CoreService/rest", Now: adesso, Contract: api.Contratto(),
		Platform: migrazioni.Piattaforma(), Tenant: migrazioni.Tenant(),
	}, i.Settings)
	if err != nil {
		return nil, err
	}
	a := &App{Service: s, impostazioni: i, pagine: pagine.Nuove(), tabelle: tabella.New(s.Pools, tabella.Comuni, tabella.Violazioni)}
	a.Check("tabelle", a.tabelle.Ready)
	a.Metrics.MustRegister(a.tabelle.Measures(a.Now))
	if a.deposito, err = deposito.DiServizio(ctx, s.Settings.DepositoURL, s.OnClose); err != nil {
		return nil, err
	}
	if err := a.apriChiavi(ctx, firma); err != nil {
		return nil, err
	}
	if a.utenti, err = a.direttori(server); err != nil {
		return nil, err
	}
	a.realm = accesso.Nuovo(accesso.Parti{Pools: s.Pools, Tenant: s.Tenant, Chiavi: a.chiavi,
		Direttori: a.utenti, Adesso: a.Now, Log: s.Log, PerIndirizzo: i.AccessiFalliti})
	s.Basic.At(a.realm)
	a.rileggiGruppi()
	if err := a.apriAccessoUnico(); err != nil {
		return nil, err
	}
	a.rotte()
	a.errori()
	return a, a.soggetti()
}

// apriChiavi gives the key set to this process at once, and to the others as soon as NATS is there; the
// file of the key and the withdrawn ones are followed until the service stops.
func (a *App) apriChiavi(ctx context.Context, firma *chiave.Chiave) (err error) {
	a.chiavi, err = chiave.NuovoPortachiavi(firma, chiave.Parti{
		Store: chiave.Store{Pools: a.Pools}, File: a.impostazioni.ChiaveFirmaFile, Adesso: a.Now, Log: a.Log,
		Imposta: a.Verifier.Set, Pubblica: a.Bus.PublishKeys,
	})
	if err != nil {
		return err
	}
	ctx, smette := context.WithCancel(ctx)
	var segue sync.WaitGroup
	segue.Go(func() { a.chiavi.Segui(ctx) })
	a.OnClose(func() {
		smette()
		segue.Wait()
	})
	a.Bus.OnConnect(a.chiavi.Ripubblica)
	a.Bus.FollowKeys(a.chiavi.Riscontra)
	return nil
}
