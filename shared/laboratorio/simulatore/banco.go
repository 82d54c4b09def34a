// Package simulatore is what every simulated outside system has in common: failures on demand (slow,
// failing, twice, never, cut in the middle, too many requests, a page instead of data), chosen by the
// key asked for or commanded for the requests to come, and the count of the requests. A system adds
// its good answers, its refusals and the keys of its scenarios.
package simulatore

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Banco is the failures and the counters of one simulated system. It is safe for concurrent use and
// keeps nothing on disk.
type Banco struct {
	nome       string
	normalizza func(chiave string) string
	comando    comando
	conteggio  conteggio
	ricevute   ricevute
}

// Nuovo returns the harness of a system that behaves normally; normalizza gives a key the one form in
// which it is counted.
func Nuovo(nome string, normalizza func(chiave string) string) *Banco {
	return &Banco{nome: nome, normalizza: normalizza}
}

// Registra mounts the control of the system under /controllo/<nome>, and what it received under /controllo/<nome>/ricevute.
func (b *Banco) Registra(mux *http.ServeMux) {
	mux.HandleFunc("GET /controllo/"+b.nome, b.leggiControllo)
	mux.HandleFunc("POST /controllo/"+b.nome, b.cambiaControllo)
	mux.HandleFunc("GET /controllo/"+b.nome+"/ricevute", b.leggiRicevute)
}

// Domanda is one request as the system understood it.
type Domanda struct {
	Risorsa string // as the counters call it
	Chiave  string // normalised
	Guasto  Guasto // of the scenario that the key chooses, nil when none
	Perche  string // the fault, for who reads the requests received; empty: the refusal says it
	Numero  string // that the caller has given it, by which the same question is known; empty where there is none
}

// Rispondi counts the request, then writes the good answer or lets the commanded failure, else the
// scenario's, spoil it. A scenario spoils good answers only, so that a question refused for
// its form is refused.
func (b *Banco) Rispondi(w http.ResponseWriter, r *http.Request, d Domanda, buona Risposta) {
	buona.Volta = b.conteggio.aggiungi(d.Risorsa, d.Chiave)
	guasto := b.comando.prossimo()
	if guasto == nil && buona.Stato < http.StatusMultipleChoices {
		guasto = d.Guasto
	}
	b.annota(r, d, buona, guasto != nil)
	if guasto == nil {
		buona.Scrivi(w)
		return
	}
	guasto(w, r, buona)
}

// Controllo is the body of POST /controllo/<nome>.
type Controllo struct {
	Modo         string `json:"modo"`                   // one of Modi; empty leaves it as it is
	Volte        int    `json:"volte,omitempty"`        // for the next n requests; 0 until changed
	Millisecondi int    `json:"millisecondi,omitempty"` // delay of lento, 2000 when absent
	Azzera       bool   `json:"azzera,omitempty"`       // forgets the counters, also those of the scenarios 51n
}

// StatoControllo is the answer of both methods of /controllo/<nome>.
type StatoControllo struct {
	Modo      string    `json:"modo"`
	Volte     int       `json:"volte"` // left; 0 until changed
	Richieste Richieste `json:"richieste"`
}

// normale is the mode without failures.
const normale = "normale"

// guasti are the failures that can be commanded, by the name of their mode.
func guasti(attesa time.Duration) map[string]Guasto {
	return map[string]Guasto{
		normale:         nil,
		"lento":         Lento(attesa),
		"errore":        ErroreStato(http.StatusInternalServerError, ""),
		"muto":          Muto,
		"taglia":        Taglia,
		"chiude":        Chiudi,
		"doppia":        DueVolte,
		"html":          Corpo("text/html", "<html><body>Manutenzione</body></html>"),
		"troppe":        ErroreStato(http.StatusTooManyRequests, "1"),
		"troppe-subito": ErroreStato(http.StatusTooManyRequests, ""),
	}
}

// Modi are the modes that can be commanded.
func Modi() []string {
	var modi []string
	for modo := range guasti(0) {
		modi = append(modi, modo)
	}
	slices.Sort(modi)
	return modi
}

// comando is the failure in force for every key, above the scenarios.
type comando struct {
	mu     sync.Mutex
	modo   string
	guasto Guasto
	volte  int
}

// prossimo is the failure of the next request, nil when there is none.
func (c *comando) prossimo() Guasto {
	c.mu.Lock()
	defer c.mu.Unlock()
	g := c.guasto
	if c.volte > 0 {
		if c.volte--; c.volte == 0 {
			c.modo, c.guasto = "", nil
		}
	}
	return g
}

func (c *comando) imposta(o Controllo) bool {
	attesa := time.Duration(o.Millisecondi) * time.Millisecond
	if attesa == 0 {
		attesa = 2 * time.Second
	}
	g, noto := guasti(attesa)[o.Modo]
	if !noto || o.Volte < 0 || o.Millisecondi < 0 {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.modo, c.guasto, c.volte = o.Modo, g, o.Volte
	return true
}

func (c *comando) leggi() (modo string, volte int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.guasto == nil {
		return normale, 0
	}
	return c.modo, c.volte
}

// Comanda sets the failure for the requests to come, as POST does. It is false for a mode or number
// that does not exist, and then nothing changes.
func (b *Banco) Comanda(o Controllo) bool {
	if o.Modo != "" && !b.comando.imposta(o) {
		return false
	}
	if o.Azzera {
		b.conteggio.azzera()
	}
	return true
}

// Richieste tells how often a key was asked for.
func (b *Banco) Richieste(chiave string) int {
	chiave = b.normalizza(chiave)
	return b.conteggio.leggi(chiave).Chiavi[chiave]
}

func (b *Banco) leggiControllo(w http.ResponseWriter, r *http.Request) {
	modo, volte := b.comando.leggi()
	InJSON(StatoControllo{Modo: modo, Volte: volte, Richieste: b.conteggio.leggi(b.normalizza(r.URL.Query().Get("chiave")))}).Scrivi(w)
}

func (b *Banco) cambiaControllo(w http.ResponseWriter, r *http.Request) {
	var o Controllo
	lettore := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16))
	lettore.DisallowUnknownFields()
	if err := lettore.Decode(&o); err != nil || !b.Comanda(o) {
		Problema(http.StatusBadRequest, "CONTROLLO_NON_VALIDO",
			`Corpo atteso: {"modo":"`+strings.Join(Modi(), "|")+`","volte":n,"millisecondi":n,"azzera":bool}.`, nil).Scrivi(w)
		return
	}
	b.leggiControllo(w, r)
}
