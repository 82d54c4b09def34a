package verbale

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
)

// EventoLetto is one event of the history. Significato says what it means to an officer, Deciso the
// states that the event itself chose, Apre the anomaly that it opened.
type EventoLetto struct {
	Sequenza    int               `json:"sequenza"`
	Tipo        Tipo              `json:"tipo"`
	Significato string            `json:"significato"`
	Posizione   uuid.UUID         `json:"posizione,omitzero"`
	DataLegale  calendario.Giorno `json:"dataLegale"`
	Registrato  time.Time         `json:"registrato"`
	Attore      string            `json:"attore"`
	Causa       string            `json:"causa,omitempty"`
	Prova       string            `json:"prova,omitempty"`
	Importato   bool              `json:"importato"`
	Dati        Dati              `json:"dati"`
	Deciso      Assi              `json:"deciso,omitzero"`
	Apre        *Anomalia         `json:"apre,omitempty"`
}

// letti tells a history: what each event means depends on where the fine was then.
func letti(eventi []Evento) []EventoLetto {
	var assi Assi
	tutti := make([]EventoLetto, 0, len(eventi))
	for _, e := range eventi {
		riga, dopo, ammesso := assi.passo(e.Tipo(), e.decisi())
		if !ammesso {
			dopo = assi.con(e.decisi())
			if righe := righeDi(e.Tipo()); len(righe) > 0 {
				riga = righe[0]
			}
		}
		if e.Importato {
			dopo = assi.con(e.decisi())
		}
		assi = dopo
		tutti = append(tutti, EventoLetto{Sequenza: e.Sequenza, Tipo: e.Tipo(), Significato: riga.Significato, Posizione: e.Posizione,
			DataLegale: e.DataLegale, Registrato: e.Registrato, Attore: e.Attore, Causa: e.Causa, Prova: e.Prova,
			Importato: e.Importato, Dati: e.Dati, Deciso: e.Deciso, Apre: e.Apre})
	}
	return tutti
}

// senzaPersone gives the event without what somebody wrote freely, without documents and without what a
// registry said of an owner.
func (e Evento) senzaPersone() Evento {
	e.Causa = ""
	if e.Apre != nil {
		a := *e.Apre
		a.Testo, e.Apre = "", &a
	}
	e.Dati = senzaTesti(e.Dati)
	return e
}

// senzaTesti gives what an event says without free texts, references and documents.
func senzaTesti(d Dati) Dati {
	switch x := d.(type) {
	case IntestatarioAnomalo:
		x.Motivo = ""
		return x
	case AttoGenerato:
		x.Documenti = []Documento{}
		return x
	case DocumentoAggiunto:
		x.Documento = Documento{ID: x.Documento.ID, Tipo: x.Documento.Tipo}
		return x
	case NotificaNonRiuscita:
		x.Motivo = ""
		return x
	case PagamentoRegistrato:
		x.Riferimento = ""
		return x
	case Movimento:
		x.Riferimento = ""
		return x
	case Rateizzazione:
		x.Riferimento = ""
		return x
	case RicorsoProposto:
		x.Riferimento = ""
		return x
	case RicorsoMosso:
		x.Riferimento = ""
		return x
	case Fatto:
		x.Riferimento, x.Testo = "", ""
		return x
	case AnomaliaRisolta:
		x.Esito = ""
		return x
	}
	return d
}
