package intestatario

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
)

// ricerca asks the registry of vehicles again, after an answer that was of no use.
type ricerca struct{}

func (*ricerca) Controlla(*vaglio.Vaglio, *mossa.Richiesta) {}

func (*ricerca) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, func(p vita.Posizione) bool { return p.Soggetto == uuid.Nil && p.Chiusa == "" })
	return []vita.Evento{m.Evento(vita.IntestatarioRichiesto{Motivo: vita.MotivoAccertamento}, p.ID)}, err
}
