package mosse

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// storno takes a payment back.
type storno struct {
	Pagamento string `json:"pagamento"`
	id        uuid.UUID
}

func (d *storno) controlla(v *vaglio.Vaglio, _ *Mossa) {
	if d.id = v.Id("dati.pagamento", event.CampoPagamento, d.Pagamento); d.Pagamento == "" {
		v.Rifiuta("dati.pagamento", vaglio.Manca)
	}
}

func (d *storno) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	return conseguenze.Storna(s, m.evento(nil, uuid.Nil), d.id)
}

// rimborso gives back what was paid beyond the debt.
type rimborso struct {
	ImportoCent *int64 `json:"importoCent"`
	Riferimento string `json:"riferimento"`
}

func (d *rimborso) controlla(v *vaglio.Vaglio, _ *Mossa) {
	v.Cent("dati.importoCent", d.ImportoCent, 1)
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, perRiferimento)
}

func (d *rimborso) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	return conseguenze.Rimborsa(s, m.evento(nil, uuid.Nil), vaglio.Cent(d.ImportoCent), d.Riferimento)
}

// sgravio gives up what is left of a debt.
type sgravio struct {
	Riferimento string `json:"riferimento"`
}

func (d *sgravio) controlla(v *vaglio.Vaglio, _ *Mossa) {
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, perRiferimento)
}

func (d *sgravio) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	return conseguenze.Sgrava(s, m.evento(nil, uuid.Nil), d.Riferimento)
}
