// Package app composes the service: every route and every part on one screen.
package app

import (
	"context"
	"net/http"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/tenantapi/api"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/misura"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/registro"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/regole"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/ricerca"
	"github.com/piattaforma-verbali/verbali/tenantapi/migrazioni"
)

// clientiRicordati bounds what the rate of clients, and the count of their pages, remember.
const clientiRicordati = 100_000

// Impostazioni of the service.
type Impostazioni struct {
	config.Settings `mapstructure:",squash"`
	Riservato       string `mapstructure:"tenantapi_riservato" default:"token" validate:"oneof=token aperto" descrizione:"ricerca per codice fiscale ed estrazioni: con token, oppure aperto a tutti"`
}

// Servi runs the service until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp, clock.Now)
	if err != nil {
		return err
	}
	return s.Serve(ctx)
}

// Componi builds the service: POST /api/verbale/ricerca, and nothing else.
func Componi(ctx context.Context, imp Impostazioni, adesso func() time.Time) (*service.Service, error) {
	s, err := service.New(ctx, service.Description{
		Module: "tenantapi", Base: "/api", Now: adesso, Others: []string{""}, WithoutRealm: true,
		Contract: api.Contratto, Tenant: db.Schema{Name: "tenantapi", Migrations: migrazioni.FS},
	}, imp.Settings)
	if err != nil {
		return nil, err
	}
	diario := registro.Nuovo(s.Pools, s.Log)
	s.OnClose(diario.Chiudi)
	store := ricerca.NuovoStore(s.Pools)
	s.OnClose(store.Chiudi)
	handler := ricerca.Handler{
		Service: ricerca.Service{Store: store},
		Regole:  regole.Nuova(s.Pools, s.Settings.SegretiDir, adesso), Misura: misura.Nuova(clientiRicordati, adesso),
		Giornata: misura.NuovaGiornata(clientiRicordati, adesso), Respinti: ricerca.NuoviRespinti(adesso),
		Diario: diario, Chi: s.Web.Identity, Finche: s.Web.While, Aperto: imp.Riservato == "aperto",
	}
	if err := s.Bus.FollowPlatform(handler.Regole.Refresh); err != nil { // fatti.piattaforma.>
		return nil, err
	}

	s.Web.Echo.Use(ricerca.RichiedeRealm(s.Tenant, "/livez", "/readyz", "/metrics", "/api/openapi.yaml", "/api/openapi"), handler.Protegge)
	s.Web.Group("/verbale").Add(http.MethodPost, "/ricerca", handler.Ricerca, web.Open(), web.NoTenant(), web.NoTimeoutFor(ricerca.Flussi()...))
	s.OnClose(retention.Runner{Pools: s.Pools, Tenant: s.Tenant, Log: s.Log, Kinds: verbale.ConservateDa("tenantapi")}.Start(s.Metrics))
	return s, nil
}
