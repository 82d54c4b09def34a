package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// scriviEntro is how long a reader of a stream may take for one event.
const scriviEntro = 10 * time.Second

// ChiedeEventi says whether a request wants a stream of events.
func ChiedeEventi(h http.Header) bool {
	return strings.Contains(h.Get(echo.HeaderAccept), "text/event-stream")
}

// SoloEventi refuses, on a route that answers with a stream alone, who did not ask for one: 400.
func SoloEventi(h http.Header) error {
	if ChiedeEventi(h) {
		return nil
	}
	return problem.Malformata("La rotta risponde solo con eventi: Accept deve essere text/event-stream.")
}

// Penna writes a stream of events (text/event-stream), each with a deadline.
type Penna struct {
	w       http.ResponseWriter
	comandi *http.ResponseController
}

// NuovaPenna begins the stream: the answer is 200 from here on.
func NuovaPenna(w http.ResponseWriter) *Penna {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no") // proxies are to pass each event on at once
	w.WriteHeader(http.StatusOK)
	return &Penna{w: w, comandi: http.NewResponseController(w)}
}

// Evento writes an event with a JSON payload; an error means that the reader has gone.
func (p *Penna) Evento(nome string, corpo any) error {
	dati, err := json.Marshal(corpo)
	if err != nil {
		return fmt.Errorf("web: evento %s: %w", nome, err)
	}
	return p.scrivi(fmt.Sprintf("event: %s\ndata: %s\n\n", nome, dati))
}

// Commento keeps the connection alive.
func (p *Penna) Commento() error { return p.scrivi(": battito\n\n") }

func (p *Penna) scrivi(testo string) error {
	_ = p.comandi.SetWriteDeadline(time.Now().Add(scriviEntro)) // a writer of a test has none
	_, err := p.w.Write([]byte(testo))
	return cmp.Or(err, p.comandi.Flush())
}
