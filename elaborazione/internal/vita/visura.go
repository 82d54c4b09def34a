package vita

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// visura: what the registers of the State say of the person of a position.
//
//nolint:gochecknoglobals // a table
var visura = letti{
	verbale.EventoVisuraChiesta:   leggi[VisuraChiesta],
	verbale.EventoVisuraRisposta:  leggi[VisuraRisposta],
	verbale.EventoVisuraApplicata: leggi[VisuraApplicata],
	verbale.EventoVisuraScartata:  leggi[VisuraScartata],
}

// Visura is a question to the registers of the State about the person of a position, and what became of it.
type Visura struct {
	ID        uuid.UUID
	Posizione uuid.UUID
	Registro  verbale.RegistroVisura
	Soggetto  uuid.UUID // the person looked up; after an application, the person at the new address
	Stato     verbale.StatoVisura
	Risposta  uuid.UUID         // the row of connessione; zero: none yet
	Giorno    calendario.Giorno // when it was asked, then when it was answered
	Anomalia  uuid.UUID         // that its answer opened; zero: none
}

// VisuraChiesta says that a register is asked about the person of a position.
type VisuraChiesta struct {
	Visura   uuid.UUID              `json:"visura"`
	Registro verbale.RegistroVisura `json:"registro"`
	Soggetto uuid.UUID              `json:"soggetto"`
}

// VisuraRisposta says that a register has answered and what followed by itself; where a person must decide the event opens an
// anomaly. What the register said stays in connessione, under Risposta.
type VisuraRisposta struct {
	Visura   uuid.UUID           `json:"visura"`
	Risposta uuid.UUID           `json:"risposta"`
	Esito    string              `json:"esito"` // the register's
	Segue    verbale.StatoVisura `json:"segue"`
}

// VisuraApplicata says that a person has had an answer applied: RECAPITO_INDICATO follows with the address.
type VisuraApplicata struct {
	Visura uuid.UUID `json:"visura"`
}

// VisuraScartata records that a person sets an answer aside, or gives up waiting for it.
type VisuraScartata struct {
	Visura uuid.UUID `json:"visura"`
}

// Visura finds a question.
func (s Stato) Visura(id uuid.UUID) (Visura, bool) {
	i := slices.IndexFunc(s.Visure, func(v Visura) bool { return v.ID == id })
	if i < 0 {
		return Visura{}, false
	}
	return s.Visure[i], true
}

// VisuraInAttesa is the question about a position that waits for the register or for a person.
func (s Stato) VisuraInAttesa(posizione uuid.UUID) (Visura, bool) {
	i := slices.IndexFunc(s.Visure, func(v Visura) bool { return v.Posizione == posizione && v.Stato.InAttesa() })
	if i < 0 {
		return Visura{}, false
	}
	return s.Visure[i], true
}

func (s *Stato) suVisura(id uuid.UUID, cambia func(*Visura)) {
	i := slices.IndexFunc(s.Visure, func(v Visura) bool { return v.ID == id })
	if i >= 0 {
		cambia(&s.Visure[i])
	}
}

// decidiVisure sets aside the answers whose anomaly was settled otherwise: by the words of a person, or with the position.
func (s *Stato) decidiVisure() {
	for i, v := range s.Visure {
		if v.Stato == verbale.VisuraConflitto && !slices.ContainsFunc(s.Anomalie, func(a Anomalia) bool { return a.ID == v.Anomalia }) {
			s.Visure[i].Stato = verbale.VisuraScartata
		}
	}
}

// conclude gives a question its end and settles its anomaly.
func (s *Stato) conclude(id uuid.UUID, stato verbale.StatoVisura) {
	s.suVisura(id, func(v *Visura) {
		v.Stato = stato
		s.Anomalie = slices.DeleteFunc(s.Anomalie, func(a Anomalia) bool { return a.ID == v.Anomalia })
	})
}

// Tipo is the kind of the event.
func (VisuraChiesta) Tipo() verbale.TipoEvento { return verbale.EventoVisuraChiesta }

func (x VisuraChiesta) accade(s *Stato, e Evento) {
	s.Visure = append(s.Visure, Visura{ID: x.Visura, Posizione: e.Posizione, Registro: x.Registro, Soggetto: x.Soggetto,
		Stato: verbale.VisuraChiesta, Giorno: e.DataLegale})
}

func (x VisuraChiesta) obietta(s Stato, e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	_, gia := s.VisuraInAttesa(e.Posizione)
	switch {
	case !ok || !p.Aperta():
		return Regola("si chiede dei destinatari a cui resta da notificare")
	case p.Soggetto == uuid.Nil || p.Soggetto != x.Soggetto:
		return Regola("si chiede della persona della posizione, quando si sa chi è")
	case gia:
		return Regola("una domanda ai registri per volta: di questo destinatario ce n'è una che aspetta")
	case x.Visura == uuid.Nil || !slices.Contains(verbale.RegistriVisura(), x.Registro):
		return Regola("la domanda ha un registro")
	}
	return nil
}

// Tipo is the kind of the event.
func (VisuraRisposta) Tipo() verbale.TipoEvento { return verbale.EventoVisuraRisposta }

func (x VisuraRisposta) accade(s *Stato, e Evento) {
	s.suVisura(x.Visura, func(v *Visura) {
		v.Stato, v.Risposta, v.Giorno = x.Segue, x.Risposta, e.DataLegale
		if e.Apre != nil {
			v.Anomalia = e.Apre.ID
		}
	})
}

func (x VisuraRisposta) obietta(s Stato, e Evento) error {
	v, ok := s.Visura(x.Visura)
	switch {
	case !ok || v.Posizione != e.Posizione || v.Stato != verbale.VisuraChiesta:
		return Regola("si risponde a una domanda che aspetta, della sua posizione")
	case x.Segue == verbale.VisuraChiesta || x.Segue == verbale.VisuraScartata || (x.Segue == verbale.VisuraConflitto) != (e.Apre != nil):
		return Regola("una risposta in conflitto apre la sua anomalia, e solo quella")
	}
	return nil
}

// Tipo is the kind of the event.
func (VisuraApplicata) Tipo() verbale.TipoEvento { return verbale.EventoVisuraApplicata }

func (x VisuraApplicata) accade(s *Stato, _ Evento) { s.conclude(x.Visura, verbale.VisuraApplicata) }

// obietta: only an address is applied; who answers, and whether anybody does, is said in other ways.
func (x VisuraApplicata) obietta(s Stato, e Evento) error {
	v, ok := s.Visura(x.Visura)
	if !ok || v.Posizione != e.Posizione || v.Stato != verbale.VisuraConflitto {
		return Regola("si applica la risposta che aspetta una decisione, della sua posizione")
	}
	i := slices.IndexFunc(s.Anomalie, func(a Anomalia) bool { return a.ID == v.Anomalia })
	if i < 0 || !slices.Contains(AnomalieApplicabili(), s.Anomalie[i].Tipo) {
		return Regola("di una risposta si applica l'indirizzo; chi risponde lo dice una persona, chiudendo la posizione e aprendo quella giusta (art. 196 CdS), o chiudendo il verbale")
	}
	return nil
}

// AnomalieApplicabili are the contradictions that applying the answer settles: those about the address.
func AnomalieApplicabili() []verbale.TipoAnomalia {
	return []verbale.TipoAnomalia{verbale.AnomaliaVisuraTrasferito, verbale.AnomaliaVisuraIndirizzo, verbale.AnomaliaVisuraEstero}
}

// Tipo is the kind of the event.
func (VisuraScartata) Tipo() verbale.TipoEvento { return verbale.EventoVisuraScartata }

func (x VisuraScartata) accade(s *Stato, _ Evento) { s.conclude(x.Visura, verbale.VisuraScartata) }

func (x VisuraScartata) obietta(s Stato, e Evento) error {
	v, ok := s.Visura(x.Visura)
	if !ok || v.Posizione != e.Posizione || !v.Stato.InAttesa() {
		return Regola("si scarta una risposta che aspetta una decisione, o una domanda che aspetta risposta, della sua posizione")
	}
	return nil
}
