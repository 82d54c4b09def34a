package vita

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// inserimento: from the roadside to the desk that accepts the fine, or throws it away.
//
//nolint:gochecknoglobals // a table
var inserimento = letti{
	verbale.EventoInserito: leggi[Inserito], verbale.EventoContestato: leggi[Contestato], verbale.EventoValidato: leggi[ValidatoDati],
	verbale.EventoScartato: leggiCome(movimento), verbale.EventoViolazioneScelta: leggi[RigaScelta],
	verbale.EventoDispositivoIndicato: leggi[DispositivoIndicato],
}

// scadenze are the terms that run from a report handed over.
func (x Contestato) scadenze() []Scadenza {
	if len(x.Scadenze) == 0 && !x.ScadenzaPagamento.IsZero() {
		return []Scadenza{{Tipo: cds.PagamentoRidotto60, Giorno: x.ScadenzaPagamento}}
	}
	return x.Scadenze
}

// contestazione is the proof of a report handed over: the report itself, signed.
const contestazione = "CONTESTAZIONE"

// Inserito says that the fine has entered the platform.
type Inserito struct {
	Fonte      verbale.Fonte      `json:"fonte"`
	Posizioni  []Posizione        `json:"posizioni"`
	Violazioni []ViolazioneScelta `json:"violazioni"`
	Punti      verbale.Punti      `json:"punti"`
	Avvertenze []string           `json:"avvertenze,omitempty"`
	Origine    json.RawMessage    `json:"origine,omitempty"` // of an imported fine: the row as it was
	// Patente is nil where nobody said what the register showed; the row that a violation takes later counts with it.
	Patente *Patente `json:"patente,omitempty"`
}

// Patente is what the register of licences showed of the driver at the check, with which the short suspension is counted
// (art. 218-ter CdS).
type Patente struct {
	Punti     int  `json:"punti"`               // left, 0 to 30
	Incidente bool `json:"incidente,omitempty"` // the driver caused a crash
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
	// Periodi is how often the band applies, 0 or 1 once; TariffaCent the evaded tariff, added whole to every sum.
	Periodi     int          `json:"periodi,omitempty"`
	TariffaCent importo.Cent `json:"tariffaCent,omitempty"`
	// Candidati are the codes, separated by spaces, among which a person is to choose: the violation has no sum yet.
	Candidati string `json:"candidati,omitempty"`
	// Alternative are the codes, separated by spaces, that a person may take instead of Codice: that of a repeat.
	Alternative string `json:"alternative,omitempty"`
}

// RigaPresa is the row that a violation takes in the place of another, or the same as the table says it since, and what
// the fine says of it from then on.
type RigaPresa struct {
	Ordine int `json:"ordine"` // of the violation, from 1
	// Prima is the codice of the row in whose place this one is: it was divided since, or the violation is a repeat.
	Prima string `json:"prima,omitempty"`
	// Recidiva says that a person has confirmed the repeat: Conseguenze and Accessoria are those of it.
	Recidiva bool `json:"recidiva,omitempty"`
	ViolazioneScelta
	Articolo    string   `json:"articolo"`
	Comma       string   `json:"comma"`
	Lettera     string   `json:"lettera,omitempty"`
	Testo       string   `json:"testo"`
	Accessoria  string   `json:"accessoria,omitempty"`
	Conseguenze []string `json:"conseguenze,omitempty"`
	Dubbio      string   `json:"dubbio,omitempty"`
}

// RigaScelta says which row of the table a person chose for a violation that had several, and what the act says of it;
// or that a row says something else since, on the day of the violation, and that the fine follows it.
type RigaScelta struct {
	RigaPresa
	AssePunti verbale.Punti `json:"assePunti"`
}

// Dispositivo is the device that found a violation. Taratura is its last calibration.
type Dispositivo struct {
	Tipo         string            `json:"tipo"`
	Matricola    string            `json:"matricola"`
	Approvazione string            `json:"approvazione,omitempty"`
	Taratura     calendario.Giorno `json:"taratura,omitzero"`
}

// DispositivoIndicato says which device found the violations of a fine that came in without saying so, or not all.
type DispositivoIndicato struct {
	Dispositivo Dispositivo `json:"dispositivo"`
	// Misure are what it measured of the violations whose speed or limit nobody had said.
	Misure []Misura `json:"misure,omitempty"`
}

// Misura is what a device measured of a violation: speed and limit in tenths of km/h.
type Misura struct {
	Ordine         int   `json:"ordine"` // of the violation, from 1
	VelocitaDecimi int64 `json:"velocitaDecimi"`
	LimiteDecimi   int64 `json:"limiteDecimi"`
}

// Tipo is the kind of the event.
func (DispositivoIndicato) Tipo() verbale.TipoEvento { return verbale.EventoDispositivoIndicato }

// Contestato says that the report was handed to the driver on the street: for that position it is served.
type Contestato struct {
	Debito            verbale.Debito    `json:"debito"`
	ScadenzaPagamento calendario.Giorno `json:"scadenzaPagamento,omitzero"`
	Scadenze          []Scadenza        `json:"scadenze,omitempty"`
}

// ValidatoDati says that the command accepts the fine.
type ValidatoDati struct {
	Politica Politica `json:"politica"`
}

// Tipo is the kind of the event.
func (Inserito) Tipo() verbale.TipoEvento { return verbale.EventoInserito }

func (x Inserito) accade(s *Stato, _ Evento) {
	s.Posizioni, s.Violazioni = append(s.Posizioni, x.Posizioni...), append(s.Violazioni, x.Violazioni...)
}

func (x Inserito) obietta(s Stato, _ Evento) error { return s.obiettaPosizioni(x.Posizioni, 1) }

func (x Inserito) sceglie() Assi { return Assi{Punti: x.Punti} }

// Tipo is the kind of the event.
func (Contestato) Tipo() verbale.TipoEvento { return verbale.EventoContestato }

func (x Contestato) accade(s *Stato, e Evento) { s.Servi(e, x.scadenze()) }

func (x Contestato) sceglie() Assi { return Assi{Debito: x.Debito} }

// Tipo is the kind of the event.
func (RigaScelta) Tipo() verbale.TipoEvento { return verbale.EventoViolazioneScelta }

func (x RigaScelta) accade(s *Stato, _ Evento) { s.Violazioni[x.Ordine-1] = x.ViolazioneScelta }

func (x RigaScelta) sceglie() Assi { return Assi{Punti: x.AssePunti} }

// PuntiCon is where the points are once a violation of a fine that is not accepted yet has taken a row: received where one takes
// points and the driver is known, not due where none does.
func (s Stato) PuntiCon(x RigaPresa) verbale.Punti {
	dopo := s.Copia()
	dopo.Violazioni[x.Ordine-1] = x.ViolazioneScelta
	switch {
	case !dopo.TogliePunti():
		return verbale.PuntiNonDovuti
	case slices.ContainsFunc(s.Posizioni, func(p Posizione) bool { return p.Titolo == verbale.Trasgressore && p.Chiusa == "" }):
		return verbale.PuntiRicevuti
	}
	return s.Punti
}

func (x RigaScelta) obietta(s Stato, _ Evento) error {
	if x.Ordine < 1 || x.Ordine > len(s.Violazioni) || x.Candidati != "" {
		return Regola("la riga è di una violazione del verbale")
	}
	prima := s.Violazioni[x.Ordine-1]
	switch {
	case prima.Candidati == "" && prima.Codice != x.Codice && (x.Prima == "" || x.Prima != prima.Codice) &&
		!slices.Contains(strings.Fields(prima.Alternative), x.Codice):
		return Regola("la violazione ha già la sua riga")
	case prima.Candidati == "" && prima == x.ViolazioneScelta && !x.Recidiva:
		return Regola("la riga dice già così")
	case prima.Candidati != "" && !slices.Contains(strings.Fields(prima.Candidati), x.Codice):
		return Regola("la riga scelta è una di quelle possibili")
	}
	return nil
}

// DaScegliere is the first violation of which a person must choose the row, by its place from 1, with the codes to
// choose from; 0 where every violation has its row.
func (s Stato) DaScegliere() (ordine int, candidati []string) {
	for i, v := range s.Violazioni {
		if v.Candidati != "" {
			return i + 1, strings.Fields(v.Candidati)
		}
	}
	return 0, nil
}

// obietta: a fine is accepted once the row of each violation is known.
func (ValidatoDati) obietta(s Stato, _ Evento) error {
	if n, _ := s.DaScegliere(); n > 0 {
		return Invariante("una violazione ha più righe possibili: prima si sceglie la riga")
	}
	return nil
}

// Tipo is the kind of the event.
func (ValidatoDati) Tipo() verbale.TipoEvento { return verbale.EventoValidato }

// Politica says who accepts the fines of a source.
type Politica string

// The two policies; MANUALE where the tenant has not chosen.
const (
	Manuale    Politica = "MANUALE"
	Automatica Politica = "AUTOMATICA"
)

func (Contestato) obietta(s Stato, e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	if !ok || p.Titolo != verbale.Trasgressore || !p.GiornoZero.IsZero() || e.DataLegale.IsZero() {
		return Regola("la contestazione immediata riguarda il trasgressore, una volta sola, in un giorno certo")
	}
	return nil
}
