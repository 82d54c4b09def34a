package esitopostale

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	// InsiemeAlPiu is how many files the service reads at once: each is in memory until its rows are written.
	InsiemeAlPiu = 2
	// AttesaPosto is how long a file waits for its turn: it leaves the deadline of the request the time to work.
	AttesaPosto = 10 * time.Second
)

// Porta lets few files in at once; the next one waits for a place.
type Porta struct {
	posti  chan struct{}
	attesa time.Duration
}

// NuovaPorta makes a door with so many places, for which a file waits so long.
func NuovaPorta(insieme int, attesa time.Duration) *Porta {
	return &Porta{posti: make(chan struct{}, insieme), attesa: attesa}
}

// entra takes a place, which the function gives back; 429 CARICAMENTI_IN_CORSO when none gets free.
func (p *Porta) entra(ctx context.Context) (esci func(), err error) {
	scaduta := time.NewTimer(p.attesa)
	defer scaduta.Stop()
	select {
	case p.posti <- struct{}{}:
		return func() { <-p.posti }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("esiti postali: posto: %w", ctx.Err())
	case <-scaduta.C:
		e := problem.Troppe(p.attesa)
		e.Codice, e.Dettaglio = "CARICAMENTI_IN_CORSO", "Si stanno caricando altri file di esiti: riprovare tra poco."
		return nil, e
	}
}

// corpo reads the file into memory once: a file with a declared length takes no more than that. The limit of
// the route has bounded both.
func corpo(r *http.Request) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, max(r.ContentLength, 0)+bytes.MinRead))
	_, err := io.Copy(b, r.Body)
	return b.Bytes(), err
}
