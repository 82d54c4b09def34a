package verbale

import (
	"slices"

	"github.com/google/uuid"
)

// apertura opens the position of one more person: who was driving, or another who answers with the
// driver (artt. 126-bis and 196 CdS).
type apertura struct {
	Titolo string `json:"titolo"`
	chiScritto
}

func (d *apertura) controlla(v *vaglio, m *mossa) {
	d.Titolo = v.tra("dati.titolo", d.Titolo, string(Trasgressore), string(Obbligato))
	d.chiScritto.controlla(v, m)
}

func (d *apertura) decidi(s Stato, m mossa) ([]Evento, error) {
	return m.apri(s, Titolo(d.Titolo), m.chi(d.soggetto))
}

// nullaDaNotificare is why a position is closed that opens when all is paid: its person is who answers.
const nullaDaNotificare = "debito chiuso: nulla da notificare"

// apri opens a position, with notices of its own where the command has accepted the fine and something
// is still owed. Where nothing is, there is nothing to serve either: the position is closed at once and
// keeps the name, for the points.
func (m mossa) apri(s Stato, t Titolo, p Soggetto) ([]Evento, error) {
	nuova := Posizione{ID: nuovoID(), Ordine: len(s.Posizioni) + 1, Titolo: t, Soggetto: p.ID}
	aperta := PosizioneAperta{Nuova: nuova, Persona: &p}
	if m.sceglie != nil && t == Obbligato {
		aperta.Titolo = m.sceglie.candidato.Titolo
	}
	eventi := []Evento{m.evento(aperta, uuid.Nil)}
	if s.DebitoChiuso() && slices.Contains(ancoraValidi(), s.Procedura) {
		dopo, err := Applica(s, eventi[0])
		if err != nil {
			return nil, err
		}
		chiusa := m.evento(Fatto{Quale: EventoPosizioneChiusa, Testo: nullaDaNotificare}, nuova.ID)
		chiusa.Deciso.Procedura = dopo.proceduraSenza(nuova.ID)
		return append(eventi, chiusa), nil
	}
	if s.DebitoChiuso() || !slices.Contains(inCorso(), s.Procedura) {
		return eventi, nil
	}
	avvisi, err := m.avvisiPer(s, []Posizione{nuova})
	if err != nil || avvisi == nil {
		return eventi, err
	}
	return append(eventi, m.oggiStesso(*avvisi, uuid.Nil)), nil
}

// chiusuraPosizione says that a person does not answer: nothing more is asked there, and the debt goes
// back to follow the others; what held an act for its term is settled with it. Who was named as the driver was
// not driving: his data are wanted again, unless nothing is left to ask anybody (art. 126-bis c. 2 CdS).
type chiusuraPosizione struct{}

func (*chiusuraPosizione) controlla(*vaglio, *mossa) {}

func (*chiusuraPosizione) decidi(s Stato, m mossa) ([]Evento, error) {
	p, err := m.su(s, func(p Posizione) bool { return p.Chiusa == "" })
	if err != nil {
		return nil, err
	}
	e := m.evento(Fatto{Quale: m.tipo}, p.ID)
	e.Deciso.Procedura = s.proceduraSenza(p.ID)
	if p.Titolo == Trasgressore && !s.DebitoChiuso() && slices.Contains([]Punti{PuntiRicevuti, PuntiDaComunicare}, s.Punti) {
		e.Deciso.Punti = PuntiRichiesti
	}
	if slices.Contains([]Debito{DebitoRidotto30, DebitoRidotto, DebitoIntero}, s.Debito) {
		conto, err := s.senza(p.ID).ContoAl(m.giorno)
		if err != nil {
			return nil, err
		}
		e.Deciso.Debito = conto.Debito
	}
	if s.trattenuto(p.ID) {
		return []Evento{e, m.oggiStesso(AnomaliaRisolta{Anomalia: p.ID, Esito: "Da questa persona non si chiede più nulla."}, uuid.Nil)}, nil
	}
	return []Evento{e}, nil
}

// senza is the fine without what is asked at a position.
func (s Stato) senza(posizione uuid.UUID) Stato {
	s = s.copia()
	for i := range s.Posizioni {
		if s.Posizioni[i].ID == posizione {
			s.Posizioni[i].Chiusa = string(EventoPosizioneChiusa)
		}
	}
	return s
}

// proceduraSenza is where the procedure goes when a position is closed; empty: where it is.
func (s Stato) proceduraSenza(posizione uuid.UUID) Procedura {
	dopo := s.senza(posizione)
	_, cercata := dopo.SenzaSoggetto()
	cercava := slices.Contains([]Procedura{IntestatarioChiesto, IntestatarioIncerto}, s.Procedura)
	switch {
	case s.ProceduraChiusa():
		return ""
	case dopo.TutteServite():
		return Notificato
	case s.Procedura == Notificato:
		return dopo.proceduraDaPosizioni()
	case !cercava || cercata:
		return ""
	case slices.ContainsFunc(dopo.Posizioni, func(p Posizione) bool { return p.Aperta() && p.Atto == uuid.Nil }):
		return IntestatarioNoto
	}
	return dopo.proceduraDaPosizioni()
}
