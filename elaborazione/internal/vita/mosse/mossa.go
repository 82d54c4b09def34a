// Package mosse judges what a person asks to record about a fine: a request (RichiestaEvento) is read into a Mossa, its
// content decides the events, and those that the law makes follow come with them. The folders are the chapters of the life of
// a fine, each with its kinds of event in voci.go; azioni.go asks the same of every kind, to say what may happen to a fine now.
// It is as pure as vita: the caller hands over what there is to look at, and writes what comes out.
package mosse

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/denaro"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/intestatario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/notifica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/violazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/rifiuto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// RichiestaEvento is an event as a person asks to record it. DataLegale is today in Rome when empty;
// Sequenza is the last event that the person has seen, nil: it does not matter.
type RichiestaEvento struct {
	Tipo        string          `json:"tipo"`
	DataLegale  string          `json:"dataLegale"`
	Posizione   string          `json:"posizione"`
	Motivo      string          `json:"motivo"`
	Prova       string          `json:"prova"`
	Dati        json.RawMessage `json:"dati"`
	Idempotenza string          `json:"idempotenza"`
	Sequenza    *int            `json:"sequenza"`
}

// EsitoEvento is where a fine is after an event, or now where the event was there already.
type EsitoEvento struct {
	Sequenza int `json:"sequenza"`
	vita.Assi
}

// Mossa is a request that was read and checked, of its kind of event.
type Mossa struct {
	mossa.Richiesta

	voce      mossa.Voce
	contenuto mossa.Contenuto
}

// ChiedeStoria reports that the decision looks at the events before it.
func (m Mossa) ChiedeStoria() bool { return m.voce.Storia }

// ChiedeVisura reports that the decision takes the address of an answer of a register.
func (m Mossa) ChiedeVisura() bool { return m.Tipo == verbale.EventoVisuraApplicata }

// ChiedeLotto reports that the decision may let an act go on, into the open lot where acts enter it by themselves.
func (m Mossa) ChiedeLotto() bool { return m.Tipo == verbale.EventoAnomaliaRisolta }

// ChiedeAtti reports that the decision sends an act, whose hash it looks at.
func (m Mossa) ChiedeAtti() bool {
	x, c := m.contenuto.(*notifica.Invio)
	return c && x.Parte
}

// VerbaleCambiato says that the fine is no more as the person saw it.
type VerbaleCambiato struct{ Visto, Adesso int }

// Error names both places in the history, for the log.
func (e VerbaleCambiato) Error() string {
	return fmt.Sprintf("verbale: alla sequenza %d, non %d", e.Adesso, e.Visto)
}

// Decidi says what happens to the fine and where it will be then. It is pure: Applica judges it twice,
// here to answer and in the store to write.
func (m Mossa) Decidi(s vita.Stato) ([]vita.Evento, EsitoEvento, error) {
	if m.Sequenza != nil && *m.Sequenza != s.Sequenza {
		return nil, EsitoEvento{}, VerbaleCambiato{*m.Sequenza, s.Sequenza}
	}
	if !s.Ammette(m.Tipo) {
		return nil, EsitoEvento{}, rifiuto.DiTabella(s, m.Tipo)
	}
	eventi, err := m.contenuto.Decidi(s, m.Richiesta)
	if err != nil {
		return nil, EsitoEvento{}, rifiuto.Come(s, m.Tipo, err)
	}
	eventi[0].Prova, eventi[0].Idempotenza, eventi[0].Impronta = m.Prova, m.Idempotenza, m.Impronta
	dopo := s
	for _, e := range eventi {
		prima := dopo
		if dopo, err = vita.Applica(prima, e); err != nil {
			return nil, EsitoEvento{}, rifiuto.Come(prima, e.Tipo(), err)
		}
	}
	seguono, err := violazione.Recidive(m.Richiesta, s, dopo, eventi)
	if err != nil {
		return nil, EsitoEvento{}, err
	}
	seguono = append(seguono, intestatario.Trattiene(m.Richiesta, dopo, eventi)...)
	if e, serve := denaro.Blocca(m.Richiesta, s, dopo); serve {
		seguono = append(seguono, e)
	}
	for _, e := range seguono {
		if dopo, err = vita.Applica(dopo, e); err != nil {
			return nil, EsitoEvento{}, rifiuto.Come(dopo, e.Tipo(), err)
		}
		eventi = append(eventi, e)
	}
	return eventi, EsitoEvento{Sequenza: dopo.Sequenza, Assi: dopo.Assi}, nil
}

// LeggiMossa reads a request of attore: kind, then every field at fault; dati reads its data.
func LeggiMossa(r RichiestaEvento, attore string, ora time.Time, dati mossa.Lettore) (Mossa, error) {
	m := Mossa{Richiesta: mossa.Richiesta{Tipo: verbale.TipoEvento(r.Tipo), Attore: attore, Ora: ora, Oggi: calendario.Da(ora), Sequenza: r.Sequenza}}
	var ok bool
	if m.voce, ok = voceDi(m.Tipo); !ok {
		return m, tipoEstraneo()
	}
	v := &vaglio.Vaglio{}
	leggiComune(&m, v, r)
	var err error
	if m.contenuto, err = m.voce.Leggi(dati); err != nil {
		e := problem.As(err)
		if e == nil {
			return m, err
		}
		v.Campi = append(v.Campi, e.Campi...)
	} else {
		m.contenuto.Controlla(v, &m.Richiesta)
	}
	m.Impronta = r.impronta()
	return m, v.Errore()
}

// leggiComune reads what every request has.
func leggiComune(m *Mossa, v *vaglio.Vaglio, r RichiestaEvento) {
	m.Motivo = v.Testo("motivo", r.Motivo, 500)
	m.Prova = v.Facoltativo("prova", r.Prova, 200)
	if chiave := v.Testo("idempotenza", r.Idempotenza, 64); chiave != "" {
		m.Idempotenza = "persona:" + chiave
	}
	m.Posizione = v.Id("posizione", event.CampoPosizione, r.Posizione)
	if m.Posizione != uuid.Nil && !m.voce.Posizione {
		v.Rifiuta("posizione", "l'evento riguarda l'intero verbale")
	}
	if r.Sequenza != nil && *r.Sequenza < 1 {
		v.Rifiuta("sequenza", "è il numero dell'ultimo evento letto, da 1")
	}
	m.Giorno, m.GiornoDetto = v.Giorno("dataLegale", r.DataLegale), r.DataLegale != ""
	switch {
	case !m.GiornoDetto:
		m.Giorno = m.Oggi
	case m.Giorno.After(m.Oggi):
		v.Rifiuta("dataLegale", "è nel futuro")
	}
}

// impronta tells two requests apart, whatever the order of their members; Sequenza is not content.
func (r RichiestaEvento) impronta() string {
	var dati any
	if len(r.Dati) > 0 {
		_ = json.Unmarshal(r.Dati, &dati) // it was read before
	}
	if vuoti, ok := dati.(map[string]any); ok && len(vuoti) == 0 {
		dati = nil
	}
	testo, err := json.Marshal([]any{r.Tipo, r.DataLegale, r.Posizione, r.Motivo, r.Prova, r.Idempotenza, dati})
	if err != nil {
		return ""
	}
	somma := sha256.Sum256(testo)
	return hex.EncodeToString(somma[:])
}
