package service

import (
	"context"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Admit lets the caller of a question over the bus in: the one of the token that came along, meant for this
// module, never a name in the question, who holds the permission, in the tenant of the token. It gives the
// context of the work. Errors are those of HTTP, in the same order: 401, 403, 404 and 403 of the tenant.
func (s *Service) Admit(ctx context.Context, permesso auth.Permission) (context.Context, error) {
	return s.AdmitFrom(ctx, []string{s.Module}, permesso)
}

// AdmitFrom is Ammetti for the questions that other modules ask with the token that they were shown: one meant
// for any of these modules, of a caller who holds any of these permissions.
func (s *Service) AdmitFrom(ctx context.Context, moduli []string, permessi ...auth.Permission) (context.Context, error) {
	chi, err := s.Verifier.VerifyFor(bus.Token(ctx), moduli...)
	if err != nil {
		return ctx, err
	}
	ammessi := s.Settings.RuoliAmmessi
	switch {
	case !slices.Contains(ammessi, "*") && !slices.ContainsFunc(chi.Roles, func(r string) bool { return slices.Contains(ammessi, r) }):
		return ctx, problem.Vietato("RUOLO_NON_AMMESSO", "Il ruolo non è ammesso in questo servizio.")
	case !slices.ContainsFunc(permessi, chi.Can):
		return ctx, problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente questa operazione.")
	case chi.Tenant == "":
		return ctx, problem.Vietato("TENANT_NON_ASSEGNATO", "All'utente non è assegnato un tenant.")
	}
	t, err := s.Tenant.Find(ctx, chi.Tenant)
	return tenant.With(auth.With(ctx, chi), t), err
}
