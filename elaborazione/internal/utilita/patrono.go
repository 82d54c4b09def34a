package utilita

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"
)

// Comandi gives what core keeps of a command; an empty value for an unknown command.
type Comandi interface {
	Of(tenant string) anagrafe.Tenant
}

// patrono is the patron saint of the caller's command, as its setting said on a day; none where it says
// nothing. It moves no term: it only adds a remark.
func (s *Service) patrono(ctx context.Context, giorno calendario.Giorno) calendario.Locale {
	chi, ok := auth.From(ctx)
	if !ok || chi.Tenant == "" {
		return calendario.Locale{}
	}
	var scritto string
	if c, err := s.Comandi.Of(chi.Tenant).Impostazione(scelte.ChiavePatrono, giorno.String(), &scritto); err != nil || !c {
		return calendario.Locale{}
	}
	l, err := calendario.LeggiLocale(scritto)
	if err != nil {
		return calendario.Locale{} // a day such as 31/02, which the schema of the setting cannot refuse
	}
	return l
}
