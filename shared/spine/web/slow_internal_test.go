package web

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// TestSlowBodyHoldsNoConnection: whoever sends a byte now and then, before he is known and wherever he sends it,
// is answered and let go.
func TestSlowBodyHoldsNoConnection(t *testing.T) {
	t.Parallel()
	log, _ := testkit.Log(t)
	s, err := New(Options{Base: "/b", Reserved: []string{"/b"}, Metrics: prometheus.NewRegistry(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	s.tempo = 50 * time.Millisecond
	legge := func(c echo.Context) error {
		_, err := Decode[map[string]any](c)
		return err
	}
	risponde := func(c echo.Context) error { return c.NoContent(http.StatusNoContent) }
	s.Group("").Add(http.MethodPost, "/aperta", legge, Open(), NoTenant())
	s.Group("").Add(http.MethodPost, "/flusso", legge, Open(), NoTenant(), NoTimeout())
	s.Group("").Add(http.MethodGet, "/eventi", risponde, Open(), NoTenant(), NoTimeout())
	s.Group("").Add(http.MethodPost, "/sorda", risponde, Open(), NoTenant())
	s.Group("").Add(http.MethodPost, "/chiusa", legge)
	srv := httptest.NewServer(s.Echo)
	t.Cleanup(srv.Close)
	lungo, aPezzi := "Content-Length: 50000", "Transfer-Encoding: chunked"
	casi := map[string]struct {
		riga, corpo string
		stato       int
	}{
		"a route that reads it":                 {"POST /b/aperta", lungo, 408},
		"a route that reads it, in chunks":      {"POST /b/aperta", aPezzi, 408},
		"a route without deadline":              {"POST /b/flusso", aPezzi, 408},
		"a stream that reads nothing":           {"GET /b/eventi", lungo, 204},
		"a route that reads nothing":            {"POST /b/sorda", lungo, 204},
		"a stranger":                            {"POST /b/chiusa", lungo, 401},
		"a stranger, in chunks":                 {"POST /b/chiusa", aPezzi, 401},
		"a stranger where no route is":          {"POST /b/altrove", lungo, 401},
		"no route":                              {"POST /altrove", lungo, 404},
		"no route, in chunks":                   {"POST /altrove", aPezzi, 404},
		"a method that the route does not have": {"DELETE /b/aperta", lungo, 401},
		"health":                                {"GET /livez", lungo, 200},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", srv.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s\r\n\r\n", c.riga, c.corpo)
			smette := make(chan struct{})
			defer func() { <-smette }()
			go func() { // a byte now and then, until the server has had enough
				defer close(smette)
				for err := error(nil); err == nil; time.Sleep(20 * time.Millisecond) {
					_, err = io.WriteString(conn, map[bool]string{true: "1\r\n \r\n", false: " "}[c.corpo == aPezzi])
				}
			}()
			defer conn.Close()
			_ = conn.SetReadDeadline(tempo.Macchina().Add(8 * time.Second))
			lettore := bufio.NewReader(conn)
			r, err := http.ReadResponse(lettore, nil)
			if err != nil {
				t.Fatalf("no answer: %v", err)
			}
			_, _ = io.Copy(io.Discard, r.Body)
			r.Body.Close()
			if r.StatusCode != c.stato {
				t.Errorf("%d, want %d", r.StatusCode, c.stato)
			}
			if _, err := lettore.ReadByte(); err == nil || isTimeout(err) {
				t.Errorf("the connection is held open: %v", err)
			}
		})
	}
}

func isTimeout(err error) bool {
	rete, ok := err.(net.Error) //nolint:errorlint // of the connection itself
	return ok && rete.Timeout()
}
