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
		return append([]vita.Evento{e}, ApreAnomalie(stato, p, Difetti(x.Persona, x.Violazione, x.Comuni))...), nil
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
