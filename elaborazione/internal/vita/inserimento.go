package vita

import (
	"encoding/json"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// inserimento: from the roadside to the desk that accepts the fine, or throws it away.
//
//nolint:gochecknoglobals // a table
var inserimento = capitolo{
	righe: []Transizione{
		{
			Evento: EventoInserito, Chi: SoloSistema,
			Significato: "Il verbale entra nella piattaforma e attende che il comando lo accetti; una rilevazione o un preavviso attendono di diventare verbale.",
			Procedura:   passa(proceduraInesistente, DaValidare, Rilevato, Preavvisato),
			Debito:      passa(debitoInesistente, NonEsigibile),
			Ricorso:     passa(ricorsoInesistente, RicorsoNessuno),
			Punti:       passa(puntiInesistenti, PuntiNonDovuti, PuntiRicevuti),
			Riscossione: passa(riscossioneInesistente, RiscossioneNessuna),
		},
		{
			Evento: EventoRedatto, Chi: ChiDecide, Chiede: true,
			Significato: "La rilevazione, o il preavviso non pagato, diventa verbale (art. 200 CdS).",
			Procedura:   da[Procedura]{Rilevato, Preavvisato}.a(DaValidare),
		},
		{
			Evento: EventoContestato, Chi: SoloSistema,
			Significato: "Il verbale è stato consegnato al trasgressore sul posto: per lui è notificato, i termini decorrono (artt. 200 e 202 CdS).",
			Procedura:   resta(DaValidare),
			Debito:      passa(NonEsigibile, DebitoRidotto30, DebitoRidotto, NonEsigibile),
		},
		{
			Evento: EventoValidato, Chi: ChiDecide,
			Significato: "Il comando accetta il verbale, per mano di una persona o per la regola che si è dato; se ogni destinatario l'ha già in mano è notificato.",
			Procedura:   passa(DaValidare, Validato, Notificato),
		},
		{
			Evento: EventoScartato, Chi: ChiDecide,
			Significato: "Il verbale è tolto prima che un atto esista: nulla è mai stato chiesto a nessuno, ciò che fosse stato versato si rimborsa.",
			Procedura:   unione(nonAccettati(), senzaAtto()).a(Scartato),
			Debito:      da[Debito]{NonEsigibile, Sospeso, PagatoParziale, Pagato, Eccedenza, Rimborsato}.a(Sgravato, Eccedenza, Rimborsato),
		},
	},
	dati: letti{
		EventoInserito: leggi[Inserito], EventoContestato: leggi[Contestato], EventoValidato: leggi[ValidatoDati],
		EventoScartato: leggiCome(movimento),
	},
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

// Tipo is the kind of the event.
func (Inserito) Tipo() Tipo { return EventoInserito }

func (x Inserito) accade(s *Stato, _ Evento) {
	s.Posizioni, s.Violazioni = append(s.Posizioni, x.Posizioni...), append(s.Violazioni, x.Violazioni...)
}

func (x Inserito) obietta(s Stato, _ Evento) error { return s.obiettaPosizioni(x.Posizioni, 1) }

func (x Inserito) sceglie() Assi { return Assi{Punti: x.Punti} }

// Tipo is the kind of the event.
func (Contestato) Tipo() Tipo { return EventoContestato }

func (x Contestato) accade(s *Stato, e Evento) { s.Servi(e, x.scadenze()) }

func (x Contestato) sceglie() Assi { return Assi{Debito: x.Debito} }

// Tipo is the kind of the event.
func (ValidatoDati) Tipo() Tipo { return EventoValidato }

// Fonte is where a fine comes from.
type Fonte string

// The sources (design, section 7, tenantapi): IMPIANTO are devices and toll networks.
const (
	FonteSoap         Fonte = "SOAP"
	FonteTablet       Fonte = "TABLET"
	FonteOcr          Fonte = "OCR"
	FonteImpianto     Fonte = "IMPIANTO"
	FonteImportazione Fonte = "IMPORTAZIONE"
	FonteManuale      Fonte = "MANUALE"
)

// Politica says who accepts the fines of a source.
type Politica string

// The two policies; MANUALE where the tenant has not chosen.
const (
	Manuale    Politica = "MANUALE"
	Automatica Politica = "AUTOMATICA"
)

func (Contestato) obietta(s Stato, e Evento) error {
	p, ok := s.Posizione(e.Posizione)
	if !ok || p.Titolo != Trasgressore || !p.GiornoZero.IsZero() || e.DataLegale.IsZero() {
		return Regola("la contestazione immediata riguarda il trasgressore, una volta sola, in un giorno certo")
	}
	return nil
}

// MotivoAccertamento is why the registry of vehicles is asked.
const MotivoAccertamento = "ACCERTAMENTO"
