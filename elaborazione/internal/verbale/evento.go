package verbale

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// Tipo names a kind of event.
type Tipo string

// The events. Their names are for ever.
const (
	EventoInserito              Tipo = "VERBALE_INSERITO"
	EventoContestato            Tipo = "VERBALE_CONTESTATO"
	EventoValidato              Tipo = "VERBALE_VALIDATO"
	EventoAvvisiEmessi          Tipo = "AVVISI_EMESSI"
	EventoIntestatarioRichiesto Tipo = "INTESTATARIO_RICHIESTO"
	EventoIntestatarioTrovato   Tipo = "INTESTATARIO_TROVATO"
	EventoIntestatarioAnomalo   Tipo = "INTESTATARIO_ANOMALO"
	EventoAttoGenerato          Tipo = "ATTO_GENERATO"
)

// Evento is one thing that happened to a fine. It holds what was decided: replaying it computes no
// law again.
type Evento struct {
	Sequenza    int       // given by the store
	Posizione   uuid.UUID // zero: the whole fine
	DataLegale  calendario.Giorno
	Registrato  time.Time
	Attore      string
	Causa       string
	Prova       string // document or external id
	Idempotenza string // empty: none
	Dati        Dati
}

// Tipo is the kind of the event.
func (e Evento) Tipo() Tipo { return e.Dati.Tipo() }

// Dati is what an event of one kind says; it is kept as JSON, without personal data.
type Dati interface{ Tipo() Tipo }

// Inserito says that the fine has entered the platform.
type Inserito struct {
	Fonte      Fonte              `json:"fonte"`
	Posizioni  []Posizione        `json:"posizioni"`
	Violazioni []ViolazioneScelta `json:"violazioni"`
	Punti      Punti              `json:"punti"`
	Avvertenze []string           `json:"avvertenze,omitempty"`
}

// ViolazioneScelta is the row of the table that was chosen for a violation.
type ViolazioneScelta struct {
	Codice           string       `json:"codice"`
	MinimoCent       importo.Cent `json:"minimoCent"`
	MassimoCent      importo.Cent `json:"massimoCent"`
	Notturna         bool         `json:"notturna"`
	Sconto30         bool         `json:"sconto30"`
	PagamentoRidotto bool         `json:"pagamentoRidotto"`
	Punti            int          `json:"punti"`
	VersioneTabella  string       `json:"versioneTabella"`
}

// Contestato says that the report was handed to the driver on the street: for that position it is served.
type Contestato struct {
	Debito            Debito            `json:"debito"`
	ScadenzaPagamento calendario.Giorno `json:"scadenzaPagamento,omitzero"`
}

// ValidatoDati says that the command accepts the fine.
type ValidatoDati struct {
	Politica Politica `json:"politica"`
}

// AvvisiEmessi says that payment notices have their numbers.
type AvvisiEmessi struct {
	Avvisi      []Avviso `json:"avvisi"`
	Spiegazione []string `json:"spiegazione"`
}

// Avviso is a payment notice of a position. ImportoCent is the whole sum, SpeseCent its part that is
// expenses; Giorni is how long it is good, from service.
type Avviso struct {
	ID           uuid.UUID    `json:"id"`
	Posizione    uuid.UUID    `json:"posizione"`
	Tipo         cds.Tipo     `json:"tipo"`
	NumeroAvviso string       `json:"numeroAvviso"`
	IUV          string       `json:"iuv"`
	Ente         string       `json:"codiceFiscaleEnte"`
	ImportoCent  importo.Cent `json:"importoCent"`
	SpeseCent    importo.Cent `json:"speseCent"`
	Giorni       int          `json:"giorni"`
	Stato        StatoAvviso  `json:"-"`
}

// StatoAvviso is the life of a notice.
type StatoAvviso string

// AvvisoEmesso is a notice that may be paid.
const AvvisoEmesso StatoAvviso = "EMESSO"

// IntestatarioRichiesto says that the registry of vehicles is asked who answers for the plate.
type IntestatarioRichiesto struct {
	Motivo string `json:"motivo"`
}

// IntestatarioTrovato says that the registry named the person of a position.
type IntestatarioTrovato struct {
	IDSoggetto uuid.UUID `json:"soggetto"`
	Indagine   uuid.UUID `json:"indagine"`
	Rete       string    `json:"rete,omitempty"`
	Marca      string    `json:"marca,omitempty"`
	Modello    string    `json:"modello,omitempty"`
	Persona    Soggetto  `json:"-"` // written into its own table
}

// IntestatarioAnomalo says that the registry gave no usable answer; a person must look.
type IntestatarioAnomalo struct {
	Anomalia uuid.UUID `json:"anomalia"`
	Indagine uuid.UUID `json:"indagine"`
	Esito    string    `json:"esito"`
	Motivo   string    `json:"motivo"`
}

// AttoGenerato says that the act of a position is printed and kept.
type AttoGenerato struct {
	Documenti []Documento `json:"documenti"`
}

// Tipo is VERBALE_INSERITO.
func (Inserito) Tipo() Tipo { return EventoInserito }

// Tipo is VERBALE_CONTESTATO.
func (Contestato) Tipo() Tipo { return EventoContestato }

// Tipo is VERBALE_VALIDATO.
func (ValidatoDati) Tipo() Tipo { return EventoValidato }

// Tipo is AVVISI_EMESSI.
func (AvvisiEmessi) Tipo() Tipo { return EventoAvvisiEmessi }

// Tipo is INTESTATARIO_RICHIESTO.
func (IntestatarioRichiesto) Tipo() Tipo { return EventoIntestatarioRichiesto }

// Tipo is INTESTATARIO_TROVATO.
func (IntestatarioTrovato) Tipo() Tipo { return EventoIntestatarioTrovato }

// Tipo is INTESTATARIO_ANOMALO.
func (IntestatarioAnomalo) Tipo() Tipo { return EventoIntestatarioAnomalo }

// Tipo is ATTO_GENERATO.
func (AttoGenerato) Tipo() Tipo { return EventoAttoGenerato }

// leggiDati reads the data of an event from its JSON.
func leggiDati(tipo Tipo, grezzi []byte) (Dati, error) {
	switch tipo {
	case EventoInserito:
		return decodifica[Inserito](tipo, grezzi)
	case EventoContestato:
		return decodifica[Contestato](tipo, grezzi)
	case EventoValidato:
		return decodifica[ValidatoDati](tipo, grezzi)
	case EventoAvvisiEmessi:
		return decodifica[AvvisiEmessi](tipo, grezzi)
	case EventoIntestatarioRichiesto:
		return decodifica[IntestatarioRichiesto](tipo, grezzi)
	case EventoIntestatarioTrovato:
		return decodifica[IntestatarioTrovato](tipo, grezzi)
	case EventoIntestatarioAnomalo:
		return decodifica[IntestatarioAnomalo](tipo, grezzi)
	case EventoAttoGenerato:
		return decodifica[AttoGenerato](tipo, grezzi)
	}
	return nil, fmt.Errorf("verbale: evento di tipo sconosciuto %q", tipo)
}

func decodifica[T Dati](tipo Tipo, grezzi []byte) (Dati, error) {
	var d T
	if err := json.Unmarshal(grezzi, &d); err != nil {
		return nil, fmt.Errorf("verbale: dati di %s: %w", tipo, err)
	}
	return d, nil
}
