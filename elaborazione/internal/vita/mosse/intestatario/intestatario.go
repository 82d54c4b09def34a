package intestatario

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// chiScritto is a person as a request names one: written out, or a candidate of an answer of the registry.
type chiScritto struct {
	Persona   *SoggettoScritto `json:"persona"`
	Indagine  string           `json:"indagine"`
	Candidato *int             `json:"candidato"`
	soggetto  *vita.Soggetto   // of Persona
}

// Controlla requires either a person in full, or a registry answer with the place of one of its candidates, from 0.
func (d *chiScritto) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	v.Chiede("dati.persona", event.CampoPersona)
	v.Chiede("dati.indagine", event.CampoIdentificativo)
	v.Chiede("dati.candidato", event.CampoIntero)
	scelto := d.Indagine != "" || d.Candidato != nil
	switch {
	case d.Persona == nil && !scelto:
		v.Rifiuta("dati.persona", vaglio.Manca)
	case d.Persona != nil && scelto:
		v.Rifiuta("dati.persona", "si dà la persona, oppure un candidato di un'indagine")
	case d.Persona != nil:
		d.soggetto = d.Persona.Leggi(v, "dati.persona", m)
	case d.Indagine == "":
		v.Rifiuta("dati.indagine", vaglio.Manca)
	case d.Candidato == nil || *d.Candidato < 0:
		v.Rifiuta("dati.candidato", "è il posto del candidato nell'indagine, da 0")
	default:
		m.Sceglie = &mossa.Scelta{Indagine: v.Id("dati.indagine", event.CampoIdentificativo, d.Indagine), Quale: *d.Candidato}
	}
}

// chi is who was written, else who was chosen.
func chi(m mossa.Richiesta, scritto *vita.Soggetto) vita.Soggetto {
	if scritto != nil {
		return *scritto
	}
	return m.Sceglie.Soggetto
}

// nomina says who answers at the position that waits for its person, where the registry could not: one of
// those on the papers, or somebody known from elsewhere.
type nomina struct{ chiScritto }

// Decidi gives the person to the position that waits for one. It refuses a minor written out by hand.
func (d *nomina) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, func(p vita.Posizione) bool { return p.Soggetto == uuid.Nil && p.Chiusa == "" })
	if err != nil {
		return nil, err
	}
	if err := minorenneScritto(m, d.soggetto); err != nil {
		return nil, err
	}
	x := vita.IntestatarioTrovato{Persona: chi(m, d.soggetto)}
	x.IDSoggetto = x.Persona.ID
	if m.Sceglie != nil {
		x.Indagine, x.Titolo = m.Sceglie.Indagine, m.Sceglie.Titolo
	}
	return []vita.Evento{m.Evento(x, p.ID)}, nil
}
