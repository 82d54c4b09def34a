package web

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// breve is a server whose requests have 50 milliseconds.
func breve(t *testing.T, h echo.HandlerFunc) *httptest.Server {
	t.Helper()
	log, _ := testkit.Log(t)
	s, err := New(Options{Base: "/b", Metrics: prometheus.NewRegistry(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	s.tempo = 50 * time.Millisecond
	s.Group("").Add(http.MethodPost, "/x", h, Open(), NoTenant())
	s.Group("").Add(http.MethodPost, "/flusso", h, Open(), NoTenant(), NoTimeout())
	srv := httptest.NewServer(s.Echo)
	t.Cleanup(srv.Close)
	return srv
}

// manda sends the beginning of a body of 100 bytes and reads the status of the answer.
func manda(t *testing.T, srv *httptest.Server, percorso string, attesa time.Duration) (int, error) {
	t.Helper()
	c, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "POST /b%s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", percorso)
	_ = c.SetReadDeadline(tempo.Macchina().Add(attesa))
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, err
	}
	r.Body.Close()
	return r.StatusCode, nil
}

func TestCallerWhoNeverEndsHisBodyIsLetGo(t *testing.T) {
	t.Parallel()
	srv := breve(t, func(c echo.Context) error {
		_, err := Decode[map[string]any](c)
		return err
	})
	if stato, err := manda(t, srv, "/x", 10*time.Second); stato != 408 {
		t.Errorf("%d, %v", stato, err)
	}
	if stato, err := manda(t, srv, "/flusso", 10*time.Second); stato != 408 {
		t.Errorf("a route without deadline: %d, %v", stato, err)
	}
}

func TestStreamsOfARouteHaveNoDeadlineAndItsPagesHave(t *testing.T) {
	t.Parallel()
	log, _ := testkit.Log(t)
	s, err := New(Options{Base: "/b", Metrics: prometheus.NewRegistry(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	s.tempo = 50 * time.Millisecond
	s.Group("").Add(http.MethodPost, "/x", func(c echo.Context) error {
		if _, err := Decode[map[string]any](c); err != nil {
			return err
		}
		select {
		case <-c.Request().Context().Done():
			return fmt.Errorf("store: %w", context.Cause(c.Request().Context()))
		case <-time.After(margineLettura + 200*time.Millisecond): // past every deadline of a page
			return c.NoContent(http.StatusNoContent)
		}
	}, Open(), NoTenant(), NoTimeoutFor("text/csv"))
	srv := httptest.NewServer(s.Echo)
	defer srv.Close()
	for accetta, stato := range map[string]int{"text/csv": 204, "application/json": 503, "": 503} {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL+"/b/x", strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", accetta)
		w, err := srv.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		w.Body.Close()
		if w.StatusCode != stato {
			t.Errorf("%q: %d, want %d", accetta, w.StatusCode, stato)
		}
	}
	c, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "POST /b/x HTTP/1.1\r\nHost: x\r\nAccept: text/csv\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	_ = c.SetReadDeadline(tempo.Macchina().Add(10 * time.Second))
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("a stream whose body never ends is waited for: %v", err)
	}
	r.Body.Close()
}

func TestSlowHandlerIsToldAndAnswers503(t *testing.T) {
	t.Parallel()
	srv := breve(t, func(c echo.Context) error {
		<-c.Request().Context().Done()
		return fmt.Errorf("store: %w", context.Cause(c.Request().Context()))
	})
	r, err := srv.Client().Post(srv.URL+"/b/x", "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("%d", r.StatusCode)
	}
}
