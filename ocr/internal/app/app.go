// Package app composes the service: every route and every part on one screen.
package app

import (
	"context"

	"github.com/piattaforma-verbali/verbali/ocr/api"
	"github.com/piattaforma-verbali/verbali/ocr/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/config"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
)

// Impostazioni of the service: those that every service has.
type Impostazioni struct {
	config.Comune `mapstructure:",squash"`
}

// Servi runs the service until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp)
	if err != nil {
		return err
	}
	return s.Servi(ctx)
}

// Componi builds the service: its doors, health and contract.
func Componi(ctx context.Context, imp Impostazioni) (*servizio.Servizio, error) {
	return servizio.Nuovo(ctx, servizio.Descrizione{
		Modulo: "ocr", Base: "/OcrService/rest", Contratto: api.Contratto,
		Tenant: db.Schema{Nome: "ocr", Migrazioni: migrazioni.FS},
	}, imp.Comune)
}
