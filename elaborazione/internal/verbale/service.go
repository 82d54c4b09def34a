package verbale

import (
	"context"
	"log/slog"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Service holds the use cases of a fine. The tenant and the caller are in the context.
type Service struct {
	Store      *Store
	Anagrafe   *anagrafe.Copy
	Deposito   *deposito.Deposito
	Tabelle    *tabella.Copy
	Stampatore *stampa.Stampatore
	Adesso     func() time.Time
	Log        *slog.Logger
}

// richiedente is who asks, with the tenant's own data; 503 while the copy of core's data is not there.
func (s *Service) richiedente(ctx context.Context) (auth.Identity, anagrafe.Tenant, error) {
	chi, ok := auth.From(ctx)
	if !ok {
		return chi, anagrafe.Tenant{}, problem.SenzaCredenziali()
	}
	t, err := s.comando(ctx)
	return chi, t, err
}

// comando is what belongs to the context's tenant; 503 while the copies of core's data and of its tables
// are not there: an amount must not come from a table older than core's.
func (s *Service) comando(ctx context.Context) (anagrafe.Tenant, error) {
	if err := s.Tabelle.Ready(ctx); err != nil {
		return anagrafe.Tenant{}, err
	}
	if !s.Anagrafe.Ready() {
		return anagrafe.Tenant{}, problem.NonDisponibile("DATI_NON_PRONTI", "I dati del comando non sono ancora stati letti.")
	}
	return s.Anagrafe.Of(tenant.Name(ctx)), nil
}
