package mosse

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// validazione accepts a fine that waits for a person, once each of its rows is what the table of the day says.
type validazione struct{}

func (*validazione) controlla(*vaglio.Vaglio, *Mossa) {}

func (*validazione) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	for _, p := range s.PosizioniVive() {
		if perche := m.Quadro.Minorenni[p.ID]; perche != "" {
			return nil, vita.Invariante(conseguenze.Chi(p.Titolo) + " " + perche + ": prima si chiude la sua posizione e si apre quella di chi ne risponde")
		}
	}
	if err := m.misurate(s); err != nil {
		return nil, err
	}
	if err := m.righeAttuali(s); err != nil {
		return nil, err
	}
	a := conseguenze.Accettato{Politica: vita.Manuale, Servite: s.TutteServite()}
	if !s.DebitoChiuso() { // who has paid already is asked nothing more (invariant a)
		avvisi, err := m.avvisiPer(s, s.PosizioniVive())
		if err != nil {
			return nil, err
		}
		a.Avvisi = avvisi
		if p, manca := s.SenzaSoggetto(); manca {
			a.Cercata = p.ID
		}
	}
	eventi := a.Eventi(m.oggiStesso)
	eventi[0].DataLegale = m.Giorno
	return eventi, nil
}

// avvisiPer are the notices of some positions, with their numbers: those of art. 202 c. 1 CdS, each with
// the expenses of its position; nil where no reduced payment is admitted.
func (m Mossa) avvisiPer(s vita.Stato, posizioni []vita.Posizione) (*vita.AvvisiEmessi, error) {
	var voci []conseguenze.DaEmettere
	var passi []cds.Passo
	for _, p := range posizioni {
		importi, err := s.Importi(p.SpeseCent)
		if err != nil {
			return nil, err
		}
		passi = importi.Spiegazione
		for _, a := range importi.Avvisi {
			if !conseguenze.ScontoPassato(s, p, a.Tipo, m.Oggi) {
				voci = append(voci, conseguenze.DaEmettere{Posizione: p.ID, Avviso: a})
			}
		}
	}
	numeri, err := m.prendi(len(voci))
	if err != nil || len(voci) == 0 {
		return nil, err
	}
	x := conseguenze.Emessi(voci, numeri, passi)
	return &x, nil
}

// ricercaIntestatario asks the registry of vehicles again, after an answer that was of no use.
type ricercaIntestatario struct{}

func (*ricercaIntestatario) controlla(*vaglio.Vaglio, *Mossa) {}

func (*ricercaIntestatario) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	p, err := m.su(s, func(p vita.Posizione) bool { return p.Soggetto == uuid.Nil && p.Chiusa == "" })
	return []vita.Evento{m.evento(vita.IntestatarioRichiesto{Motivo: vita.MotivoAccertamento}, p.ID)}, err
}
