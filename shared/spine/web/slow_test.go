package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// TestPhotographsOverABadLineArrive: who has been proven is given the time that his body takes, a stranger is not; the
// time of the route begins when the body is there.
func TestPhotographsOverABadLineArrive(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Affretta(200 * time.Millisecond)
	h := func(c echo.Context) error {
		if _, err := web.Decode[map[string]any](c); err != nil {
			return err
		}
		if err := c.Request().Context().Err(); err != nil {
			return err
		}
		return c.NoContent(http.StatusNoContent)
	}
	b.Group("").Add(http.MethodPost, "/foto", h, web.Permission(auth.PermessoUtilita))
	b.Group("").Add(http.MethodPost, "/estranea", h, web.Open(), web.NoTenant())
	srv := httptest.NewServer(b.Echo)
	t.Cleanup(srv.Close)
	token := b.token("op", "alfa", auth.RuoloOperatore)
	for percorso, stato := range map[string]int{"/foto": 204, "/estranea": 408} {
		t.Run(percorso, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", srv.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_ = conn.SetDeadline(tempo.Macchina().Add(20 * time.Second))
			fmt.Fprintf(conn, "POST %s%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 65536\r\n\r\n{", base, percorso, token)
			time.Sleep(1200 * time.Millisecond)
			_, _ = io.WriteString(conn, strings.Repeat(" ", 65534)+"}")
			r, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Body.Close()
			if r.StatusCode != stato {
				corpo, _ := io.ReadAll(r.Body)
				t.Errorf("%d %s", r.StatusCode, corpo)
			}
		})
	}
}

// TestReaderWhoTakesNothingIsLetGo: an answer that nobody takes is given up.
func TestReaderWhoTakesNothingIsLetGo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Affretta(50 * time.Millisecond)
	scritto := make(chan error, 2)
	grande := make([]byte, 64<<20)
	h := func(c echo.Context) error {
		_, err := c.Response().Write(grande)
		scritto <- err
		return err
	}
	b.Group("").Add(http.MethodGet, "/pagina", h, aperta()...)
	b.Group("").Add(http.MethodGet, "/pacchetto", h, aperta(web.NoTimeout())...)
	srv := httptest.NewServer(b.Echo)
	t.Cleanup(srv.Close)
	for _, percorso := range []string{"/pagina", "/pacchetto"} {
		conn, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET %s%s HTTP/1.1\r\nHost: x\r\n\r\n", base, percorso)
		select {
		case err := <-scritto:
			if err == nil {
				t.Errorf("%s: it was all taken", percorso)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: the reader is waited for", percorso)
		}
		conn.Close()
	}
}

// TestConnectionOutlivesTheTimeOfAnAnswer: what one answer was given is not taken from the next on the connection.
func TestConnectionOutlivesTheTimeOfAnAnswer(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Affretta(50 * time.Millisecond)
	b.Group("").Add(http.MethodGet, "/ciao", func(c echo.Context) error { return c.String(http.StatusOK, "ciao") }, aperta()...)
	srv := httptest.NewServer(b.Echo)
	t.Cleanup(srv.Close)
	conn, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	lettore := bufio.NewReader(conn)
	for range 2 {
		fmt.Fprintf(conn, "GET %s/ciao HTTP/1.1\r\nHost: x\r\n\r\n", base)
		r, err := http.ReadResponse(lettore, nil)
		if err != nil {
			t.Fatal(err)
		}
		if corpo, err := io.ReadAll(r.Body); string(corpo) != "ciao" {
			t.Errorf("%q %v", corpo, err)
		}
		r.Body.Close()
		time.Sleep(120 * time.Millisecond)
	}
}
