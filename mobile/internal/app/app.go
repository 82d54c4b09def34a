// Package app composes the service: every route and every part on one screen.
package app

import (
	"context"
	"net/http"

	"github.com/piattaforma-verbali/verbali/mobile/api"
	"github.com/piattaforma-verbali/verbali/mobile/internal/tabella"
	"github.com/piattaforma-verbali/verbali/mobile/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/config"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	fisse "github.com/piattaforma-verbali/verbali/shared/tabella"
	"github.com/piattaforma-verbali/verbali/shared/web"
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

// Componi builds the service: the fixed tables, whole and one by one.
func Componi(ctx context.Context, imp Impostazioni) (*servizio.Servizio, error) {
	s, err := servizio.Nuovo(ctx, servizio.Descrizione{
		Modulo: "mobile", Base: "/mobile/api", Contratto: api.Contratto,
		Tenant: db.Schema{Nome: "mobile", Migrazioni: migrazioni.FS},
	}, imp.Comune)
	if err != nil {
		return nil, err
	}
	copia := anagrafe.Nuova(s.Piscine)
	if err := s.Bus.SeguiPiattaforma(copia.Aggiorna); err != nil {
		s.Chiudi()
		return nil, err
	}
	s.Controlla("anagrafe", copia.Pronto)
	tabelle := fisse.Nuova(s.Piscine)
	if err := s.Bus.SeguiPiattaforma(tabelle.Aggiorna); err != nil {
		s.Chiudi()
		return nil, err
	}
	s.Controlla("tabelle", tabelle.Pronto)

	h := tabella.Handler{Service: tabella.Nuovo(tabelle, copia)}
	g, usa := s.Web.Gruppo("/tabelleFisse"), web.Permesso(auth.PermessoMobile)
	g.Aggiungi(http.MethodGet, "", h.Tutte, usa)
	g.Aggiungi(http.MethodGet, "/:tabella", h.Una, usa)
	return s, nil
}
