// Package app composes the service: every route and every part on one screen.
package app

import (
	"context"
	"net/http"
	"runtime"
	"time"

	"github.com/piattaforma-verbali/verbali/ocr/api"
	"github.com/piattaforma-verbali/verbali/ocr/internal/lettura"
	"github.com/piattaforma-verbali/verbali/ocr/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/oblio"
)

// Impostazioni of the service.
type Impostazioni struct {
	config.Settings `mapstructure:",squash"`
	TargaEntro      time.Duration `mapstructure:"ocr_targa_entro" default:"2s" validate:"min=100ms,max=25s" descrizione:"tempo per leggere la targa che un altro modulo chiede; oltre, la domanda è rifiutata"`
}

// Servi runs the service until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp, clock.Now)
	if err != nil {
		return err
	}
	return s.Serve(ctx)
}

// Componi builds the service: its doors, health and contract.
func Componi(ctx context.Context, imp Impostazioni, adesso func() time.Time) (*service.Service, error) {
	s, err := service.New(ctx, service.Description{
		Module: "ocr", Base: "/OcrService/rest", Now: adesso, Contract: api.Contratto,
		Tenant: db.Schema{Name: "ocr", Migrations: migrazioni.FS},
	}, imp.Settings)
	if err != nil {
		return nil, err
	}
	documenti, err := deposito.DiServizio(ctx, s.Settings.DepositoURL, s.OnClose)
	if err != nil {
		s.Close()
		return nil, err
	}
	s.Check("deposito", documenti.Accessibile)
	letture := lettura.Nuovo(lettura.Store{Pools: s.Pools}, documenti, adesso)
	s.OnClose(letture.Pulisci(s.Tenant, s.Log))
	s.Consumers.Start(bus.Consumption{Durable: lettura.Durevole, Batch: max(runtime.GOMAXPROCS(0), 1), Handle: letture.Lavora}) // lavori.ocr.lettura.*
	domande := lettura.Domande{Service: letture, Ammetti: s.AdmitFrom}
	if err := s.Bus.Reply("targa", imp.TargaEntro, domande.Targa); err != nil { // chiedi.ocr.targa
		s.Close()
		return nil, err
	}
	g, h, usa := s.Web.Group("/letture"), lettura.HTTP{Service: letture}, web.Permission(auth.PermessoOcr)
	g.Add(http.MethodPost, "", h.Crea, usa, web.Limit(lettura.LimiteFile))
	g.Add(http.MethodGet, "/:id", h.Leggi, usa)
	g.Add(http.MethodGet, "/:id/immagine", h.Immagine, usa)
	g.Add(http.MethodPost, "/:id/conferma", h.Conferma, usa)
	regole := retention.Runner{Pools: s.Pools, Tenant: s.Tenant, Log: s.Log, Kinds: verbale.ConservateDa("ocr"), Copies: oblio.Copie()}
	s.OnClose(regole.Start(s.Metrics))
	s.Consumers.Start(bus.Consumption{Durable: "ocr-verbale-cancellato", Handle: oblio.Obbedisce(regole)}) // fatti.*.verbale.cancellato
	return s, nil
}
