package mossa

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
)

// PerRiferimento bounds a protocol number, a list, a provision, in characters.
const PerRiferimento = 120

// Fatto is the request for an event that carries at most a reference.
type Fatto struct {
	Riferimento string `json:"riferimento"`
}

// Controlla checks what the request says, whatever the fine.
func (d *Fatto) Controlla(v *vaglio.Vaglio, _ *Richiesta) {
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, PerRiferimento)
}

// Decidi makes the events of the request for a fine.
func (d *Fatto) Decidi(s vita.Stato, m Richiesta) ([]vita.Evento, error) {
	posizione, err := m.Indicata(s)
	return []vita.Evento{m.Evento(vita.Fatto{Quale: m.Tipo, Riferimento: d.Riferimento}, posizione)}, err
}

// Indicata is the position that the person named; none where none was.
func (m Richiesta) Indicata(s vita.Stato) (uuid.UUID, error) {
	if m.Posizione == uuid.Nil {
		return uuid.Nil, nil
	}
	p, err := m.Su(s, nil)
	return p.ID, err
}
