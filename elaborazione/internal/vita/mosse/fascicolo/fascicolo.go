package fascicolo

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	perEsito = 500  // characters of how an anomaly was settled
	perNota  = 2000 // characters of a note
)

// nota is something that a person writes down.
type nota struct {
	Testo string `json:"testo"`
}

// Controlla requires a text of at most 2,000 characters.
func (d *nota) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	d.Testo = v.Testo("dati.testo", d.Testo, perNota)
}

// Decidi attaches the note to the position named, else to the whole fine.
func (d *nota) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	posizione, err := m.Indicata(s)
	return []vita.Evento{m.Evento(vita.Fatto{Quale: m.Tipo, Testo: d.Testo}, posizione)}, err
}

// segnalazione opens an anomaly.
type segnalazione struct {
	Testo string `json:"testo"`
}

// Controlla requires the text that describes the problem.
func (d *segnalazione) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	d.Testo = v.Testo("dati.testo", d.Testo, perEsito)
}

// Decidi opens a SEGNALATA anomaly on the position named, else on the whole fine.
func (d *segnalazione) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	posizione, err := m.Indicata(s)
	e := m.Evento(vita.Fatto{Quale: m.Tipo}, posizione)
	e.Apre = vita.ApriAnomalia(verbale.AnomaliaSegnalata, d.Testo)
	return []vita.Evento{e}, err
}

// soluzione settles an anomaly. With Riapre a closed fine goes on, with the debt that law and payments give on the legal day.
type soluzione struct {
	Anomalia string `json:"anomalia"`
	Esito    string `json:"esito"`
	Riapre   bool   `json:"riapre"`
	id       uuid.UUID
}

// Controlla requires the anomaly's id and the words of its outcome.
func (d *soluzione) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	if d.id = v.Id("dati.anomalia", event.CampoAnomalia, d.Anomalia); d.Anomalia == "" {
		v.Rifiuta("dati.anomalia", vaglio.Manca)
	}
	d.Esito = v.Testo("dati.esito", d.Esito, perEsito)
	v.Chiede("dati.riapre", event.CampoSiNo)
}

// Decidi refuses to settle by words alone an anomaly that waits for the name of the addressee, or for the adult who answers
// for a minor.
func (d *soluzione) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	if aspettaChiRisponde(s, d.id) {
		return nil, vita.Invariante("si attende chi risponde: lo si indica, si chiede di nuovo all'archivio o si chiude il verbale")
	}
	if perche := versoMinorenne(m, s, d.id); perche != "" {
		return nil, vita.Invariante(perche + ": si chiude la sua posizione e si apre quella di chi ne risponde")
	}
	x := vita.AnomaliaRisolta{Anomalia: d.id, Esito: d.Esito}
	e := m.Evento(x, uuid.Nil)
	if !d.Riapre {
		return []vita.Evento{conAtto(m, s, e, x)}, nil
	}
	aperto := s.Copia()
	if s.ProceduraChiusa() {
		aperto.Procedura = s.ProceduraDaPosizioni()
	}
	conto, err := aperto.ContoAl(m.Giorno)
	if err != nil {
		return nil, err
	}
	x.Conto = &conto.Conto
	e.Dati, e.Deciso = x, vita.Assi{Procedura: aperto.Procedura, Debito: conto.Debito}
	return []vita.Evento{conAtto(m, s, e, x)}, nil
}

// conAtto lets the act go on whose term the anomaly was about.
func conAtto(m mossa.Richiesta, s vita.Stato, e vita.Evento, x vita.AnomaliaRisolta) vita.Evento {
	if !conseguenze.Trattenuto(s, x.Anomalia) {
		return e
	}
	e.Posizione = x.Anomalia
	if dopo, err := vita.Applica(s, e); err == nil { // a refusal is the caller's to tell
		x.Lotto = riparte(dopo, e.Posizione, m.Automatico)
		e.Dati = x
	}
	return e
}

// aspettaChiRisponde says that the fine stands still for want of a person and that this anomaly is what calls
// somebody: words alone would leave it standing with nobody called.
func aspettaChiRisponde(s vita.Stato, anomalia uuid.UUID) bool {
	return s.Procedura == verbale.IntestatarioIncerto &&
		slices.ContainsFunc(s.Anomalie, func(a vita.Anomalia) bool { return a.ID == anomalia && a.DiIntestatario() }) &&
		slices.ContainsFunc(s.Posizioni, func(p vita.Posizione) bool { return p.Aperta() && p.Soggetto == uuid.Nil })
}

// versoMinorenne says why words alone do not settle the anomaly of an addressee under age; empty: they do.
func versoMinorenne(m mossa.Richiesta, s vita.Stato, anomalia uuid.UUID) string {
	for _, a := range s.Anomalie {
		p, ok := s.Posizione(a.Posizione)
		if perche := m.Quadro.Minorenni[p.ID]; a.ID == anomalia && a.Tipo == verbale.AnomaliaMinorenne && ok && p.Aperta() && perche != "" {
			return conseguenze.Chi(p.Titolo) + " " + perche
		}
	}
	return ""
}

// riparte is the queue of an act whose term a person has judged: a printed act enters the open lot again if the command's
// letters do so automatically. Empty when the act is still to be printed or a person sends it.
func riparte(s vita.Stato, posizione uuid.UUID, automatico bool) string {
	if automatico && s.NonSpedibile(posizione) == "" {
		return string(verbale.LottoPostale)
	}
	return ""
}
