package vita

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// fascicolo: what may be noted at any time.
//
//nolint:gochecknoglobals // a table
var fascicolo = letti{
	verbale.EventoAnomaliaRisolta:   leggi[AnomaliaRisolta],
	verbale.EventoDocumentoAllegato: leggi[DocumentoAggiunto],
}

// ApriAnomalia is a new anomaly.
func ApriAnomalia(tipo verbale.TipoAnomalia, testo string) *Anomalia {
	return &Anomalia{ID: NuovoID(), Tipo: tipo, Testo: testo}
}

func (x Fatto) accade(s *Stato, e Evento) {
	s.su(e, func(p *Posizione) {
		switch x.Quale {
		case verbale.EventoPosizioneChiusa:
			p.Chiusa = cmp.Or(e.Causa, x.Testo, string(x.Quale))
			s.annullaAvvisi(func(a Avviso) bool { return a.Posizione == p.ID })
			s.chiudiScadenze(e, func(z Scadenza) bool { return z.Posizione == p.ID })
			s.lascia(e)
		case verbale.EventoProvaContestata:
			p.ProvaDubbia = true
		case verbale.EventoProvaConfermata:
			p.ProvaDubbia, p.Prova = false, cmp.Or(e.Prova, p.Prova)
		case verbale.EventoConducenteRicevuto:
			if x.Neopatentato != nil {
				p.Neopatentato = *x.Neopatentato
			}
		default: // the rest is about the fine
		}
	})
}

func (s *Stato) apri(a Anomalia, e Evento) {
	a.Aperta = e.Registrato.UTC()
	s.Anomalie = append(s.Anomalie, a)
}

// Documento is a file in the store of documents, found by tenant and hash.
type Documento struct {
	ID     uuid.UUID             `json:"id"`
	Tipo   verbale.TipoDocumento `json:"tipo"`
	Nome   string                `json:"nome"`
	MIME   string                `json:"mime"`
	SHA256 string                `json:"sha256"`
	Byte   int64                 `json:"byte"`
	// CodiceAG of an act is the carrier's code printed in its window, twelve digits; empty: none.
	CodiceAG string `json:"codiceAG,omitempty"`
}

// Fatto is an event without data of its own: it moves axes, closes a position, doubts or confirms a proof,
// or notes a text.
type Fatto struct {
	Quale       verbale.TipoEvento `json:"-"`
	Riferimento string             `json:"riferimento,omitempty"`
	Testo       string             `json:"testo,omitempty"`
	// Punti are those that a person says the violations take, where the table is not sure of them; 0: as it says.
	Punti int `json:"punti,omitempty"`
	// Neopatentato says of the driver who has his position already whether his points are doubled; nil: nobody said.
	Neopatentato *bool `json:"neopatentato,omitempty"`
}

// AnomaliaRisolta says how a person settled an anomaly; Conto is the account where that opens the debt
// again, Lotto where the act of the position waits that the anomaly held (as in AttoGenerato).
type AnomaliaRisolta struct {
	Anomalia uuid.UUID `json:"anomalia"`
	Esito    string    `json:"esito"`
	Conto    *Conto    `json:"conto,omitempty"`
	Lotto    string    `json:"lotto,omitempty"`
}

// DocumentoAggiunto says that a document joins the fine.
type DocumentoAggiunto struct {
	Documento Documento `json:"documento"`
}

// Tipo is the kind of the event.
func (x Fatto) Tipo() verbale.TipoEvento { return x.Quale }

// Tipo is the kind of the event.
func (AnomaliaRisolta) Tipo() verbale.TipoEvento { return verbale.EventoAnomaliaRisolta }

func (x AnomaliaRisolta) accade(s *Stato, _ Evento) {
	s.Anomalie = slices.DeleteFunc(s.Anomalie, func(a Anomalia) bool { return a.ID == x.Anomalia })
	s.conta(x.Conto)
}

func (x AnomaliaRisolta) obietta(s Stato, _ Evento) error {
	if !slices.ContainsFunc(s.Anomalie, func(a Anomalia) bool { return a.ID == x.Anomalia }) {
		return Regola("l'anomalia è aperta")
	}
	return nil
}

// Tipo is the kind of the event.
func (DocumentoAggiunto) Tipo() verbale.TipoEvento { return verbale.EventoDocumentoAllegato }

func (s Stato) anomaliaNuova(id uuid.UUID) error {
	if id == uuid.Nil || slices.ContainsFunc(s.Anomalie, func(a Anomalia) bool { return a.ID == id }) {
		return Regola("l'anomalia ha un identificativo suo")
	}
	return nil
}

func (x Fatto) obietta(s Stato, e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	switch x.Quale {
	case verbale.EventoPosizioneChiusa:
		if !ok || p.Chiusa != "" {
			return Regola("l'evento riguarda una posizione aperta del verbale")
		}
		if e.Causa == "" && x.Testo == "" {
			return Invariante("manca il motivo")
		}
	case verbale.EventoProvaContestata, verbale.EventoProvaConfermata:
		return obiettaProva(e, x, p, ok)
	case verbale.EventoNotaAggiunta, verbale.EventoAnomaliaAperta:
		if x.Testo == "" && e.Apre == nil {
			return Invariante("manca il testo")
		}
	default: // the axes say it all
	}
	return nil
}
