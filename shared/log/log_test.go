package log_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/log"
)

func TestLogLine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	l := log.Nuovo(&out, "core", "INFO")
	ctx := log.Con(context.Background(), slog.String("tenant", "alfa"))
	l.DebugContext(ctx, "below the level")
	l.InfoContext(log.Con(ctx, slog.String("attore", "a")), "entrato", "Password", "x", "codiceFiscale", "RSSMRA80A01H501U", "id", 7)
	var riga map[string]any
	if err := json.Unmarshal(out.Bytes(), &riga); err != nil {
		t.Fatalf("not one JSON line: %q", out.String())
	}
	for k, want := range map[string]any{
		"servizio": "core", "tenant": "alfa", "attore": "a", "msg": "entrato",
		"Password": "********", "codiceFiscale": "********", "id": 7.0,
	} {
		if riga[k] != want {
			t.Errorf("%s = %v, want %v", k, riga[k], want)
		}
	}
}
