package notifica

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// via is the way by which a person wants the act of a position to leave, in place of the one that the plan says.
type via struct {
	Via string `json:"via"`
}

// Controlla admits the channels of dispatch, and ViaDelPiano, which leaves the way to the plan again.
func (d *via) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	ammesse := []string{verbale.ViaDelPiano}
	for _, c := range verbale.CanaliDiInvio() {
		if c != cds.CanalePEC { // the platform has no PEC yet
			ammesse = append(ammesse, string(c))
		}
	}
	d.Via = v.Tra("dati.via", d.Via, ammesse...)
}

// Decidi records the choice for a position that is still to be served while no attempt is in progress. Terms, anomalies and what the
// registers say hold the act as before.
func (d *via) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, func(p vita.Posizione) bool { return p.Soggetto != uuid.Nil && s.Cedevole(p) })
	x := vita.ViaScelta{Via: cds.Canale(d.Via)}
	if d.Via == verbale.ViaDelPiano {
		x.Via = ""
	}
	return []vita.Evento{m.Evento(x, p.ID)}, err
}
