package intestatario

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/residenza"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// visura is what a person does about a register of the State: asks it, applies its answer, sets it aside.
type visura struct {
	Registro string `json:"registro"`
}

// Controlla requires a register to ask, and refuses one for an answer: the question already names it.
func (d *visura) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	if m.Tipo == verbale.EventoVisuraChiesta {
		d.Registro = v.Tra("dati.registro", d.Registro, string(verbale.VisuraResidenza), string(verbale.VisuraDomicilio))
	} else if d.Registro != "" {
		v.Rifiuta("dati.registro", "lo dice la domanda che c'è")
	}
}

// Decidi asks, applies or sets aside at the only open position that suits; an address that the register gave becomes a new
// addressee of the act.
func (d *visura) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, func(p vita.Posizione) bool {
		_, aspetta := s.VisuraInAttesa(p.ID)
		return p.Aperta() && p.Soggetto != uuid.Nil && aspetta != (m.Tipo == verbale.EventoVisuraChiesta)
	})
	if err != nil {
		return nil, err
	}
	fatti, err := residenza.Muovi(s, p, m.Tipo, verbale.RegistroVisura(d.Registro), m.Visura)
	eventi := make([]vita.Evento, len(fatti))
	for i, x := range fatti {
		eventi[i] = m.Evento(x, p.ID)
	}
	return eventi, err
}
