package app

import (
	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/shared/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
)

// soggetti is every subject that connessione follows; it asks chiedi.core.accesso and publishes
// nothing of its own but dead letters.
func soggetti(s *servizio.Servizio, copia *anagrafe.Copia, i *instradamento.Service) error {
	s.Consumatori.Avvia(bus.Consumo{Durevole: instradamento.Durevole, Gestisci: i.AvvisoEmesso}) // fatti.*.avviso.emesso
	return s.Bus.SeguiPiattaforma(copia.Aggiorna)                                                //nolint:wrapcheck // fatti.piattaforma.>
}
