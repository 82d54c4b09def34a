package denaro

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// storno takes a payment back.
type storno struct {
	Pagamento string `json:"pagamento"`
	id        uuid.UUID
}

// Controlla requires the id of the payment.
func (d *storno) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	if d.id = v.Id("dati.pagamento", event.CampoPagamento, d.Pagamento); d.Pagamento == "" {
		v.Rifiuta("dati.pagamento", vaglio.Manca)
	}
}

// Decidi reopens the debt that the payment had closed; it refuses a payment that is not the fine's or was already taken
// back.
func (d *storno) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	return conseguenze.Storna(s, m.Evento(nil, uuid.Nil), d.id)
}

// rimborso refunds an excess.
type rimborso struct {
	ImportoCent *int64 `json:"importoCent"`
	Riferimento string `json:"riferimento"`
}

// Controlla requires at least one cent.
func (d *rimborso) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	v.Cent("dati.importoCent", d.ImportoCent, 1)
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, mossa.PerRiferimento)
}

// Decidi refuses more than the excess still to be refunded.
func (d *rimborso) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	return conseguenze.Rimborsa(s, m.Evento(nil, uuid.Nil), vaglio.Cent(d.ImportoCent), d.Riferimento)
}

// sgravio cancels the residue of a debt.
type sgravio struct {
	Riferimento string `json:"riferimento"`
}

// Controlla reads the optional reference of the decision.
func (d *sgravio) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	d.Riferimento = v.Facoltativo("dati.riferimento", d.Riferimento, mossa.PerRiferimento)
}

// Decidi cancels the residue of the legal day and closes the debt; it refuses when no residue is left.
func (d *sgravio) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	return conseguenze.Sgrava(s, m.Evento(nil, uuid.Nil), d.Riferimento)
}
