// Package app composes core: settings, constructors in order, every route and every subject.
package app

import (
	"context"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/config"
	"github.com/piattaforma-verbali/verbali/shared/deposito"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/shared/tabella"

	"github.com/piattaforma-verbali/verbali/core/api"
	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/chiave"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/sso"
	"github.com/piattaforma-verbali/verbali/core/migrazioni"
)

// App is core, composed.
type App struct {
	*servizio.Servizio
	impostazioni Impostazioni
	chiavi       *chiave.Portachiavi
	realm        *accesso.Realm
	deposito     *deposito.Deposito
	pagine       *pagine.Pagine
	flussi       *sessione.Flussi
	ponte        *sso.Ponte // nil: no single sign-on
	tabelle      *tabella.Copia
}

// Servi runs core until ctx ends.
func Servi(ctx context.Context, i Impostazioni) error {
	i.ChiaveFirmaFile = config.FileDi("chiave_firma")
	a, err := Nuova(ctx, i)
	if err != nil {
		return err
	}
	return a.Servi(ctx)
}

// Nuova composes core; nothing outside needs to be up yet.
func Nuova(ctx context.Context, i Impostazioni) (*App, error) {
	firma, err := i.firma()
	if err != nil {
		return nil, err
	}
	direttorio, err := i.direttorio()
	if err != nil {
		return nil, err
	}
	if _, _, err := i.accessoUnico(); err != nil {
		return nil, err
	}
	s, err := servizio.Nuovo(ctx, servizio.Descrizione{
		Modulo: "core", Base: "/CoreService/rest", Contratto: api.Contratto(),
		Piattaforma: migrazioni.Piattaforma(), Tenant: migrazioni.Tenant(),
	}, i.Comune)
	if err != nil {
		return nil, err
	}
	a := &App{Servizio: s, impostazioni: i, pagine: pagine.Nuove(), tabelle: tabella.Nuova(s.Piscine, tabella.Comuni, tabella.Violazioni)}
	a.Controlla("tabelle", a.tabelle.Pronto)
	if a.deposito, err = deposito.DiServizio(ctx, s.Comune.DepositoURL, s.AllaChiusura); err != nil {
		return nil, err
	}
	if err := a.apriChiavi(ctx, firma); err != nil {
		return nil, err
	}
	a.realm = accesso.Nuovo(accesso.Parti{Piscine: s.Piscine, Tenant: s.Tenant, Chiavi: a.chiavi,
		Direttorio: direttorio, Adesso: time.Now, Log: s.Log})
	s.Basic.Presso(a.realm)
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
		Store: chiave.Store{Piscine: a.Piscine}, File: a.impostazioni.ChiaveFirmaFile, Adesso: time.Now, Log: a.Log,
		Imposta: a.Verificatore.Imposta, Pubblica: a.Bus.PubblicaChiavi,
	})
	if err != nil {
		return err
	}
	ctx, smette := context.WithCancel(ctx)
	var segue sync.WaitGroup
	segue.Go(func() { a.chiavi.Segui(ctx) })
	a.AllaChiusura(func() {
		smette()
		segue.Wait()
	})
	a.Bus.AllaConnessione(a.chiavi.Ripubblica)
	a.Bus.SeguiChiavi(a.chiavi.Riscontra)
	return nil
}
