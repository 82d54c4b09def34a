package vita

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// atto: the printed act and what it costs.
//
//nolint:gochecknoglobals // a table
var atto = letti{
	verbale.EventoAttoGenerato:    leggi[AttoGenerato],
	verbale.EventoSpeseAddebitate: leggi[SpeseAddebitate],
}

// Atto is the id of the act among the documents.
func (x AttoGenerato) Atto() uuid.UUID {
	for _, d := range x.Documenti {
		if d.Tipo == verbale.DocumentoAtto {
			return d.ID
		}
	}
	return uuid.Nil
}

// accade adds the expenses to the notices of the position that may still be paid; of all positions
// where the event names none.
func (x SpeseAddebitate) accade(s *Stato, e Evento) {
	sua := func(id uuid.UUID) bool { return e.Posizione == uuid.Nil || id == e.Posizione }
	for i := range s.Posizioni {
		if sua(s.Posizioni[i].ID) {
			s.Posizioni[i].SpeseCent = x.SpeseCent
		}
	}
	for i, a := range s.Avvisi {
		if sua(a.Posizione) && a.Stato == verbale.AvvisoEmesso && a.Tipo != cds.Rata {
			s.Avvisi[i].ImportoCent += x.SpeseCent - a.SpeseCent
			s.Avvisi[i].SpeseCent = x.SpeseCent
		}
	}
}

// AttoGenerato says that the act of a position is printed and kept.
type AttoGenerato struct {
	Documenti []Documento `json:"documenti"`
	// Lotto is where the act waits to leave: POSTALE, the open lot of letters; empty: a person decides.
	Lotto string `json:"lotto,omitempty"`
}

// SpeseAddebitate says what ascertainment and service cost: the notices of the position that may
// still be paid ask for it too (art. 201 c. 4 CdS). It is the whole of the expenses, not an increase.
type SpeseAddebitate struct {
	SpeseCent importo.Cent `json:"speseCent"`
}

// Tipo is the kind of the event.
func (AttoGenerato) Tipo() verbale.TipoEvento { return verbale.EventoAttoGenerato }

func (x AttoGenerato) accade(s *Stato, e Evento) { s.su(e, func(p *Posizione) { p.Atto = x.Atto() }) }

// Tipo is the kind of the event.
func (SpeseAddebitate) Tipo() verbale.TipoEvento { return verbale.EventoSpeseAddebitate }

// obietta: one act a position, of a known addressee.
func (x AttoGenerato) obietta(s Stato, e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	switch {
	case !ok || p.Chiusa != "":
		return Regola("l'evento riguarda una posizione aperta del verbale")
	case p.Soggetto == uuid.Nil:
		return Regola("l'atto ha un destinatario")
	case p.Atto != uuid.Nil:
		return Invariante("la posizione ha già il suo atto")
	case x.Atto() == uuid.Nil:
		return Invariante("manca il documento dell'atto")
	}
	return nil
}

func (x SpeseAddebitate) obietta(s Stato, e Evento) error {
	if x.SpeseCent < 0 {
		return Regola("le spese non sono negative")
	}
	for _, p := range s.Posizioni {
		if (e.Posizione == uuid.Nil || p.ID == e.Posizione) && !p.GiornoZero.IsZero() {
			return Invariante("a chi è notificato non si chiedono altre spese: la somma è quella dell'atto")
		}
	}
	return nil
}

// DaFare reports that the act is to be printed: the addressee is known, has no act yet, and something may still be asked of him.
func DaFare(s Stato, p Posizione) bool {
	return p.Soggetto != uuid.Nil && p.Atto == uuid.Nil && p.Chiusa == "" && !s.DebitoChiuso()
}

// Trattenuto reports that an open anomaly holds the acts of the fine.
func (s Stato) Trattenuto() bool { return s.Trattiene() != "" }

// Trattiene says why nothing of the fine leaves, in words; empty where no anomaly holds its acts.
func (s Stato) Trattiene() string {
	i := slices.IndexFunc(s.Anomalie, func(a Anomalia) bool { return a.Tipo.Ferma() })
	if i < 0 {
		return ""
	}
	return "Gli atti del verbale sono fermi finché non si decide l'anomalia «" + s.Anomalie[i].Tipo.Parola() + "»."
}

// DaStampare are the positions whose person is known and who has no act in hand yet; none while an anomaly holds them, nor one
// about whose person a register of the State is asked.
func (s Stato) DaStampare() (posizioni []uuid.UUID) {
	if s.Trattenuto() {
		return nil
	}
	for _, p := range s.Posizioni {
		if _, aspetta := s.VisuraInAttesa(p.ID); DaFare(s, p) && p.GiornoZero.IsZero() && !aspetta {
			posizioni = append(posizioni, p.ID)
		}
	}
	return posizioni
}

// Attese are the positions whose acts a change makes wanted: the fine is accepted, the person is known, the debt is open
// again, or the act that there was no longer counts. A position wanted before has its work already.
func Attese(prima, dopo Stato) []uuid.UUID {
	if !dopo.InCorso() {
		return nil
	}
	nuove := dopo.DaStampare()
	if prima.InCorso() {
		gia := prima.DaStampare()
		nuove = slices.DeleteFunc(nuove, func(p uuid.UUID) bool { return slices.Contains(gia, p) })
	}
	return nuove
}
