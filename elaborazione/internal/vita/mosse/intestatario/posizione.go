package intestatario

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Apertura opens the position of one more person: who was driving, or another who answers with the
// driver (artt. 126-bis and 196 CdS).
type Apertura struct {
	Titolo string `json:"titolo"`
	chiScritto
	PatenteScritta // of the driver
}

// Controlla requires title and person, and admits a licence only for the driver.
func (d *Apertura) Controlla(v *vaglio.Vaglio, m *mossa.Richiesta) {
	d.Titolo = v.Tra("dati.titolo", d.Titolo, string(verbale.Trasgressore), string(verbale.Obbligato))
	d.chiScritto.Controlla(v, m)
	if d.Legge(v); d.Detta() && d.Titolo == string(verbale.Obbligato) {
		v.Rifiuta("dati.rilascioPatente", "si dice di chi guidava")
	}
}

// Decidi refuses a minor written out by hand; Apri decides notices and state.
func (d *Apertura) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	if err := minorenneScritto(m, d.soggetto); err != nil {
		return nil, err
	}
	doppi, err := d.Doppi(m, chi(m, d.soggetto).DataNascita)
	if err != nil {
		return nil, err
	}
	return Apri(m, s, verbale.Titolo(d.Titolo), chi(m, d.soggetto), doppi)
}

// Conducente is the tax code of the driver whom the request names, where it names one who has it.
func (d *Apertura) Conducente(m mossa.Richiesta) (codiceFiscale string, nominato bool) {
	codiceFiscale = chi(m, d.soggetto).CodiceFiscale
	return codiceFiscale, codiceFiscale != "" && d.Titolo == string(verbale.Trasgressore)
}

// Apri opens a position, with notices of its own where the command has accepted the fine and something
// is still owed. Where nothing is, there is nothing to serve either: the position is closed at once and
// keeps the name, for the points.
func Apri(m mossa.Richiesta, s vita.Stato, t verbale.Titolo, p vita.Soggetto, neopatentato bool) ([]vita.Evento, error) {
	nuova := vita.Posizione{ID: vita.NuovoID(), Ordine: len(s.Posizioni) + 1, Titolo: t, Soggetto: p.ID, Neopatentato: neopatentato}
	aperta := vita.PosizioneAperta{Nuova: nuova, Persona: &p}
	if m.Sceglie != nil && t == verbale.Obbligato {
		aperta.Titolo = m.Sceglie.Titolo
	}
	eventi := []vita.Evento{m.Evento(aperta, uuid.Nil)}
	if t == verbale.Trasgressore && s.Punti == verbale.PuntiNonDovuti && s.TogliePunti() && slices.Contains(verbale.ProcedureNonAccettate(), s.Procedura) {
		eventi[0].Deciso.Punti = verbale.PuntiRicevuti // as when it comes in with its driver
	}
	if s.DebitoChiuso() && slices.Contains(transizioni.ProcedureValide(), s.Procedura) {
		dopo, err := vita.Applica(s, eventi[0])
		if err != nil {
			return nil, err
		}
		chiusa := m.Evento(vita.Fatto{Quale: verbale.EventoPosizioneChiusa, Testo: verbale.NullaDaNotificare}, nuova.ID)
		chiusa.Deciso.Procedura = proceduraSenza(dopo, nuova.ID)
		return append(eventi, chiusa), nil
	}
	if s.DebitoChiuso() || !slices.Contains(verbale.ProcedureInCorso(), s.Procedura) {
		return eventi, nil
	}
	avvisi, err := m.AvvisiPer(s, []vita.Posizione{nuova})
	if err != nil || avvisi == nil {
		return eventi, err
	}
	return append(eventi, m.OggiStesso(*avvisi, uuid.Nil)), nil
}

// chiusuraPosizione says that a person does not answer: nothing more is asked there, and the debt goes
// back to follow the others; what held the acts because of that person is settled with it. The person named as the driver
// was not driving: the driver's data are wanted again, unless nothing is left to ask anybody (art. 126-bis c.
// 2 CdS).
type chiusuraPosizione struct{}

// Controlla has nothing to read: the request carries no data.
func (*chiusuraPosizione) Controlla(*vaglio.Vaglio, *mossa.Richiesta) {}

// Decidi closes the position and settles its anomalies; procedure, debt and points follow the positions left. Closing the
// position of a minor who drove also discards the points.
func (*chiusuraPosizione) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	p, err := m.Su(s, func(p vita.Posizione) bool { return p.Chiusa == "" })
	if err != nil {
		return nil, err
	}
	e := m.Evento(vita.Fatto{Quale: m.Tipo}, p.ID)
	e.Deciso.Procedura = proceduraSenza(s, p.ID)
	e.Deciso.Punti = puntiSenza(m, s, p)
	if slices.Contains([]verbale.Debito{verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero}, s.Debito) {
		conto, err := s.SenzaPosizione(p.ID).ContoAl(m.Giorno)
		if err != nil {
			return nil, err
		}
		e.Deciso.Debito = conto.Debito
	}
	eventi := []vita.Evento{e}
	for _, a := range s.Anomalie {
		if a.Posizione == p.ID || a.ID == p.ID { // of its term: it has the id of the position
			eventi = append(eventi, m.OggiStesso(vita.AnomaliaRisolta{Anomalia: a.ID, Esito: "Da questa persona non si chiede più nulla."}, uuid.Nil))
		}
	}
	if perche := m.Quadro.Minorenni[p.ID]; perche != "" && p.Titolo == verbale.Trasgressore && s.Ammette(verbale.EventoPuntiScartati) {
		testo := conseguenze.Frase(conseguenze.Chi(p.Titolo) + " " + perche)
		eventi = append(eventi, m.OggiStesso(vita.Fatto{Quale: verbale.EventoPuntiScartati, Testo: testo}, uuid.Nil))
	}
	return eventi, nil
}

// puntiSenza is where the points go when a position is closed; empty: where they are. The person named as the driver was not
// driving: the driver's data are wanted again, unless the command has not accepted the fine, which never had them. A minor
// remains the driver, and loses no points (art. 2 L. 689/1981).
func puntiSenza(m mossa.Richiesta, s vita.Stato, p vita.Posizione) verbale.Punti {
	dati := slices.Contains([]verbale.Punti{verbale.PuntiRicevuti, verbale.PuntiDaComunicare}, s.Punti)
	switch {
	case p.Titolo != verbale.Trasgressore || s.DebitoChiuso() || !dati || m.Quadro.Minorenni[p.ID] != "":
		return ""
	case s.InCorso():
		return verbale.PuntiRichiesti
	}
	return verbale.PuntiNonDovuti
}

// proceduraSenza is where the procedure goes when a position is closed; empty: where it is.
func proceduraSenza(s vita.Stato, posizione uuid.UUID) verbale.Procedura {
	dopo := s.SenzaPosizione(posizione)
	_, cercata := dopo.SenzaSoggetto()
	cercava := slices.Contains([]verbale.Procedura{verbale.IntestatarioChiesto, verbale.IntestatarioIncerto}, s.Procedura)
	switch {
	case s.ProceduraChiusa(), !s.InCorso(): // who is to accept the fine finds where it goes
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
