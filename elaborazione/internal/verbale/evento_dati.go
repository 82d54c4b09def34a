package verbale

import (
	"encoding/json"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Dati is what an event of one kind says; it is kept as JSON, without personal data.
type Dati interface{ Tipo() Tipo }

// Inserito says that the fine has entered the platform.
type Inserito struct {
	Fonte      Fonte              `json:"fonte"`
	Posizioni  []Posizione        `json:"posizioni"`
	Violazioni []ViolazioneScelta `json:"violazioni"`
	Punti      Punti              `json:"punti"`
	Avvertenze []string           `json:"avvertenze,omitempty"`
	Origine    json.RawMessage    `json:"origine,omitempty"` // of an imported fine: the row as it was
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
	Scadenze          []Scadenza        `json:"scadenze,omitempty"`
}

// ValidatoDati says that the command accepts the fine.
type ValidatoDati struct {
	Politica Politica `json:"politica"`
}

// AvvisiEmessi says that payment notices have their numbers. They take the place of those of the same
// position that Sostituiti names.
type AvvisiEmessi struct {
	Avvisi      []Avviso    `json:"avvisi"`
	Sostituiti  []uuid.UUID `json:"sostituiti,omitempty"`
	Spiegazione []string    `json:"spiegazione"`
}

// IntestatarioRichiesto says that the registry of vehicles is asked who answers for the plate.
type IntestatarioRichiesto struct {
	Motivo string `json:"motivo"`
}

// IntestatarioTrovato says that the registry named the person of a position, or that an officer chose
// among those it named, or knew from elsewhere (a zero Indagine): it settles the anomalies about the owner.
type IntestatarioTrovato struct {
	IDSoggetto uuid.UUID `json:"soggetto"`
	Indagine   uuid.UUID `json:"indagine,omitzero"`
	Titolo     string    `json:"titolo,omitempty"` // by which the person answers: PROPRIETARIO, LOCATARIO, …
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
	Codice   string    `json:"codice,omitempty"` // stable word for Motivo (vpn/README.md)
	Motivo   string    `json:"motivo"`
}

// PosizioneAperta says that one more person answers for the fine.
type PosizioneAperta struct {
	Nuova   Posizione `json:"posizione"`
	Titolo  string    `json:"titolo,omitempty"` // as in IntestatarioTrovato, of who was on the papers
	Persona *Soggetto `json:"-"`                // written into its own table; nil: not known yet
}

// AttoGenerato says that the act of a position is printed and kept.
type AttoGenerato struct {
	Documenti []Documento `json:"documenti"`
	// Lotto is where the act waits to leave: POSTALE, the open lot of letters; empty: a person decides.
	Lotto string `json:"lotto,omitempty"`
}

// SpeseAddebitate says what ascertainment and service cost: the notices of the position that may
// still be paid ask for it too (art. 201 c. 4 CdS). It is the whole of the expenses, not an increase.
type SpeseAddebitate struct {
	SpeseCent importo.Cent `json:"speseCent"`
}

// NotificaAvviata says that an attempt to serve a position has begun.
type NotificaAvviata struct {
	IDNotifica uuid.UUID `json:"notifica"`
	Canale     string    `json:"canale"`
}

// NotificaNonRiuscita says that an attempt has failed for good.
type NotificaNonRiuscita struct {
	IDNotifica uuid.UUID `json:"notifica"`
	Motivo     string    `json:"motivo"`
}

// NotificaPerfezionata says that a position is served, on the legal day of the event. A zero
// IDNotifica is a service that no attempt of ours began. Conto is the account where payments that were
// there already are priced otherwise by the new day zero; nil: as it was.
type NotificaPerfezionata struct {
	IDNotifica uuid.UUID  `json:"notifica,omitzero"`
	Canale     string     `json:"canale,omitempty"`
	Scadenze   []Scadenza `json:"scadenze,omitempty"`
	Conto      *Conto     `json:"conto,omitempty"`
	Origine    string     `json:"origine,omitempty"` // of an imported service: what the other system called it
}

// NotificaRettificata says that the legal day of a service was another one; it re-derives the terms and
// with them the account (nil: as it was).
type NotificaRettificata struct {
	Precedente calendario.Giorno `json:"precedente"`
	Scadenze   []Scadenza        `json:"scadenze"`
	Conto      *Conto            `json:"conto,omitempty"`
}

// TermineDecorso says that a term of a position is over; Conto is the account at the new price.
type TermineDecorso struct {
	Quale       Tipo     `json:"-"`
	Conto       *Conto   `json:"conto,omitempty"`
	Spiegazione []string `json:"spiegazione,omitempty"`
}

// PagamentoRegistrato says that money came in. Chiude: it sufficed on its day.
type PagamentoRegistrato struct {
	Pagamento
	Conto       Conto    `json:"conto"`
	Chiude      bool     `json:"chiude"`
	Spiegazione []string `json:"spiegazione,omitempty"`
	// Rate are the notices of the instalments that the payment completes, beside the one that it names.
	Rate     []uuid.UUID `json:"rate,omitempty"`
	Pagatore string      `json:"-"` // personal: kept in its table
}

// PagamentoStornato takes a payment back.
type PagamentoStornato struct {
	IDPagamento uuid.UUID `json:"pagamento"`
	Conto       Conto     `json:"conto"`
}

// Movimento is an event about money that only moves the account: refund, write-off, annulment and the
// like.
type Movimento struct {
	Quale       Tipo         `json:"-"`
	ImportoCent importo.Cent `json:"importoCent,omitzero"`
	Conto       *Conto       `json:"conto,omitempty"` // nil: as it was
	Riferimento string       `json:"riferimento,omitempty"`
	Termine     Termine      `json:"termine,omitempty"` // of VERBALE_ESTINTO_TERMINI; empty: TermineNotifica
}

// Termine is the term that ended a fine.
type Termine string

// The two terms: the fine was not served in time and nothing was ever owed (art. 201 c. 5 CdS), or the
// credit is prescribed and what was paid stays paid (art. 209 CdS).
const (
	TermineNotifica     Termine = "NOTIFICA"
	TerminePrescrizione Termine = "PRESCRIZIONE"
)

// Rata is one instalment.
type Rata struct {
	Numero      int               `json:"numero"`
	ImportoCent importo.Cent      `json:"importoCent"`
	Scadenza    calendario.Giorno `json:"scadenza"`
}

// Rateizzazione says that the sum may be paid by instalments (art. 202-bis CdS).
type Rateizzazione struct {
	Rate        []Rata `json:"rate"`
	Conto       *Conto `json:"conto,omitempty"`
	Riferimento string `json:"riferimento,omitempty"`
}

// RicorsoProposto says that an appeal was lodged, on the legal day of the event.
type RicorsoProposto struct {
	IDRicorso   uuid.UUID `json:"ricorso"`
	Autorita    Autorita  `json:"autorita"`
	Riferimento string    `json:"riferimento,omitempty"`
}

// RicorsoMosso is a step of an appeal: sent on, suspended, decided, served. ImportoCent is the sum
// that a decision names, without expenses; Scadenze are the terms that run from its service. An order of
// the prefect that answers no appeal is one too, with an identifier of its own.
type RicorsoMosso struct {
	Quale       Tipo         `json:"-"`
	IDRicorso   uuid.UUID    `json:"ricorso,omitzero"`
	Autorita    Autorita     `json:"autorita,omitempty"` // of a further appeal, or of the order
	ImportoCent importo.Cent `json:"importoCent,omitzero"`
	Conto       *Conto       `json:"conto,omitempty"`
	Scadenze    []Scadenza   `json:"scadenze,omitempty"`
	Riferimento string       `json:"riferimento,omitempty"`
}

// Fatto is an event without data of its own: it moves axes, closes a position, doubts or confirms a proof,
// or notes a text.
type Fatto struct {
	Quale       Tipo   `json:"-"`
	Riferimento string `json:"riferimento,omitempty"`
	Testo       string `json:"testo,omitempty"`
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
func (Inserito) Tipo() Tipo { return EventoInserito }

// Tipo is the kind of the event.
func (Contestato) Tipo() Tipo { return EventoContestato }

// Tipo is the kind of the event.
func (ValidatoDati) Tipo() Tipo { return EventoValidato }

// Tipo is the kind of the event.
func (AvvisiEmessi) Tipo() Tipo { return EventoAvvisiEmessi }

// Tipo is the kind of the event.
func (IntestatarioRichiesto) Tipo() Tipo { return EventoIntestatarioRichiesto }

// Tipo is the kind of the event.
func (IntestatarioTrovato) Tipo() Tipo { return EventoIntestatarioTrovato }

// Tipo is the kind of the event.
func (IntestatarioAnomalo) Tipo() Tipo { return EventoIntestatarioAnomalo }

// Tipo is the kind of the event.
func (PosizioneAperta) Tipo() Tipo { return EventoPosizioneAperta }

// Tipo is the kind of the event.
func (AttoGenerato) Tipo() Tipo { return EventoAttoGenerato }

// Tipo is the kind of the event.
func (SpeseAddebitate) Tipo() Tipo { return EventoSpeseAddebitate }

// Tipo is the kind of the event.
func (NotificaAvviata) Tipo() Tipo { return EventoNotificaAvviata }

// Tipo is the kind of the event.
func (NotificaNonRiuscita) Tipo() Tipo { return EventoNotificaNonRiuscita }

// Tipo is the kind of the event.
func (NotificaPerfezionata) Tipo() Tipo { return EventoNotificaPerfezionata }

// Tipo is the kind of the event.
func (NotificaRettificata) Tipo() Tipo { return EventoNotificaRettificata }

// Tipo is the kind of the event.
func (d TermineDecorso) Tipo() Tipo { return d.Quale }

// Tipo is the kind of the event.
func (PagamentoRegistrato) Tipo() Tipo { return EventoPagamento }

// Tipo is the kind of the event.
func (PagamentoStornato) Tipo() Tipo { return EventoPagamentoStornato }

// Tipo is the kind of the event.
func (d Movimento) Tipo() Tipo { return d.Quale }

// Tipo is the kind of the event.
func (Rateizzazione) Tipo() Tipo { return EventoRateizzazioneConcessa }

// Tipo is the kind of the event.
func (RicorsoProposto) Tipo() Tipo { return EventoRicorsoPresentato }

// Tipo is the kind of the event.
func (d RicorsoMosso) Tipo() Tipo { return d.Quale }

// Tipo is the kind of the event.
func (d Fatto) Tipo() Tipo { return d.Quale }

// Tipo is the kind of the event.
func (AnomaliaRisolta) Tipo() Tipo { return EventoAnomaliaRisolta }

// Tipo is the kind of the event.
func (DocumentoAggiunto) Tipo() Tipo { return EventoDocumentoAllegato }
