package app

import (
	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

// soggetti is every subject that connessione follows; it asks chiedi.core.accesso and publishes
// nothing of its own but dead letters.
func soggetti(s *service.Service, copia *anagrafe.Copy, tabelle *tabella.Copy, i *instradamento.Service) error {
	s.Consumers.Start(bus.Consumption{Durable: instradamento.Durevole, Handle: i.AvvisoEmesso}) // fatti.*.avviso.emesso
	if err := s.Bus.FollowPlatform(tabelle.Refresh); err != nil {                               // fatti.piattaforma.>
		return err
	}
	return s.Bus.FollowPlatform(copia.Refresh) // the same
}
