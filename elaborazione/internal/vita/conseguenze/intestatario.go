package conseguenze

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Scelta is a candidate as a person names one: the answer of the registry and the place in it, from 0.
type Scelta struct {
	Indagine uuid.UUID
	Quale    int
	Codice   verbale.CodiceIndagine // of the answer, once it is read
	Titolo   string                 // by which the candidate answers
	Soggetto vita.Soggetto
}

// chiScritto is a person as a request names one: written out, or a candidate of an answer of the registry.
type chiScritto struct {
	Persona   *soggettoScritto `json:"persona"`
	Indagine  string           `json:"indagine"`
	Candidato *int             `json:"candidato"`
	soggetto  *vita.Soggetto   // of Persona
}

func (d *chiScritto) controlla(v *vaglio, m *Mossa) {
	v.chiede("dati.persona", event.CampoPersona)
	v.chiede("dati.indagine", event.CampoIdentificativo)
	v.chiede("dati.candidato", event.CampoIntero)
	scelto := d.Indagine != "" || d.Candidato != nil
	switch {
	case d.Persona == nil && !scelto:
		v.rifiuta("dati.persona", manca)
	case d.Persona != nil && scelto:
		v.rifiuta("dati.persona", "si dà la persona, oppure un candidato di un'indagine")
	case d.Persona != nil:
		d.soggetto = d.Persona.leggi(v, "dati.persona", m)
	case d.Indagine == "":
		v.rifiuta("dati.indagine", manca)
	case d.Candidato == nil || *d.Candidato < 0:
		v.rifiuta("dati.candidato", "è il posto del candidato nell'indagine, da 0")
	default:
		m.Sceglie = &Scelta{Indagine: v.id("dati.indagine", event.CampoIdentificativo, d.Indagine), Quale: *d.Candidato}
	}
}

// chi is who was written, else who was chosen.
func (m Mossa) chi(scritto *vita.Soggetto) vita.Soggetto {
	if scritto != nil {
		return *scritto
	}
	return m.Sceglie.Soggetto
}

// nomina says who answers at the position that waits for its person, where the registry could not: one of
// those on the papers, or somebody known from elsewhere.
type nomina struct{ chiScritto }

func (d *nomina) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	p, err := m.su(s, func(p vita.Posizione) bool { return p.Soggetto == uuid.Nil && p.Chiusa == "" })
	if err != nil {
		return nil, err
	}
	if err := m.minorenneScritto(d.soggetto); err != nil {
		return nil, err
	}
	x := vita.IntestatarioTrovato{Persona: m.chi(d.soggetto)}
	x.IDSoggetto = x.Persona.ID
	if m.Sceglie != nil {
		x.Indagine, x.Titolo = m.Sceglie.Indagine, m.Sceglie.Titolo
	}
	return []vita.Evento{m.evento(x, p.ID)}, nil
}

// Indagine is the answer of a registry of vehicles, as vpn publishes it.
type Indagine struct {
	ID      uuid.UUID
	Verbale uuid.UUID
	Esito   string // evento.IndagineTrovata, …
	Codice  string // stable word for Motivo (vpn/README.md); empty in answers written before it existed
	Motivo  string
	Titolo  string // by which Persona answers
	Rete    string
	Marca   string
	Modello string
	Persona vita.Soggetto

	Violazione calendario.Giorno // of the fine
	Comuni     *comune.Tabella
	Superata   bool // it is about a plate or a day that the fine no longer has
}

// usabile reports that the answer names somebody to whom an act can be addressed.
func (x Indagine) usabile() bool {
	return x.Esito == event.IndagineTrovata && x.Persona.NomeCompleto() != "" &&
		(x.Persona.Tipo == vita.Persona || x.Persona.Tipo == vita.Societa)
}

// Decidi says what the answer changes in a fine.
func (x Indagine) Decidi(stato vita.Stato) ([]vita.Evento, error) {
	p, attende := stato.SenzaSoggetto()
	if x.Superata || !attende || !stato.Ammette(verbale.EventoIntestatarioTrovato) {
		return nil, nil
	}
	e := vita.Evento{Posizione: p.ID, Attore: vita.AttoreSistema, Causa: "indagine " + x.ID.String(), Prova: x.ID.String(), Idempotenza: "indagine:" + x.ID.String()}
	minorenne := Minorenne(x.Persona, x.Violazione)
	if minorenne != "" && x.usabile() { // whatever the register concluded
		x.Esito, x.Codice, x.Motivo = event.IndagineAnomala, string(verbale.IndagineMinorenne), "L'intestatario "+minorenne+"."
	}
	switch {
	case x.usabile():
		x.Persona.ID = vita.NuovoID()
		e.Dati = vita.IntestatarioTrovato{IDSoggetto: x.Persona.ID, Indagine: x.ID, Titolo: x.Titolo, Rete: x.Rete,
			Marca: x.Marca, Modello: x.Modello, Persona: x.Persona}
		return append([]vita.Evento{e}, apre(stato, p, Difetti(x.Persona, x.Violazione, x.Comuni))...), nil
	case stato.Ammette(verbale.EventoIntestatarioAnomalo):
		e.Dati = vita.IntestatarioAnomalo{Anomalia: vita.NuovoID(), Indagine: x.ID, Esito: x.esitoAnomalo(), Codice: x.Codice, Motivo: x.motivo()}
		return x.alPosto(stato, e), nil
	}
	return nil, nil
}

// alPosto opens an anomaly, one at a time. Where a person has asked again before settling the last, the fine
// waits for this answer: it takes the place of the one before.
func (x Indagine) alPosto(stato vita.Stato, nuova vita.Evento) []vita.Evento {
	i := slices.IndexFunc(stato.Anomalie, vita.Anomalia.DiIntestatario)
	switch {
	case i < 0:
		return []vita.Evento{nuova}
	case stato.Procedura != verbale.IntestatarioChiesto:
		return nil
	}
	vecchia := vita.Evento{Attore: vita.AttoreSistema, Causa: nuova.Causa,
		Dati: vita.AnomaliaRisolta{Anomalia: stato.Anomalie[i].ID, Esito: "L'archivio ha risposto di nuovo."}}
	return []vita.Evento{vecchia, nuova}
}

// esitoAnomalo: an owner without a name is an anomaly like any other.
func (x Indagine) esitoAnomalo() string {
	if x.Esito == event.IndagineSconosciuta {
		return x.Esito
	}
	return event.IndagineAnomala
}

func (x Indagine) motivo() string {
	if x.Motivo != "" {
		return x.Motivo
	}
	return "L'archivio dei veicoli non ha dato un intestatario utilizzabile."
}
