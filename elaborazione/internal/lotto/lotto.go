// Package lotto works batches over the fines of a command: acts to print together, to post, to send by SEND. A lot
// is worked in chunks, each in one transaction that also puts the next one into the outbox: whatever stops
// in between, nothing is done twice and the work goes on by itself.
package lotto

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Tipi are the kinds that may be asked for.
func Tipi() []string {
	return []string{string(verbale.LottoVisura), string(verbale.LottoPdf), string(verbale.LottoPostale), string(verbale.LottoSend), string(verbale.LottoRettifica)}
}

// rifiutoTipo says why a lot of this kind is not made.
func rifiutoTipo(t verbale.TipoLotto) string {
	tipi := Tipi()
	oggi := "oggi si lavorano " + strings.Join(tipi[:len(tipi)-1], ", ") + " e " + tipi[len(tipi)-1]
	if slices.Contains(verbale.TipiLotto(), t) {
		return "i lotti " + string(t) + " non si lavorano ancora: " + oggi
	}
	return "non è un tipo di lotto: " + oggi
}

// Comando is what a person asks of a lot.
type Comando string

// The commands of a lot.
const (
	Chiudi   Comando = "chiudi"
	Pausa    Comando = "pausa"
	Riprendi Comando = "riprendi"
	Annulla  Comando = "annulla"
	Riprova  Comando = "riprova"
)

// Passaggio is a row of the table of lots: where a command leads from a state.
type Passaggio struct {
	Comando Comando
	Da, A   verbale.StatoLotto
}

// Passaggi is all that a person may do with a lot; the rest is done by the work itself.
func Passaggi() []Passaggio {
	return []Passaggio{
		{Chiudi, verbale.LottoBozza, verbale.LottoAccodato},
		{Pausa, verbale.LottoAccodato, verbale.LottoInPausa},
		{Pausa, verbale.LottoInCorso, verbale.LottoInPausa},
		{Riprendi, verbale.LottoInPausa, verbale.LottoAccodato},
		{Annulla, verbale.LottoBozza, verbale.LottoAnnullato},
		{Annulla, verbale.LottoAccodato, verbale.LottoInAnnullamento},
		{Annulla, verbale.LottoInCorso, verbale.LottoInAnnullamento},
		{Annulla, verbale.LottoInPausa, verbale.LottoInAnnullamento},
		{Annulla, verbale.LottoFallito, verbale.LottoInAnnullamento}, // what keeps a chunk from being worked may be there to stay
		{Riprova, verbale.LottoFallito, verbale.LottoAccodato},
		{Riprova, verbale.LottoCompletatoConErrori, verbale.LottoCompletatoConErrori}, // its package does not change: a lot of its own tries again
	}
}

// Dopo is the state of a lot after a command; false when it is not admitted.
func Dopo(s verbale.StatoLotto, c Comando) (verbale.StatoLotto, bool) {
	i := slices.IndexFunc(Passaggi(), func(p Passaggio) bool { return p.Comando == c && p.Da == s })
	if i < 0 {
		return s, false
	}
	return Passaggi()[i].A, true
}

// ammessi are the commands that do something to the lot as it is, in the order of the table.
func (l Lotto) ammessi() (comandi []Comando) {
	for _, p := range Passaggi() {
		if p.Da == l.Stato && (p.Comando != Riprova || l.daRiprovare()) {
			comandi = append(comandi, p.Comando)
		}
	}
	return comandi
}

// rifiuto is the answer to a command that the state does not admit: it names those that it does.
func (l Lotto) rifiuto(c Comando) error {
	var ammessi []string
	for _, a := range l.ammessi() {
		ammessi = append(ammessi, fmt.Sprintf("«%s»", a))
	}
	altro := ", né altro"
	if len(ammessi) > 0 {
		altro = ", ma " + strings.Join(ammessi, " o ")
	}
	return problem.Conflitto("LOTTO_IN_ALTRO_STATO", fmt.Sprintf("Il lotto è %s: non si può chiedere «%s»%s.", l.Stato.InFrase(), c, altro))
}

// daRiprovare reports that the lot may be tried again: it has failed, or has items that may be mended. Whether
// they have their place in another lot already only riprova knows.
func (l Lotto) daRiprovare() bool {
	return l.Stato == verbale.LottoFallito || l.Stato == verbale.LottoCompletatoConErrori && l.Voci.Ripetibili > 0
}

// Conteggi are how many items there are, and how many have ended in each way.
type Conteggi struct {
	Totale     int `json:"totale"`
	OK         int `json:"ok"`
	Ripetibili int `json:"erroriRipetibili"`
	Definitivi int `json:"erroriDefinitivi"`
	Saltati    int `json:"saltati"`
	Annullati  int `json:"annullati"`
	InAttesa   int `json:"inAttesa"`
}

// Fatti is how many items have ended.
func (c Conteggi) Fatti() int { return c.Totale - c.InAttesa }

// saldati are the counts with what has not ended yet, which is the rest.
func (c Conteggi) saldati() Conteggi {
	c.InAttesa = c.Totale - c.OK - c.Ripetibili - c.Definitivi - c.Saltati - c.Annullati
	return c
}

// con adds an item that ended in a state.
func (c Conteggi) con(s verbale.StatoVoce) Conteggi {
	switch s {
	case verbale.VoceOK:
		c.OK++
	case verbale.VoceErroreRipetibile:
		c.Ripetibili++
	case verbale.VoceErroreDefinitivo:
		c.Definitivi++
	case verbale.VoceSaltata:
		c.Saltati++
	case verbale.VoceAnnullata:
		c.Annullati++
	case verbale.VoceInAttesa:
	}
	return c
}

// Lotto is a lot as it is shown. Times are instants; AlSecondo is items a second of work (pauses do not
// count), and MancanoSecondi the time left at that speed, both nil while nothing can be said.
type Lotto struct {
	ID             uuid.UUID          `json:"id"`
	Tipo           verbale.TipoLotto  `json:"tipo"`
	Stato          verbale.StatoLotto `json:"stato"`
	Automatico     bool               `json:"automatico"`
	Nome           string             `json:"nome,omitempty"`
	Creato         time.Time          `json:"creato"`
	CreatoDa       string             `json:"creatoDa"`
	Chiuso         *time.Time         `json:"chiuso,omitempty"`
	Iniziato       *time.Time         `json:"iniziato,omitempty"`
	Finito         *time.Time         `json:"finito,omitempty"`
	Motivo         string             `json:"motivo,omitempty"`
	Origine        *uuid.UUID         `json:"origine,omitempty"`
	Voci           Conteggi           `json:"voci"`
	AlSecondo      *float64           `json:"alSecondo,omitempty"`
	MancanoSecondi *int               `json:"mancanoSecondi,omitempty"`
	Ritento        *Ritento           `json:"ritento,omitempty"` // in the answer to riprova alone

	porzione  int
	revisione int   // changes so far
	lavorato  int64 // milliseconds that the items which have ended took
}

// Ritento says what becomes of the items that had failed in a lot which is tried again in another.
type Ritento struct {
	Riprovate  int `json:"riprovate"`
	Definitive int `json:"definitive"` // failed for good: nothing is tried
	Altrove    int `json:"altrove"`    // in another lot by now, or in none: a later communication has taken its place
}

// misurato is the lot with its speed and the time left.
func (l Lotto) misurato() Lotto {
	l.AlSecondo, l.MancanoSecondi = nil, nil
	if l.lavorato <= 0 || l.Voci.Fatti() == 0 {
		return l
	}
	velocita := float64(l.Voci.Fatti()) * 1000 / float64(l.lavorato)
	l.AlSecondo = &velocita
	if l.Stato.InLavoro() {
		mancano := int(math.Ceil(float64(l.Voci.InAttesa) / velocita))
		l.MancanoSecondi = &mancano
	}
	return l
}

// Voce is an item as it is shown; Ordine is its place from 1, 0 before the lot is closed.
type Voce struct {
	ID        uuid.UUID         `json:"id"`
	Ordine    int               `json:"ordine"`
	Verbale   uuid.UUID         `json:"idVerbale"`
	Posizione uuid.UUID         `json:"idPosizione"`
	Numero    string            `json:"numero"`
	Stato     verbale.StatoVoce `json:"stato"`
	Motivo    string            `json:"motivo,omitempty"`
	File      string            `json:"file,omitempty"`
	PaginaDa  int               `json:"paginaDa,omitempty"`
	PaginaA   int               `json:"paginaA,omitempty"`
}
