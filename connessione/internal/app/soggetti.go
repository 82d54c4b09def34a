package app

import (
	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/shared/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/shared/tabella"
)

// soggetti is every subject that connessione follows; it asks chiedi.core.accesso and publishes
// nothing of its own but dead letters.
func soggetti(s *servizio.Servizio, copia *anagrafe.Copia, tabelle *tabella.Copia, i *instradamento.Service) error {
	s.Consumatori.Avvia(bus.Consumo{Durevole: instradamento.Durevole, Gestisci: i.AvvisoEmesso}) // fatti.*.avviso.emesso
	if err := s.Bus.SeguiPiattaforma(tabelle.Aggiorna); err != nil {                             // fatti.piattaforma.>
		return err
	}
	return s.Bus.SeguiPiattaforma(copia.Aggiorna) // the same
}
