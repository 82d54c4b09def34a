package app

import (
	"context"

	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/oblio"
)

// soggetti is every subject that connessione follows beside those of its registers and of SEND; it asks chiedi.core.accesso and
// chiedi.elaborazione.*.
func soggetti(s *service.Service, copia *anagrafe.Copy, tabelle *tabella.Copy, i *instradamento.Service, aperte ...aperte) error {
	s.Consumers.Start(bus.Consumption{Durable: instradamento.Durevole, Chunk: i.AvvisiEmessi}) // fatti.*.avviso.emesso
	regole := retention.Runner{Pools: s.Pools, Tenant: s.Tenant, Log: s.Log, Kinds: verbale.ConservateDa(modulo), Copies: oblio.Copie()}
	s.OnClose(regole.Start(s.Metrics))
	s.Consumers.Start(bus.Consumption{Durable: "connessione-verbale-cancellato", Handle: oblio.Obbedisce(regole)}) // fatti.*.verbale.cancellato
	if err := s.Bus.FollowPlatform(tabelle.Refresh); err != nil {                                                  // fatti.piattaforma.>
		return err
	}
	return s.Bus.FollowPlatform(segue(s, copia, aperte)) // the same
}

// aperte are the connections of commands to a system.
type aperte interface{ Rivedi(comandi []string) }

// segue reads the settings of the commands again, then opens the connections that they describe.
func segue(s *service.Service, copia *anagrafe.Copy, tutte []aperte) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		if err := copia.Refresh(ctx); err != nil {
			return err
		}
		var comandi []string
		for _, t := range s.Tenant.Active() {
			comandi = append(comandi, t.Nome)
		}
		for _, a := range tutte {
			a.Rivedi(comandi)
		}
		return nil
	}
}
