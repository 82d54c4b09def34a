package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// battitoFlusso is between two signs of life on a silent stream, riguarda between two looks at the source.
const (
	battitoFlusso = 15 * time.Second
	riguarda      = 10 * time.Second
)

// Following is a thing T that changes while a stream shows it. News of it comes as A, each whole, and may be
// lost: the source is looked at now and then all the same.
type Following[T, A any] struct {
	Event     string
	News      <-chan A
	Read      func(ctx context.Context) (T, error)
	Advance   func(T, A) (T, bool) // false: the news is old
	Show      func(context.Context, T) (any, error)
	Done      func(T) bool // nothing more will happen
	Every     time.Duration
	Heartbeat time.Duration
}

// Follow writes the thing as it is and then as it changes, never the same twice in a row, until it has ended,
// the reader goes, or ctx ends. A source that does not answer is asked again later. Every and Battito have
// defaults of some seconds.
func Follow[T, A any](ctx context.Context, p *EventWriter, x T, s Following[T, A]) error {
	guarda, battito := time.NewTicker(cmp.Or(s.Every, riguarda)), time.NewTicker(cmp.Or(s.Heartbeat, battitoFlusso))
	defer guarda.Stop()
	defer battito.Stop()
	var ultimo []byte
	for {
		corpo, err := s.Show(ctx, x)
		if err != nil {
			return err
		}
		dati, err := json.Marshal(corpo)
		if err != nil {
			return fmt.Errorf("web: evento %s: %w", s.Event, err)
		}
		if !bytes.Equal(dati, ultimo) {
			if p.Event(s.Event, json.RawMessage(dati)) != nil {
				return nil // the reader has gone
			}
			ultimo = dati
			battito.Reset(cmp.Or(s.Heartbeat, battitoFlusso))
		}
		if s.Done(x) {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-battito.C:
			if p.Comment() != nil {
				return nil // the reader has gone
			}
		case a := <-s.News:
			if nuovo, vero := s.Advance(x, a); vero {
				x = nuovo
			}
		case <-guarda.C:
			if nuovo, err := s.Read(ctx); err == nil {
				x = nuovo
			}
		}
	}
}
