package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// scadenzaPronti is how long all programs together may take to become ready.
const scadenzaPronti = 90 * time.Second

// attendiPronti waits until every program answers 200 at /readyz. The error names who is late and
// why: what its readiness says, or how it ended.
func attendiPronti(ctx context.Context, programmi []*sorvegliato, scadenza time.Duration) error {
	ctx, annulla := context.WithTimeout(ctx, scadenza)
	defer annulla()
	esiti := make(chan error, len(programmi))
	for _, p := range programmi {
		go func() { esiti <- p.attendiPronto(ctx) }()
	}
	var errori []error
	for range programmi {
		errori = append(errori, <-esiti)
	}
	return errors.Join(errori...)
}

func (s *sorvegliato) attendiPronto(ctx context.Context) error {
	inizio, annunciato := time.Now(), time.Now()
	for {
		motivo := prontezza(s.pronto())
		if motivo == "" {
			return nil
		}
		if caduta := s.stato(); caduta != "" {
			motivo += "; " + caduta
		}
		if time.Since(annunciato) > 10*time.Second {
			annunciato = time.Now()
			s.log.Warn("non ancora pronto", "programma", s.nome, "motivo", motivo)
		}
		if clock.Sleep(ctx, 50*time.Millisecond) != nil {
			return fmt.Errorf("%s non è pronto dopo %s: %s", s.nome, time.Since(inizio).Round(time.Second), motivo)
		}
	}
}

// prontezza asks once and returns why the program is not ready, empty when it is.
func prontezza(indirizzo string) string {
	cliente := http.Client{Timeout: 3 * time.Second}
	risposta, err := cliente.Get(indirizzo)
	if err != nil {
		return err.Error()
	}
	defer risposta.Body.Close()
	corpo, err := io.ReadAll(io.LimitReader(risposta.Body, 2048))
	if risposta.StatusCode == http.StatusOK && err == nil {
		return ""
	}
	return risposta.Status + " " + strings.TrimSpace(string(corpo))
}
