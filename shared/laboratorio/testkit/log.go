package testkit

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
)

// Registrazioni are the log records of a test, as JSON objects: what an operator would see.
type Registrazioni struct {
	mu    sync.Mutex
	testo bytes.Buffer
}

// Log returns a logger of every level and what it is told. The records of a failed test are
// printed.
func Log(tb testing.TB) (*slog.Logger, *Registrazioni) {
	tb.Helper()
	r := &Registrazioni{}
	tb.Cleanup(func() {
		if tb.Failed() {
			tb.Logf("log of the test:\n%s", r.Testo())
		}
	})
	return slog.New(slog.NewJSONHandler(r, &slog.HandlerOptions{Level: slog.LevelDebug})), r
}

// Write takes the lines of a JSON handler; it serves also as the output of any slog handler.
func (r *Registrazioni) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.testo.Write(p)
}

// Testo is everything that was logged, one line a record.
func (r *Registrazioni) Testo() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.testo.String()
}

// Tutte are the records in order: "level", "msg", "time" and the attributes, as JSON decodes them.
func (r *Registrazioni) Tutte() []map[string]any {
	var esito []map[string]any
	for riga := range bytes.Lines([]byte(r.Testo())) {
		var voce map[string]any
		if json.Unmarshal(riga, &voce) == nil {
			esito = append(esito, voce)
		}
	}
	return esito
}

// Con are the records with this message.
func (r *Registrazioni) Con(messaggio string) []map[string]any {
	var esito []map[string]any
	for _, voce := range r.Tutte() {
		if voce["msg"] == messaggio {
			esito = append(esito, voce)
		}
	}
	return esito
}
