package conseguenze

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// apertura opens the position of one more person: who was driving, or another who answers with the
// driver (artt. 126-bis and 196 CdS).
type apertura struct {
	Titolo string `json:"titolo"`
	chiScritto
}

func (d *apertura) controlla(v *vaglio, m *Mossa) {
	d.Titolo = v.tra("dati.titolo", d.Titolo, string(verbale.Trasgressore), string(verbale.Obbligato))
	d.chiScritto.controlla(v, m)
}

func (d *apertura) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	return m.apri(s, verbale.Titolo(d.Titolo), m.chi(d.soggetto))
}

// apri opens a position, with notices of its own where the command has accepted the fine and something
// is still owed. Where nothing is, there is nothing to serve either: the position is closed at once and
// keeps the name, for the points.
func (m Mossa) apri(s vita.Stato, t verbale.Titolo, p vita.Soggetto) ([]vita.Evento, error) {
	nuova := vita.Posizione{ID: vita.NuovoID(), Ordine: len(s.Posizioni) + 1, Titolo: t, Soggetto: p.ID}
	aperta := vita.PosizioneAperta{Nuova: nuova, Persona: &p}
	if m.Sceglie != nil && t == verbale.Obbligato {
		aperta.Titolo = m.Sceglie.Titolo
	}
	eventi := []vita.Evento{m.evento(aperta, uuid.Nil)}
	if s.DebitoChiuso() && slices.Contains(vita.ProcedureValide(), s.Procedura) {
		dopo, err := vita.Applica(s, eventi[0])
		if err != nil {
			return nil, err
		}
		chiusa := m.evento(vita.Fatto{Quale: verbale.EventoPosizioneChiusa, Testo: vita.NullaDaNotificare}, nuova.ID)
		chiusa.Deciso.Procedura = proceduraSenza(dopo, nuova.ID)
		return append(eventi, chiusa), nil
	}
	if s.DebitoChiuso() || !slices.Contains(verbale.ProcedureInCorso(), s.Procedura) {
		return eventi, nil
	}
	avvisi, err := m.avvisiPer(s, []vita.Posizione{nuova})
	if err != nil || avvisi == nil {
		return eventi, err
	}
	return append(eventi, m.oggiStesso(*avvisi, uuid.Nil)), nil
}

// chiusuraPosizione says that a person does not answer: nothing more is asked there, and the debt goes
// back to follow the others; what held an act for its term is settled with it. The person named as the driver
// was not driving: the driver's data are wanted again, unless nothing is left to ask anybody (art. 126-bis c.
// 2 CdS).
type chiusuraPosizione struct{}

func (*chiusuraPosizione) controlla(*vaglio, *Mossa) {}

func (*chiusuraPosizione) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	p, err := m.su(s, func(p vita.Posizione) bool { return p.Chiusa == "" })
	if err != nil {
		return nil, err
	}
	e := m.evento(vita.Fatto{Quale: m.tipo}, p.ID)
	e.Deciso.Procedura = proceduraSenza(s, p.ID)
	if p.Titolo == verbale.Trasgressore && !s.DebitoChiuso() && slices.Contains([]verbale.Punti{verbale.PuntiRicevuti, verbale.PuntiDaComunicare}, s.Punti) {
		e.Deciso.Punti = verbale.PuntiRichiesti
	}
	if slices.Contains([]verbale.Debito{verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero}, s.Debito) {
		conto, err := s.SenzaPosizione(p.ID).ContoAl(m.Giorno)
		if err != nil {
			return nil, err
		}
		e.Deciso.Debito = conto.Debito
	}
	if Trattenuto(s, p.ID) {
		return []vita.Evento{e, m.oggiStesso(vita.AnomaliaRisolta{Anomalia: p.ID, Esito: "Da questa persona non si chiede più nulla."}, uuid.Nil)}, nil
	}
	return []vita.Evento{e}, nil
}

// proceduraSenza is where the procedure goes when a position is closed; empty: where it is.
func proceduraSenza(s vita.Stato, posizione uuid.UUID) verbale.Procedura {
	dopo := s.SenzaPosizione(posizione)
	_, cercata := dopo.SenzaSoggetto()
	cercava := slices.Contains([]verbale.Procedura{verbale.IntestatarioChiesto, verbale.IntestatarioIncerto}, s.Procedura)
	switch {
	case s.ProceduraChiusa():
		return ""
	case dopo.TutteServite():
		return verbale.Notificato
	case s.Procedura == verbale.Notificato:
		return dopo.ProceduraDaPosizioni()
	case !cercava || cercata:
		return ""
	case slices.ContainsFunc(dopo.Posizioni, func(p vita.Posizione) bool { return p.Aperta() && p.Atto == uuid.Nil }):
		return verbale.IntestatarioNoto
	}
	return dopo.ProceduraDaPosizioni()
}
