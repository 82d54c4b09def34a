// Package app composes the service: every route and every part on one screen.
package app

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/ocr/api"
	"github.com/piattaforma-verbali/verbali/ocr/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Impostazioni of the service: those that every service has.
type Impostazioni struct {
	config.Settings `mapstructure:",squash"`
}

// Servi runs the service until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp, time.Now)
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
	s.OnClose(retention.Runner{Pools: s.Pools, Tenant: s.Tenant, Log: s.Log, Kinds: verbale.ConservateDa("ocr")}.Start(s.Metrics))
	return s, nil
}
