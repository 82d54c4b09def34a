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

// Seguito is a thing T that changes while a stream shows it. News of it comes as A, each whole, and may be
// lost: the source is looked at now and then all the same.
type Seguito[T, A any] struct {
	Evento  string
	Novita  <-chan A
	Leggi   func(ctx context.Context) (T, error)
	Avanza  func(T, A) (T, bool) // false: the news is old
	Mostra  func(context.Context, T) (any, error)
	Finito  func(T) bool // nothing more will happen
	Ogni    time.Duration
	Battito time.Duration
}

// Segui writes the thing as it is and then as it changes, never the same twice in a row, until it has ended,
// the reader goes, or ctx ends. A source that does not answer is asked again later. Ogni and Battito have
// defaults of some seconds.
func Segui[T, A any](ctx context.Context, p *Penna, x T, s Seguito[T, A]) error {
	guarda, battito := time.NewTicker(cmp.Or(s.Ogni, riguarda)), time.NewTicker(cmp.Or(s.Battito, battitoFlusso))
	defer guarda.Stop()
	defer battito.Stop()
	var ultimo []byte
	for {
		corpo, err := s.Mostra(ctx, x)
		if err != nil {
			return err
		}
		dati, err := json.Marshal(corpo)
		if err != nil {
			return fmt.Errorf("web: evento %s: %w", s.Evento, err)
		}
		if !bytes.Equal(dati, ultimo) {
			if p.Evento(s.Evento, json.RawMessage(dati)) != nil {
				return nil // the reader has gone
			}
			ultimo = dati
			battito.Reset(cmp.Or(s.Battito, battitoFlusso))
		}
		if s.Finito(x) {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-battito.C:
			if p.Commento() != nil {
				return nil // the reader has gone
			}
		case a := <-s.Novita:
			if nuovo, vero := s.Avanza(x, a); vero {
				x = nuovo
			}
		case <-guarda.C:
			if nuovo, err := s.Leggi(ctx); err == nil {
				x = nuovo
			}
		}
	}
}
