package vita

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// intestatario: who answers for the fine, and since when, until when.
//
//nolint:gochecknoglobals // a table
var intestatario = letti{
	verbale.EventoIntestatarioRichiesto: leggi[IntestatarioRichiesto],
	verbale.EventoIntestatarioTrovato:   leggi[IntestatarioTrovato],
	verbale.EventoIntestatarioAnomalo:   leggi[IntestatarioAnomalo],
	verbale.EventoPosizioneAperta:       leggi[PosizioneAperta],
}

func (x IntestatarioTrovato) accade(s *Stato, e Evento) {
	s.su(e, func(p *Posizione) { p.Soggetto = x.IDSoggetto })
	s.Anomalie = slices.DeleteFunc(s.Anomalie, Anomalia.DiIntestatario)
}

// DiIntestatario reports that the anomaly waits for somebody to say who answers for the plate.
func (a Anomalia) DiIntestatario() bool { return a.Tipo.DiIntestatario() }

// IntestatarioRichiesto says that the registry of vehicles is asked who answers for the plate.
type IntestatarioRichiesto struct {
	Motivo string `json:"motivo"`
}

// IntestatarioTrovato says that the registry named the person of a position, or that an officer chose
// among those it named, or knew from elsewhere (a zero Indagine): it settles the anomalies about the owner.
type IntestatarioTrovato struct {
	IDSoggetto uuid.UUID `json:"soggetto"`
	Indagine   uuid.UUID `json:"indagine,omitzero"`
	Titolo     string    `json:"titolo,omitempty"` // by which the person answers: PROPRIETARIO, LOCATARIO, …
	Rete       string    `json:"rete,omitempty"`
	Marca      string    `json:"marca,omitempty"`
	Modello    string    `json:"modello,omitempty"`
	Persona    Soggetto  `json:"-"` // written into its own table
}

// IntestatarioAnomalo says that the registry gave no usable answer; a person must look.
type IntestatarioAnomalo struct {
	Anomalia uuid.UUID `json:"anomalia"`
	Indagine uuid.UUID `json:"indagine"`
	Esito    string    `json:"esito"`
	Codice   string    `json:"codice,omitempty"` // stable word for Motivo (vpn/README.md)
	Motivo   string    `json:"motivo"`
}

// PosizioneAperta says that one more person answers for the fine.
type PosizioneAperta struct {
	Nuova   Posizione `json:"posizione"`
	Titolo  string    `json:"titolo,omitempty"` // as in IntestatarioTrovato, of who was on the papers
	Persona *Soggetto `json:"-"`                // written into its own table; nil: not known yet
}

// Tipo is the kind of the event.
func (IntestatarioRichiesto) Tipo() verbale.TipoEvento { return verbale.EventoIntestatarioRichiesto }

func (IntestatarioRichiesto) obietta(s Stato, e Evento) error { return s.obiettaRicerca(e) }

// Tipo is the kind of the event.
func (IntestatarioTrovato) Tipo() verbale.TipoEvento { return verbale.EventoIntestatarioTrovato }

func (x IntestatarioTrovato) obietta(s Stato, e Evento) error {
	if x.IDSoggetto == uuid.Nil {
		return Invariante("manca la persona trovata")
	}
	return s.obiettaRicerca(e)
}

// Tipo is the kind of the event.
func (IntestatarioAnomalo) Tipo() verbale.TipoEvento { return verbale.EventoIntestatarioAnomalo }

func (x IntestatarioAnomalo) accade(s *Stato, e Evento) {
	s.apri(Anomalia{ID: x.Anomalia, Tipo: verbale.AnomaliaDiIntestatario(x.Esito), Testo: x.Motivo}, e)
}

func (x IntestatarioAnomalo) obietta(s Stato, _ Evento) error { return s.anomaliaNuova(x.Anomalia) }

// Tipo is the kind of the event.
func (PosizioneAperta) Tipo() verbale.TipoEvento { return verbale.EventoPosizioneAperta }

func (x PosizioneAperta) accade(s *Stato, _ Evento) { s.Posizioni = append(s.Posizioni, x.Nuova) }

func (x PosizioneAperta) obietta(s Stato, _ Evento) error {
	return s.obiettaPosizioni([]Posizione{x.Nuova}, len(s.Posizioni)+1)
}

func (s Stato) obiettaPosizioni(nuove []Posizione, ordine int) error {
	if len(nuove) == 0 {
		return Regola("un verbale ha almeno una posizione")
	}
	for i, p := range nuove {
		switch {
		case p.ID == uuid.Nil || p.Ordine != ordine+i || !p.GiornoZero.IsZero():
			return Regola("le posizioni si aprono in ordine, prima di ogni notifica")
		case p.Titolo == verbale.Trasgressore && p.Soggetto == uuid.Nil:
			return Regola("la posizione del trasgressore ha sempre una persona")
		case p.Titolo != verbale.Trasgressore && p.Titolo != verbale.Obbligato:
			return Regola("una posizione ha il suo titolo")
		case slices.ContainsFunc(slices.Concat(s.Posizioni, nuove[:i]), func(q Posizione) bool {
			return q.ID == p.ID || q.Titolo == p.Titolo && q.Chiusa == ""
		}):
			return Regola("ogni titolo ha una sola posizione aperta")
		}
	}
	return nil
}

// obiettaRicerca: a person is never replaced in silence (invariant e).
func (s Stato) obiettaRicerca(e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	if !ok || p.Chiusa != "" {
		return Regola("l'evento riguarda una posizione aperta del verbale")
	}
	if p.Soggetto != uuid.Nil {
		return Invariante("la posizione ha già la sua persona")
	}
	return nil
}

// SenzaPosizione is the fine with a position closed.
func (s Stato) SenzaPosizione(posizione uuid.UUID) Stato {
	s = s.Copia()
	for i := range s.Posizioni {
		if s.Posizioni[i].ID == posizione {
			s.Posizioni[i].Chiusa = string(verbale.EventoPosizioneChiusa)
		}
	}
	return s
}

// PosizioniVive are the positions of who answers.
func (s Stato) PosizioniVive() []Posizione {
	var vive []Posizione
	for _, p := range s.Posizioni {
		if p.Chiusa == "" {
			vive = append(vive, p)
		}
	}
	return vive
}
