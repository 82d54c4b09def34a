package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// scriviEntro is how long a reader of a stream may take for one event.
const scriviEntro = 10 * time.Second

// WantsEvents says whether a request wants a stream of events.
func WantsEvents(h http.Header) bool {
	return strings.Contains(h.Get(echo.HeaderAccept), "text/event-stream")
}

// OnlyEvents refuses, on a route that answers with a stream alone, who did not ask for one: 400.
func OnlyEvents(h http.Header) error {
	if WantsEvents(h) {
		return nil
	}
	return problem.Malformata("La rotta risponde solo con eventi: Accept deve essere text/event-stream.")
}

// EventWriter writes a stream of events (text/event-stream), each with a deadline.
type EventWriter struct {
	w       http.ResponseWriter
	comandi *http.ResponseController
}

// NewEventWriter begins the stream: the answer is 200 from here on.
func NewEventWriter(w http.ResponseWriter) *EventWriter {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no") // proxies are to pass each event on at once
	w.WriteHeader(http.StatusOK)
	return &EventWriter{w: w, comandi: http.NewResponseController(w)}
}

// Event writes an event with a JSON payload; an error means that the reader has gone.
func (p *EventWriter) Event(nome string, corpo any) error {
	dati, err := json.Marshal(corpo)
	if err != nil {
		return fmt.Errorf("web: evento %s: %w", nome, err)
	}
	return p.scrivi(fmt.Sprintf("event: %s\ndata: %s\n\n", nome, dati))
}

// Comment keeps the connection alive.
func (p *EventWriter) Comment() error { return p.scrivi(": battito\n\n") }

func (p *EventWriter) scrivi(testo string) error {
	_ = p.comandi.SetWriteDeadline(time.Now().Add(scriviEntro)) // a writer of a test has none
	_, err := p.w.Write([]byte(testo))
	return cmp.Or(err, p.comandi.Flush())
}
