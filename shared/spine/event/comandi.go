package event

import "encoding/json"

// The operations of elaborazione that another module asks for over the bus, on behalf of the caller whose
// token is in the header Authorization: chiedi.elaborazione.<operation>.
const (
	LottoCrea     = "lotto.crea"
	LottoChiudi   = "lotto.chiudi"
	LottoPausa    = "lotto.pausa"
	LottoRiprendi = "lotto.riprendi"
	LottoAnnulla  = "lotto.annulla"
	LottoRiprova  = "lotto.riprova"
	VerbaleEvento = "verbale.evento"
	EsitiCarica   = "esiti.carica"
)

// DomandaNuovoLotto is the payload of chiedi.elaborazione.lotto.crea: a lot of the fines that a filter
// finds, queued at once. Tipo is PDF, POSTALE, SEND, RETTIFICHE or VISURA.
type DomandaNuovoLotto struct {
	Tipo   string      `json:"tipo"`
	Filtro FiltroLotto `json:"filtro"`
}

// FiltroLotto chooses fines; an empty member does not narrow. Da and A are the first and the last day of the
// violation, YYYY-MM-DD in Rome.
type FiltroLotto struct {
	Procedura []string `json:"procedura,omitempty"`
	Reparto   string   `json:"reparto,omitempty"`
	Da        string   `json:"da,omitempty"`
	A         string   `json:"a,omitempty"`
}

// DomandaLotto is the payload of the commands of a lot: chiudi, pausa, riprendi, annulla, riprova.
type DomandaLotto struct {
	IDLotto string `json:"idLotto"`
}

// RispostaLotto is a lot after a command; Nome is empty for a draft. After riprova it may be another lot than
// the one named: then Definitive and Altrove are how many items of that one are not tried again, because they
// failed for good or are in another lot by now.
type RispostaLotto struct {
	IDLotto    string `json:"idLotto"`
	Stato      string `json:"stato"`
	Nome       string `json:"nome,omitempty"`
	Totale     int    `json:"totale"`
	Definitive int    `json:"definitive,omitempty"`
	Altrove    int    `json:"altrove,omitempty"`
}

// DomandaEvento is the payload of chiedi.elaborazione.verbale.evento: Richiesta is the body of
// POST /verbali/{id}/eventi, Indirizzo the address of the caller for the audit.
type DomandaEvento struct {
	IDVerbale string          `json:"idVerbale"`
	Indirizzo string          `json:"indirizzo,omitempty"`
	Richiesta json.RawMessage `json:"richiesta"`
}

// RispostaEvento is where a fine is after the event; Nuovo is false when the same request was there already.
type RispostaEvento struct {
	Sequenza  int    `json:"sequenza"`
	Procedura string `json:"procedura"`
	Nuovo     bool   `json:"nuovo"`
}

// DomandaEsiti is the payload of chiedi.elaborazione.esiti.carica: a file of outcomes of the post that is in the
// document store of the caller's tenant under SHA256 (64 lower-case hexadecimal digits), taken as
// POST /esitiPostali takes it. ContentType is the one of that request, with its charset; Indirizzo the address
// of the caller for the audit.
type DomandaEsiti struct {
	SHA256      string `json:"sha256"`
	ContentType string `json:"contentType"`
	Indirizzo   string `json:"indirizzo,omitempty"`
}

// RispostaEsiti is a file of outcomes that was taken; the same bytes again give the same one.
type RispostaEsiti struct {
	IDEsito string `json:"idEsito"`
	Stato   string `json:"stato"`
	Totale  int    `json:"totale"` // rows under the header
}
