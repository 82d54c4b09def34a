package violazione

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
)

// validazione accepts a fine that waits for a person, once each of its rows is what the table of the day says.
type validazione struct{}

// Controlla has nothing to read: the request carries no data.
func (*validazione) Controlla(*vaglio.Vaglio, *mossa.Richiesta) {}

// Decidi issues the notices, unless the fine is already paid, and has the missing person looked up. It refuses a minor as
// addressee, a speed violation without its speed and limit, and a row that differs from the table.
func (*validazione) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	for _, p := range s.PosizioniVive() {
		if perche := m.Quadro.Minorenni[p.ID]; perche != "" {
			return nil, vita.Invariante(conseguenze.Chi(p.Titolo) + " " + perche + ": prima si chiude la sua posizione e si apre quella di chi ne risponde")
		}
	}
	if err := misurate(m, s); err != nil {
		return nil, err
	}
	if err := righeAttuali(m, s); err != nil {
		return nil, err
	}
	a := conseguenze.Accettato{Politica: vita.Manuale, Servite: s.TutteServite()}
	if !s.DebitoChiuso() { // who has paid already is asked nothing more (invariant a)
		avvisi, err := m.AvvisiPer(s, s.PosizioniVive())
		if err != nil {
			return nil, err
		}
		a.Avvisi = avvisi
		if p, manca := s.SenzaSoggetto(); manca {
			a.Cercata = p.ID
		}
	}
	eventi := a.Eventi(m.OggiStesso)
	eventi[0].DataLegale = m.Giorno
	return eventi, nil
}
