package notifica

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/intestatario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
)

// recapito is another address of the person whom an act did not reach, written as the fine shows it. The term by which
// the new act must leave stays that of the addressee (art. 201 c. 1 CdS): printing asks for it.
type recapito struct {
	Indirizzo string `json:"indirizzo"`
	Civico    string `json:"civico"`
	Cap       string `json:"cap"`
	Comune    string `json:"comune"`
	Provincia string `json:"provincia"`
	Nazione   string `json:"nazione"` // empty: IT
}

// Controlla checks the address, its country against the list and, for Italy, the postal code.
func (d *recapito) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	d.Indirizzo = richiesta.Comprimi(v.Testo("dati.indirizzo", d.Indirizzo, 200))
	d.Civico = richiesta.Comprimi(v.Facoltativo("dati.civico", d.Civico, 20))
	d.Comune = richiesta.Comprimi(v.Testo("dati.comune", d.Comune, 120))
	d.Provincia = v.Forma("dati.provincia", d.Provincia, richiesta.Provincia)
	d.Nazione = richiesta.OItalia(v.Forma("dati.nazione", d.Nazione, richiesta.Nazione))
	if !comune.PaeseNoto(d.Nazione) {
		v.Rifiuta("dati.nazione", conseguenze.StatoInesistente)
	}
	if d.Cap = v.Forma("dati.cap", d.Cap, richiesta.CodicePostale); d.Cap != "" && d.Nazione == "IT" && !comune.CapValido(d.Cap) {
		v.Rifiuta("dati.cap", intestatario.CapItaliano)
	}
}

// Decidi replaces the address of a position whose act came back, and supersedes that act.
func (d *recapito) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, s.NonRaggiunta)
	if err != nil {
		return nil, err
	}
	return []vita.Evento{m.Evento(vita.RecapitoIndicato{IDSoggetto: vita.NuovoID(), Precedente: p.Soggetto, Superato: p.Atto,
		Recapito: vita.Soggetto{Indirizzo: d.Indirizzo, Civico: d.Civico, Cap: d.Cap, Comune: d.Comune, Provincia: d.Provincia, Nazione: d.Nazione}}, p.ID)}, nil
}
