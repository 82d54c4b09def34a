package log_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	stdlog "log" //nolint:depguard // what it writes is what is tested
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/log"
)

func TestLogLine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	l := log.New(&out, "core", "INFO")
	ctx := log.With(context.Background(), slog.String("tenant", "alfa"))
	l.DebugContext(ctx, "below the level")
	l.InfoContext(log.With(ctx, slog.String("attore", "a")), "entrato", "Password", "x", "codiceFiscale", "RSSMRA80A01H501U", "id", 7)
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

// linee sends each message on.
type linee chan string

func (l linee) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// TestWhatAPeerSendsOutOfTurnIsInNoLog: net/http prints an answer that nobody asked for, whatever is in it.
//
//nolint:paralleltest // the standard library's logger is one
func TestWhatAPeerSendsOutOfTurnIsInNoLog(t *testing.T) {
	righe := make(linee, 10)
	prima := stdlog.Writer()
	t.Cleanup(func() { stdlog.SetOutput(prima) })
	stdlog.SetOutput(log.Library(log.New(righe, "vpn", "INFO")))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = c.Close() }()
		una := "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nFerrari"
		_, _ = io.WriteString(c, una+una)
	}))
	t.Cleanup(s.Close)
	r, err := s.Client().Get(s.URL) //nolint:noctx // a server of this test
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.ReadAll(r.Body)
	_ = r.Body.Close()
	select {
	case riga := <-righe:
		if strings.Contains(riga, "Ferrari") || !strings.Contains(riga, "Unsolicited response") || !strings.HasPrefix(riga, "{") {
			t.Errorf("%s", riga)
		}
	case <-time.After(10 * time.Second):
		t.Error("nothing was said")
	}
}
