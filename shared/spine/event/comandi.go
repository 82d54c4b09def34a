package event

import "encoding/json"

// The operations of elaborazione that another module asks for over the bus, on behalf of the caller whose
// token is in the header Authorization: chiedi.elaborazione.<operation>.
const (
	LottoCrea      = "lotto.crea"
	LottoAnteprima = "lotto.anteprima"
	LottoChiudi    = "lotto.chiudi"
	LottoPausa     = "lotto.pausa"
	LottoRiprendi  = "lotto.riprendi"
	LottoAnnulla   = "lotto.annulla"
	LottoRiprova   = "lotto.riprova"
	VerbaleEvento  = "verbale.evento"
	EsitiCarica    = "esiti.carica"
)

// DomandaNuovoLotto is the payload of chiedi.elaborazione.lotto.crea: a lot of the fines that a filter
// finds, queued at once; and of chiedi.elaborazione.lotto.anteprima, which makes nothing. Tipo is PDF, POSTALE, SEND, RETTIFICHE or VISURA.
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
	// Piano chooses by what the plan of notification says; nil: whatever it says.
	Piano *FiltroPiano `json:"piano,omitempty"`
}

// FiltroPiano chooses the addressees whose act leaves by a way (POSTA, SEND), or for whom the plan proposes one (POSTA) that a person
// confirms. An empty member does not narrow.
type FiltroPiano struct {
	Via      string `json:"via,omitempty"`
	Proposta string `json:"proposta,omitempty"`
}

// AnteprimaLotto is what a lot for the post or for SEND would be, as the fines are now. Entrano would be its items, of which Partono would
// leave; NonGuardate of these were not judged one by one, the lot being too great. Saltate are the others that the filter finds; Esempi are
// 20 of them at most.
type AnteprimaLotto struct {
	Tipo        string          `json:"tipo"`
	Entrano     int             `json:"entrano"`
	Partono     int             `json:"partono"`
	NonGuardate int             `json:"nonGuardate"`
	Saltate     int             `json:"saltate"`
	Motivi      []MotivoSaltate `json:"motivi"`
	Esempi      []VoceSaltata   `json:"esempi"`
	Costo       CostoLotto      `json:"costo"`
}

// MotivoSaltate counts the addressees whose act a reason keeps here.
type MotivoSaltate struct {
	Motivo string `json:"motivo"`
	Quante int    `json:"quante"`
}

// VoceSaltata is an addressee whose act would not leave; Numero is how people call the fine.
type VoceSaltata struct {
	IDVerbale   string `json:"idVerbale"`
	IDPosizione string `json:"idPosizione"`
	Numero      string `json:"numero"`
	Motivo      string `json:"motivo"`
}

// CostoLotto is what the acts that leave cost, in cents before VAT: DaCent where all are served digitally, ACent where all go on paper.
// One act costs DigitaleCent, and a letter from CartaceoDaCent to CartaceoACent more. Noto false: the platform does not know the cost.
type CostoLotto struct {
	Noto           bool  `json:"noto"`
	DaCent         int64 `json:"daCent"`
	ACent          int64 `json:"aCent"`
	DigitaleCent   int64 `json:"digitaleCent"`
	CartaceoDaCent int64 `json:"cartaceoDaCent"`
	CartaceoACent  int64 `json:"cartaceoACent"`
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
