package motorizzazione

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
)

// Controllo is the body of POST /controllo/motorizzazione.
type Controllo struct {
	Modo         string `json:"modo"`                   // normale, lento, errore, muto, taglia; empty leaves it as it is
	Volte        int    `json:"volte,omitempty"`        // for the next n requests; 0 until changed
	Millisecondi int    `json:"millisecondi,omitempty"` // delay of lento, 2000 when absent
	Azzera       bool   `json:"azzera,omitempty"`       // forgets the counters, also those of the plates 51n
}

// StatoControllo is the answer of both methods of /controllo/motorizzazione.
type StatoControllo struct {
	Modo      string    `json:"modo"`
	Volte     int       `json:"volte"` // left; 0 until changed
	Richieste Richieste `json:"richieste"`
}

// comando is the failure in force for every plate, above the scenarios.
type comando struct {
	mu     sync.Mutex
	modo   string
	guasto guasto
	volte  int
}

// prossimo is the failure of the next request, nil when there is none.
func (c *comando) prossimo() guasto {
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
	guasti := map[string]guasto{"normale": nil, "lento": lento(attesa), "errore": stato(http.StatusInternalServerError), "muto": muto, "taglia": taglia}
	g, noto := guasti[o.Modo]
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
		return "normale", 0
	}
	return c.modo, c.volte
}

// Comanda sets the failure for the requests to come, as POST does. It is false
// for a mode or number that does not exist, and then nothing changes.
func (s *Simulatore) Comanda(o Controllo) bool {
	if o.Modo != "" && !s.comando.imposta(o) {
		return false
	}
	if o.Azzera {
		s.conteggio.azzera()
	}
	return true
}

// Richieste tells how often a plate or licence number was asked for.
func (s *Simulatore) Richieste(chiave string) int {
	return s.conteggio.richieste(targa.Normalizza(chiave))
}

func (s *Simulatore) leggiControllo(w http.ResponseWriter, r *http.Request) {
	modo, volte := s.comando.leggi()
	chiave := targa.Normalizza(r.URL.Query().Get("chiave"))
	inJSON("", http.StatusOK, "application/json", StatoControllo{Modo: modo, Volte: volte, Richieste: s.conteggio.leggi(chiave)}).scrivi(w)
}

func (s *Simulatore) cambiaControllo(w http.ResponseWriter, r *http.Request) {
	var o Controllo
	lettore := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16))
	lettore.DisallowUnknownFields()
	if err := lettore.Decode(&o); err != nil || !s.Comanda(o) {
		rifiuto{stato: 400, codice: "CONTROLLO_NON_VALIDO",
			dettaglio: `Corpo atteso: {"modo":"normale|lento|errore|muto|taglia","volte":n,"millisecondi":n,"azzera":bool}.`}.risposta("").scrivi(w)
		return
	}
	s.leggiControllo(w, r)
}
