package intestatario

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// ricerca asks the registry of vehicles again, after an answer that was of no use.
type ricerca struct{}

// Controlla has nothing to read: the request carries no data.
func (*ricerca) Controlla(*vaglio.Vaglio, *mossa.Richiesta) {}

// Decidi asks about the open position without a person; it refuses when there is none.
func (*ricerca) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, func(p vita.Posizione) bool { return p.Soggetto == uuid.Nil && p.Chiusa == "" })
	return []vita.Evento{m.Evento(vita.IntestatarioRichiesto{Motivo: string(verbale.CausaAccertamento)}, p.ID)}, err
}
