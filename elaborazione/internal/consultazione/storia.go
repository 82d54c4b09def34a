package consultazione

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// EventoLetto is one event of the history. Significato says what it means to an officer, Deciso the
// states that the event itself chose, Apre the anomaly that it opened.
type EventoLetto struct {
	Sequenza    int                `json:"sequenza"`
	Tipo        verbale.TipoEvento `json:"tipo"`
	Significato string             `json:"significato"`
	Posizione   uuid.UUID          `json:"posizione,omitzero"`
	DataLegale  calendario.Giorno  `json:"dataLegale"`
	Registrato  time.Time          `json:"registrato"`
	Attore      string             `json:"attore"`
	Causa       string             `json:"causa,omitempty"`
	Prova       string             `json:"prova,omitempty"`
	Importato   bool               `json:"importato"`
	Dati        vita.Dati          `json:"dati"`
	Deciso      vita.Assi          `json:"deciso,omitzero"`
	Apre        *vita.Anomalia     `json:"apre,omitempty"`
}

// letti tells a history: what each event means depends on where the fine was then.
func letti(eventi []vita.Evento) []EventoLetto {
	var assi vita.Assi
	tutti := make([]EventoLetto, 0, len(eventi))
	for _, e := range eventi {
		riga, dopo, ammesso := assi.Passo(e.Tipo(), e.Decisi())
		if !ammesso {
			dopo = assi.Con(e.Decisi())
			if righe := transizioni.Di(e.Tipo()); len(righe) > 0 {
				riga = righe[0]
			}
		}
		if e.Importato {
			dopo = assi.Con(e.Decisi())
		}
		assi = dopo
		tutti = append(tutti, EventoLetto{Sequenza: e.Sequenza, Tipo: e.Tipo(), Significato: riga.Significato, Posizione: e.Posizione,
			DataLegale: e.DataLegale, Registrato: e.Registrato, Attore: e.Attore, Causa: e.Causa, Prova: e.Prova,
			Importato: e.Importato, Dati: e.Dati, Deciso: e.Deciso, Apre: e.Apre})
	}
	return tutti
}
