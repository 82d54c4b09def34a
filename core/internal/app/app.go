// Package app composes core: settings, constructors in order, every route and every subject.
package app

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/deposito"
	"github.com/piattaforma-verbali/verbali/shared/servizio"

	"github.com/piattaforma-verbali/verbali/core/api"
	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/migrazioni"
)

// App is core, composed.
type App struct {
	*servizio.Servizio
	impostazioni Impostazioni
	firma        *accesso.Firma
	realm        *accesso.Realm
	deposito     *deposito.Deposito
	pagine       *pagine.Pagine
}

// Servi runs core until ctx ends.
func Servi(ctx context.Context, i Impostazioni) error {
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
	s, err := servizio.Nuovo(ctx, servizio.Descrizione{
		Modulo: "core", Base: "/CoreService/rest", Contratto: api.Contratto(),
		Piattaforma: migrazioni.Piattaforma(), Tenant: migrazioni.Tenant(),
	}, i.Comune)
	if err != nil {
		return nil, err
	}
	a := &App{Servizio: s, impostazioni: i, firma: firma, pagine: pagine.Nuove()}
	if a.deposito, err = deposito.DiServizio(ctx, s.Comune.DepositoURL, s.AllaChiusura); err != nil {
		return nil, err
	}
	if a.realm, err = accesso.Nuovo(s.Piscine, s.Tenant, firma, time.Now, s.Log); err != nil {
		return nil, err
	}
	if err := a.chiavi(ctx); err != nil {
		return nil, err
	}
	a.rotte()
	a.errori()
	return a, a.soggetti()
}

// chiavi gives the key set to this process at once, and to the others at each connection to NATS.
func (a *App) chiavi(ctx context.Context) error {
	insieme, err := a.firma.Insieme()
	if err != nil {
		return err
	}
	if err := a.Verificatore.Imposta(insieme); err != nil {
		return err
	}
	ctx, smette := context.WithCancel(ctx)
	a.AllaChiusura(smette)
	a.Bus.AllaConnessione(func() { a.firma.Pubblica(ctx, a.Log, a.Bus.PubblicaChiavi) })
	return nil
}
