// Package app composes the service: every route and every part on one screen.
package app

import (
	"context"
	"net/http"
	"time"

	"github.com/piattaforma-verbali/verbali/mobile/api"
	"github.com/piattaforma-verbali/verbali/mobile/internal/tabella"
	"github.com/piattaforma-verbali/verbali/mobile/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	fisse "github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Impostazioni of the service: those that every service has.
type Impostazioni struct {
	config.Settings `mapstructure:",squash"`
}

// Servi runs the service until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp, clock.Now)
	if err != nil {
		return err
	}
	return s.Serve(ctx)
}

// Componi builds the service: the fixed tables, whole and one by one.
func Componi(ctx context.Context, imp Impostazioni, adesso func() time.Time) (*service.Service, error) {
	s, err := service.New(ctx, service.Description{
		Module: "mobile", Base: "/mobile/api", Now: adesso, Contract: api.Contratto,
		Tenant: db.Schema{Name: "mobile", Migrations: migrazioni.FS},
	}, imp.Settings)
	if err != nil {
		return nil, err
	}
	copia := anagrafe.New(s.Pools, anagrafe.Reparti)
	if err := s.Bus.FollowPlatform(copia.Refresh); err != nil {
		s.Close()
		return nil, err
	}
	s.Check("anagrafe", copia.ReadyErr)
	tabelle := fisse.New(s.Pools)
	if err := s.Bus.FollowPlatform(tabelle.Refresh); err != nil {
		s.Close()
		return nil, err
	}
	s.Check("tabelle", tabelle.Ready)

	h := tabella.Handler{Service: tabella.Nuovo(tabelle, copia)}
	g, usa := s.Web.Group("/tabelleFisse"), web.Permission(auth.PermessoMobile)
	g.Add(http.MethodGet, "", h.Tutte, usa)
	g.Add(http.MethodGet, "/:tabella", h.Una, usa)
	s.OnClose(retention.Runner{Pools: s.Pools, Tenant: s.Tenant, Log: s.Log, Kinds: verbale.ConservateDa("mobile")}.Start(s.Metrics))
	return s, nil
}
