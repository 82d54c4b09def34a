package verbale

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
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
	e.Causa, e.Prova = "", ""
	if e.Apre != nil {
		a := *e.Apre
		a.Testo, e.Apre = "", &a
	}
	e.Dati = senzaTesti(e.Dati)
	return e
}

// riservati are data of which a reader without persons sees nothing.
type riservati struct {
	Quale Tipo `json:"-"`
}

// Tipo is the kind of the event.
func (d riservati) Tipo() Tipo { return d.Quale }

// senzaTesti gives what an event says without free texts, references and documents. Of data that nobody
// has looked at here yet it gives nothing.
func senzaTesti(d Dati) Dati {
	switch x := d.(type) {
	case Contestato, ValidatoDati, AvvisiEmessi, IntestatarioRichiesto, IntestatarioTrovato, PosizioneAperta, SpeseAddebitate,
		NotificaAvviata, NotificaRettificata, TermineDecorso, PagamentoStornato:
		return d // the platform's own words
	case Inserito:
		x.Origine = nil
		return x
	case IntestatarioAnomalo:
		x.Codice, x.Motivo = "", ""
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
	case NotificaPerfezionata:
		x.Origine = ""
		return x
	case Fatto:
		x.Riferimento, x.Testo = "", ""
		return x
	case AnomaliaRisolta:
		x.Esito = ""
		return x
	default:
		return senzaRiferimento(d)
	}
}

// senzaRiferimento is senzaTesti of money and appeals.
func senzaRiferimento(d Dati) Dati {
	switch x := d.(type) {
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
	}
	return riservati{d.Tipo()}
}
