// Package mosse judges what a person asks to record about a fine: a request (RichiestaEvento) is read into a Mossa, its
// content decides the events, and those that the law makes follow come with them. voci.go lists the kinds of event, each
// with its content in the file of its noun; azioni.go asks the same of every kind, to say what may happen to a fine now.
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
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/residenza"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/rifiuto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
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

// Mossa is a request that was read and checked, with what the decisions look at beside the state.
type Mossa struct {
	voce        voce
	tipo        verbale.TipoEvento
	Giorno      calendario.Giorno // legal day
	giornoDetto bool              // the person named it
	posizione   uuid.UUID
	motivo      string
	prova       string
	Idempotenza string
	Impronta    string
	sequenza    *int
	attore      string
	ora         time.Time
	Oggi        calendario.Giorno
	contenuto   contenuto
	Visura      residenza.Legge // the address that an answer gives; nil: only whether it may be applied is asked
	Sceglie     *Scelta         // somebody on the papers of the vehicle, where the person names them so

	Quadro     conseguenze.Quadro
	Righe      Righe           // the table of violations on the day of the fine
	Comuni     *comune.Tabella // nil: addresses are not judged
	Storia     []vita.Evento   // where the decision asks for it
	Automatico bool            // where an anomaly is settled: its act may enter the open lot
	Numeri     []conseguenze.NumeroAvviso
	Precedenti []conseguenze.Precedente // of the driver, where CercaPrecedenti asks for them
}

// ChiedeStoria reports that the decision looks at the events before it.
func (m Mossa) ChiedeStoria() bool { return m.voce.storia }

// ChiedeVisura reports that the decision takes the address of an answer of a register.
func (m Mossa) ChiedeVisura() bool { return m.tipo == verbale.EventoVisuraApplicata }

// ChiedeLotto reports that the decision may let an act go on, into the open lot where acts enter it by themselves.
func (m Mossa) ChiedeLotto() bool { return m.tipo == verbale.EventoAnomaliaRisolta }

// MancanoNumeri says that a decision needs notice numbers: they are taken outside the transaction, which
// would otherwise wait for a second connection while it holds the fine.
type MancanoNumeri int

// Error says how many, for the log: no person reads it.
func (n MancanoNumeri) Error() string {
	return fmt.Sprintf("verbale: servono %d numeri di avviso", int(n))
}

// prendi gives n of the numbers that were taken for this request.
func (m Mossa) prendi(n int) ([]conseguenze.NumeroAvviso, error) {
	if len(m.Numeri) < n {
		return nil, MancanoNumeri(n)
	}
	return m.Numeri[:n], nil
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
	if m.sequenza != nil && *m.sequenza != s.Sequenza {
		return nil, EsitoEvento{}, VerbaleCambiato{*m.sequenza, s.Sequenza}
	}
	if !s.Ammette(m.tipo) {
		return nil, EsitoEvento{}, rifiuto.DiTabella(s, m.tipo)
	}
	eventi, err := m.contenuto.decidi(s, m)
	if err != nil {
		return nil, EsitoEvento{}, rifiuto.Come(s, m.tipo, err)
	}
	eventi[0].Prova, eventi[0].Idempotenza, eventi[0].Impronta = m.prova, m.Idempotenza, m.Impronta
	dopo := s
	for _, e := range eventi {
		prima := dopo
		if dopo, err = vita.Applica(prima, e); err != nil {
			return nil, EsitoEvento{}, rifiuto.Come(prima, e.Tipo(), err)
		}
	}
	seguono, err := m.recidive(s, dopo, eventi)
	if err != nil {
		return nil, EsitoEvento{}, err
	}
	seguono = append(seguono, m.trattiene(dopo, eventi)...)
	if e, serve := m.blocca(s, dopo); serve {
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

// evento is one event of the request, on its legal day.
func (m Mossa) evento(d vita.Dati, posizione uuid.UUID) vita.Evento {
	return vita.Evento{Posizione: posizione, DataLegale: m.Giorno, Registrato: m.ora, Attore: m.attore, Causa: m.motivo, Dati: d}
}

// oggiStesso is an event of today that follows from the request: a notice issued, a registry asked.
func (m Mossa) oggiStesso(d vita.Dati, posizione uuid.UUID) vita.Evento {
	e := m.evento(d, posizione)
	e.DataLegale = m.Oggi
	return e
}

// su is the position of the event: the one named, or the only one that suits.
func (m Mossa) su(s vita.Stato, adatta func(vita.Posizione) bool) (vita.Posizione, error) {
	if m.posizione != uuid.Nil {
		p, ok := s.Posizione(m.posizione)
		if !ok {
			return p, problem.CampoNonValido("posizione", "il verbale non ha questa posizione")
		}
		return p, nil
	}
	var scelta vita.Posizione
	quante := 0
	for _, p := range s.Posizioni {
		if adatta(p) {
			scelta, quante = p, quante+1
		}
	}
	switch {
	case quante > 1:
		return scelta, problem.CampoNonValido("posizione", "manca: più posizioni del verbale sono adatte")
	case quante == 0 && len(s.Posizioni) == 1:
		return s.Posizioni[0], nil // whose rule says why not
	case quante == 0:
		return scelta, problem.CampoNonValido("posizione", "manca: nessuna posizione del verbale è adatta")
	}
	return scelta, nil
}

// lettore reads the data of a request strictly into a value.
type lettore func(dati any) error

// LeggiMossa reads a request of attore: kind, then every field at fault; dati reads its data.
func LeggiMossa(r RichiestaEvento, attore string, ora time.Time, dati lettore) (Mossa, error) {
	m := Mossa{tipo: verbale.TipoEvento(r.Tipo), attore: attore, ora: ora, Oggi: calendario.Da(ora), sequenza: r.Sequenza}
	var ok bool
	if m.voce, ok = voceDi(m.tipo); !ok {
		return m, tipoEstraneo()
	}
	v := &vaglio.Vaglio{}
	leggiComune(&m, v, r)
	var err error
	if m.contenuto, err = m.voce.leggi(dati); err != nil {
		e := problem.As(err)
		if e == nil {
			return m, err
		}
		v.Campi = append(v.Campi, e.Campi...)
	} else {
		m.contenuto.controlla(v, &m)
	}
	m.Impronta = r.impronta()
	return m, v.Errore()
}

// leggiComune reads what every request has.
func leggiComune(m *Mossa, v *vaglio.Vaglio, r RichiestaEvento) {
	m.motivo = v.Testo("motivo", r.Motivo, 500)
	m.prova = v.Facoltativo("prova", r.Prova, 200)
	if chiave := v.Testo("idempotenza", r.Idempotenza, 64); chiave != "" {
		m.Idempotenza = "persona:" + chiave
	}
	m.posizione = v.Id("posizione", event.CampoPosizione, r.Posizione)
	if m.posizione != uuid.Nil && !m.voce.posizione {
		v.Rifiuta("posizione", "l'evento riguarda l'intero verbale")
	}
	if r.Sequenza != nil && *r.Sequenza < 1 {
		v.Rifiuta("sequenza", "è il numero dell'ultimo evento letto, da 1")
	}
	m.Giorno, m.giornoDetto = v.Giorno("dataLegale", r.DataLegale), r.DataLegale != ""
	switch {
	case !m.giornoDetto:
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
