package mossa

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/residenza"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Richiesta is what a person asks, read and checked, with what the decisions look at beside the state.
type Richiesta struct {
	Tipo        verbale.TipoEvento
	Giorno      calendario.Giorno // legal day
	GiornoDetto bool              // the person named it
	Posizione   uuid.UUID
	Motivo      string
	Prova       string
	Idempotenza string
	Impronta    string
	Sequenza    *int
	Attore      string
	Ora         time.Time
	Oggi        calendario.Giorno
	Visura      residenza.Legge // the address that an answer gives; nil: only whether it may be applied is asked
	Sceglie     *Scelta         // somebody on the papers of the vehicle, where the person names them so

	Quadro     conseguenze.Quadro
	Atti       map[uuid.UUID]string // hashes of the printed acts, by document, where the decision sends one
	Righe      Righe                // the table of violations on the day of the fine
	Comuni     *comune.Tabella      // nil: addresses are not judged
	Storia     []vita.Evento        // where the decision asks for it
	Automatico bool                 // where an anomaly is settled: its act may enter the open lot
	Numeri     []conseguenze.NumeroAvviso
	Precedenti []conseguenze.Precedente // of the driver, where CercaPrecedenti asks for them
}

// Righe is what the table of violations says of a codice on the day of the fine; nil where nobody asked it.
type Righe interface {
	Riga(codice string) (sanzione.Sanzione, string, bool) // with the version of the table
	Sostitute(codice string) []sanzione.Sanzione          // of a codice that is no longer in use
	Recidive(codice string) []sanzione.Sanzione           // the rows of the repeat of a codice
	Regolarizzata(codice string) string                   // the codice of its half where the insurance is put right; or empty
}

// Scelta is a candidate as a person names one: the answer of the registry and the place in it, from 0.
type Scelta struct {
	Indagine uuid.UUID
	Quale    int
	Codice   verbale.CodiceIndagine // of the answer, once it is read
	Titolo   string                 // by which the candidate answers
	Soggetto vita.Soggetto
}

// Evento is one event of the request, on its legal day.
func (m Richiesta) Evento(d vita.Dati, posizione uuid.UUID) vita.Evento {
	return vita.Evento{Posizione: posizione, DataLegale: m.Giorno, Registrato: m.Ora, Attore: m.Attore, Causa: m.Motivo, Dati: d}
}

// OggiStesso is an event of today that follows from the request: a notice issued, a registry asked.
func (m Richiesta) OggiStesso(d vita.Dati, posizione uuid.UUID) vita.Evento {
	e := m.Evento(d, posizione)
	e.DataLegale = m.Oggi
	return e
}

// Su is the position of the event: the named position, or the only suitable one.
func (m Richiesta) Su(s vita.Stato, adatta func(vita.Posizione) bool) (vita.Posizione, error) {
	if m.Posizione != uuid.Nil {
		p, ok := s.Posizione(m.Posizione)
		if !ok {
			return p, problem.CampoNonValido("posizione", "il verbale non ha questa posizione")
		}
		return p, nil
	}
	var scelta vita.Posizione
	quante := 0
	for _, p := range s.Posizioni {
		if adatta(p) {
			scelta, quante = p, quante+1
		}
	}
	switch {
	case quante > 1:
		return scelta, problem.CampoNonValido("posizione", "manca: più posizioni del verbale sono adatte")
	case quante == 0 && len(s.Posizioni) == 1:
		return s.Posizioni[0], nil // whose rule says why not
	case quante == 0:
		return scelta, problem.CampoNonValido("posizione", "manca: nessuna posizione del verbale è adatta")
	}
	return scelta, nil
}
