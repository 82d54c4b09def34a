package servizio

import (
	"context"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

// Ammetti lets the caller of a question over the bus in: the one of the token that came along, meant for this
// module, never a name in the question, who holds the permission, in the tenant of the token. It gives the
// context of the work. Errors are those of HTTP, in the same order: 401, 403, 404 and 403 of the tenant.
func (s *Servizio) Ammetti(ctx context.Context, permesso auth.Permesso) (context.Context, error) {
	return s.AmmettiDa(ctx, []string{s.Modulo}, permesso)
}

// AmmettiDa is Ammetti for the questions that other modules ask with the token that they were shown: one meant
// for any of these modules, of who holds any of these permissions.
func (s *Servizio) AmmettiDa(ctx context.Context, moduli []string, permessi ...auth.Permesso) (context.Context, error) {
	chi, err := s.Verificatore.VerificaPer(bus.Token(ctx), moduli...)
	if err != nil {
		return ctx, err
	}
	ammessi := s.Comune.RuoliAmmessi
	switch {
	case !slices.Contains(ammessi, "*") && !slices.ContainsFunc(chi.Ruoli, func(r string) bool { return slices.Contains(ammessi, r) }):
		return ctx, problem.Vietato("RUOLO_NON_AMMESSO", "Il ruolo non è ammesso in questo servizio.")
	case !slices.ContainsFunc(permessi, chi.Puo):
		return ctx, problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente questa operazione.")
	case chi.Tenant == "":
		return ctx, problem.Vietato("TENANT_NON_ASSEGNATO", "All'utente non è assegnato un tenant.")
	}
	t, err := s.Tenant.Cerca(ctx, chi.Tenant)
	return tenant.Con(auth.Con(ctx, chi), t), err
}
