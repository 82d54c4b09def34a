package motorizzazione

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Domanda asks who held a vehicle on a day (the violation's). Richiedente is the
// command that asks and Motivo the reason; the register keeps both. InCoda says that
// no person waits for the answer: such questions leave a quarter of the network's
// rate to the others. Ripetuta says that the same question has failed so often that another failure speaks of its
// plate, not of the register: it does not open the breaker, which would leave all the other plates without an answer.
type Domanda struct {
	Targa       string
	Data        calendario.Giorno
	Richiedente string
	Motivo      string
	InCoda      bool
	Ripetuta    bool
}

// DomandaPatente asks about a licence by its number.
type DomandaPatente struct {
	Numero      string
	Richiedente string
	Motivo      string
}

// richiesta is one question ready to travel; leggi judges the body of a 200.
type richiesta struct {
	percorso            []string
	query               url.Values
	richiedente, motivo string
	inCoda, ripetuta    bool
	leggi               func(corpo []byte) error
}

// verifica refuses what must not travel; codice is what the register itself says of
// a key of no possible shape.
func (r richiesta) verifica(chiave, codice string) error {
	switch {
	case !chiaveAmmessa(chiave):
		e := rifiutata("chiave vuota, troppo lunga o con segni estranei")
		e.Codice = codice
		return e
	case !intestazioneAmmessa(r.richiedente):
		return rifiutata("richiedente mancante, oltre 200 byte o con caratteri di controllo")
	case !intestazioneAmmessa(r.motivo):
		return rifiutata("motivo mancante, oltre 200 byte o con caratteri di controllo")
	}
	return nil
}

// chiaveAmmessa lets through letters and digits only: nothing that could change
// the path. Whether the shape is a plate's is for the register.
func chiaveAmmessa(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

func intestazioneAmmessa(s string) bool {
	return strings.TrimSpace(s) != "" && len(s) <= 200 && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

func (d Domanda) richiesta(leggi func(chiave string, corpo []byte) error) (richiesta, error) {
	chiave := targa.Normalizza(d.Targa)
	r := richiesta{percorso: []string{"veicoli", chiave}, query: url.Values{"data": {d.Data.String()}},
		richiedente: d.Richiedente, motivo: d.Motivo, inCoda: d.InCoda, ripetuta: d.Ripetuta, leggi: func(corpo []byte) error { return leggi(chiave, corpo) }}
	if d.Data.IsZero() {
		return r, rifiutata("data mancante")
	}
	return r, r.verifica(chiave, "TARGA_NON_VALIDA")
}

func (d DomandaPatente) richiesta(leggi func(chiave string, corpo []byte) error) (richiesta, error) {
	chiave := targa.Normalizza(d.Numero)
	r := richiesta{percorso: []string{"patenti", chiave}, richiedente: d.Richiedente, motivo: d.Motivo,
		leggi: func(corpo []byte) error { return leggi(chiave, corpo) }}
	return r, r.verifica(chiave, "PATENTE_NON_VALIDA")
}
