// Package app composes the service: every route and every part on one screen.
package app

import (
	"context"
	"net/http"

	"github.com/piattaforma-verbali/verbali/shared/config"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/shared/web"
	"github.com/piattaforma-verbali/verbali/tenantapi/api"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/registro"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/ricerca"
	"github.com/piattaforma-verbali/verbali/tenantapi/migrazioni"
)

// Impostazioni of the service.
type Impostazioni struct {
	config.Comune `mapstructure:",squash"`
	Riservato     string `mapstructure:"tenantapi_riservato" default:"token" validate:"oneof=token aperto" descrizione:"ricerca per codice fiscale ed estrazioni: con token, oppure aperto a tutti"`
}

// Servi runs the service until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp)
	if err != nil {
		return err
	}
	return s.Servi(ctx)
}

// Componi builds the service: POST /api/verbale/ricerca, and nothing else.
func Componi(ctx context.Context, imp Impostazioni) (*servizio.Servizio, error) {
	s, err := servizio.Nuovo(ctx, servizio.Descrizione{
		Modulo: "tenantapi", Base: "/api", Altri: []string{""}, SenzaRealm: true,
		Contratto: api.Contratto, Tenant: db.Schema{Nome: "tenantapi", Migrazioni: migrazioni.FS},
	}, imp.Comune)
	if err != nil {
		return nil, err
	}
	diario := registro.Nuovo(s.Piscine, s.Log)
	s.AllaChiusura(diario.Chiudi)
	store := ricerca.NuovoStore(s.Piscine)
	s.AllaChiusura(store.Chiudi)
	handler := ricerca.Handler{
		Service: ricerca.Service{Store: store},
		Diario:  diario, Chi: s.Web.Chi, Aperto: imp.Riservato == "aperto",
	}

	s.Web.Echo.Use(ricerca.RichiedeRealm(s.Tenant, "/livez", "/readyz", "/metrics", "/api/openapi.yaml", "/api/openapi"))
	s.Web.Gruppo("/verbale").Aggiungi(http.MethodPost, "/ricerca", handler.Ricerca, web.Aperta(), web.SenzaTenant(), web.SenzaTempoPer(ricerca.Flussi()...))
	return s, nil
}
