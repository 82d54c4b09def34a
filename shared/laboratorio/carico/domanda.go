package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
)

// domanda is a request with a body in JSON (nil: none), by an account of the command (empty: by nobody).
type domanda struct {
	metodo, indirizzo, utente string
	corpo                     any
}

// manda sends a request and reads the answer into dst, which may be nil.
func (d domanda) manda(ctx context.Context, cliente *http.Client, dst any) error {
	var dati []byte
	if d.corpo != nil {
		var err error
		if dati, err = json.Marshal(d.corpo); err != nil {
			return err
		}
	}
	richiesta, err := http.NewRequestWithContext(ctx, d.metodo, d.indirizzo, bytes.NewReader(dati))
	if err != nil {
		return fmt.Errorf("%s: %w", d.indirizzo, err)
	}
	richiesta.Header.Set("Content-Type", "application/json")
	if d.utente != "" {
		richiesta.SetBasicAuth(d.utente, banco.Password)
	}
	risposta, err := cliente.Do(richiesta)
	if err != nil {
		return fmt.Errorf("%s: %w", d.indirizzo, err)
	}
	defer risposta.Body.Close()
	testo, err := io.ReadAll(risposta.Body)
	if err != nil {
		return fmt.Errorf("%s: %w", d.indirizzo, err)
	}
	if risposta.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s %s: %s: %.300s", d.metodo, d.indirizzo, risposta.Status, testo)
	}
	if dst == nil {
		return nil
	}
	return json.Unmarshal(testo, dst)
}
