package web_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// acceso is a server that listens; ferma begins its stop and esito is how it ended.
type acceso struct {
	*banco
	indirizzo string
	ferma     context.CancelFunc
	esito     chan error
	client    *http.Client
}

// accendi serves b on a free port, with so much time to stop.
func accendi(t *testing.T, b *banco, entro time.Duration) *acceso {
	t.Helper()
	ctx, ferma := context.WithCancel(t.Context())
	trasporto := &http.Transport{}
	a := &acceso{banco: b, ferma: ferma, esito: make(chan error, 1), client: &http.Client{Transport: trasporto, Timeout: 10 * time.Second}}
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		a.esito <- b.Serve(ctx, "127.0.0.1:0", entro)
	}()
	t.Cleanup(func() { ferma(); <-finito; trasporto.CloseIdleConnections() })
	testkit.Attendi(t, 5*time.Second, "the server to listen", func() bool { return len(b.log.Con("in ascolto")) == 1 })
	a.indirizzo, _ = b.log.Con("in ascolto")[0]["indirizzo"].(string)
	return a
}

func (a *acceso) chiedi(percorso, accetta string) (*http.Response, error) {
	r, err := http.NewRequest(http.MethodGet, "http://"+a.indirizzo+percorso, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", accetta)
	return a.client.Do(r)
}

func TestStopFinishesWhatIsInProgress(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	dentro, avanti := make(chan struct{}), make(chan struct{})
	b.Group("").Add(http.MethodGet, "/lenta", func(c echo.Context) error {
		close(dentro)
		<-avanti
		if err := c.Request().Context().Err(); err != nil {
			return err
		}
		return c.String(200, "finita")
	}, aperta()...)
	a := accendi(t, b, 10*time.Second)
	testo := make(chan string, 1)
	go func() {
		r, err := a.chiedi(base+"/lenta", "")
		if err != nil {
			testo <- err.Error()
			return
		}
		defer r.Body.Close()
		corpo, _ := io.ReadAll(r.Body)
		testo <- string(corpo)
	}()
	<-dentro
	a.ferma()
	testkit.Attendi(t, 5*time.Second, "the door to close", func() bool {
		c, err := net.Dial("tcp", a.indirizzo)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
	close(avanti)
	if s := <-testo; s != "finita" {
		t.Errorf("the request in progress got %q", s)
	}
	if err := <-a.esito; err != nil {
		t.Errorf("stop: %v", err)
	}
}

func TestStopCutsWhatDoesNotEnd(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	dentro := make(chan struct{})
	b.Group("").Add(http.MethodGet, "/eterna", func(c echo.Context) error {
		close(dentro)
		<-c.Request().Context().Done()
		return c.Request().Context().Err()
	}, aperta(web.NoTimeout())...)
	a := accendi(t, b, 50*time.Millisecond)
	go func() {
		if r, err := a.chiedi(base+"/eterna", ""); err == nil {
			r.Body.Close()
		}
	}()
	<-dentro
	a.ferma()
	select {
	case err := <-a.esito:
		if err != nil || len(b.log.Con("richieste interrotte dall'arresto")) != 1 {
			t.Errorf("stop: %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the stop waits for ever")
	}
}

func TestStreamOfEventsArrivesAtOnceAndEndsWithTheService(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Group("").Add(http.MethodGet, "/eventi", func(c echo.Context) error {
		c.Response().Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(c.Response(), "data: uno\n\n")
		c.Response().Flush()
		<-c.Request().Context().Done()
		return nil
	}, aperta(web.NoTimeout())...)
	a := accendi(t, b, time.Minute)
	r, err := a.chiedi(base+"/eventi", "text/event-stream")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	righe := bufio.NewReader(r.Body)
	if s, err := righe.ReadString('\n'); err != nil || s != "data: uno\n" {
		t.Fatalf("first event %q, %v", s, err)
	}
	a.ferma()
	select {
	case err := <-a.esito:
		if err != nil {
			t.Errorf("stop: %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("an open stream holds the service up")
	}
}

// TestStreamOfEventsEndsWithItsCaller: a stream that was opened rightly ends when its caller would not be let in any more.
func TestStreamOfEventsEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Group("").Add(http.MethodGet, "/eventi", func(c echo.Context) error {
		p := web.NewEventWriter(c.Response())
		_ = p.Comment()
		<-c.Request().Context().Done()
		return nil
	}, web.Permission(auth.PermessoVpnLeggi), web.NoTimeout())
	a := accendi(t, b, time.Minute)
	segue := func(token string) <-chan error {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+a.indirizzo+base+"/eventi", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "text/event-stream")
		r.Header.Set("Authorization", "Bearer "+token)
		risposta, err := (&http.Client{Transport: a.client.Transport}).Do(r)
		if err != nil || risposta.StatusCode != http.StatusOK {
			t.Fatalf("%v %v", risposta, err)
		}
		finito := make(chan error, 1)
		go func() {
			defer risposta.Body.Close()
			_, err := io.Copy(io.Discard, risposta.Body)
			finito <- err
		}()
		return finito
	}
	resta := segue(b.token("buona", "alfa", auth.RuoloOperatore))
	bloccata := segue(b.token("bloccata", "alfa", auth.RuoloOperatore))
	scaduta := segue(b.tokenFino(tempo.Adesso().Add(-4*time.Second), "vpn", "altra", "alfa", auth.RuoloOperatore)) // within the tolerance of clocks
	b.prova.Roles().Set([]auth.Role{{Tenant: "alfa", Name: "VISURE", Permissions: []auth.Permission{auth.PermessoVpnLeggi}}})
	ridotta := segue(b.token("ridotta", "alfa", "VISURE"))
	b.prova.Roles().Set([]auth.Role{{Tenant: "alfa", Name: "VISURE", Permissions: []auth.Permission{auth.PermessoUtilita}}})
	b.prova.Revocations().Set([]auth.Revocation{{User: "bloccata", Blocked: true}})
	for nome, finito := range map[string]<-chan error{"of a blocked account": bloccata, "of a role made smaller": ridotta, "of a token that expires": scaduta} {
		select {
		case err := <-finito:
			if err != nil {
				t.Errorf("the stream %s: %v", nome, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("the stream %s goes on", nome)
		}
	}
	select {
	case <-resta:
		t.Error("another's stream ended too")
	default:
	}
}

func TestAnswerThatFailsHalfwayIsCut(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	mezzo := func(finisci func() error) echo.HandlerFunc {
		return func(c echo.Context) error {
			c.Response().WriteHeader(200)
			_, _ = io.WriteString(c.Response(), "meta'")
			c.Response().Flush()
			return finisci()
		}
	}
	b.Group("").Add(http.MethodGet, "/errore", mezzo(func() error { return errors.New("guasto") }), aperta()...)
	b.Group("").Add(http.MethodGet, "/panico", mezzo(func() error { panic("guasto") }), aperta()...)
	a := accendi(t, b, time.Second)
	for _, p := range []string{"/errore", "/panico"} {
		r, err := a.chiedi(base+p, "")
		if err != nil {
			t.Fatal(err)
		}
		corpo, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err == nil {
			t.Errorf("%s: the caller takes %q for a whole answer", p, corpo)
		}
	}
	if n := len(b.log.Con("risposta interrotta")); n != 2 {
		t.Errorf("%d lines in the log", n)
	}
}

func TestConnectionGoesOnAfterARefusal(t *testing.T) {
	t.Parallel()
	a := accendi(t, apparecchia(t), time.Second)
	c, err := net.Dial("tcp", a.indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	lettore := bufio.NewReader(c)
	for _, richiesta := range []string{"POST " + base + "/altro HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"} {
		fmt.Fprint(c, richiesta)
		r, err := http.ReadResponse(lettore, nil)
		if err != nil {
			t.Fatal(err)
		}
		corpo, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if !strings.HasPrefix(richiesta, "POST") && (r.StatusCode != http.StatusOK || !strings.Contains(string(corpo), "VIVO")) {
			t.Errorf("second request: %d %s", r.StatusCode, corpo)
		}
	}
}

func TestTakenPortStopsTheStart(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := apparecchia(t).Serve(t.Context(), l.Addr().String(), time.Second); err == nil || !contiene(err, "VERBALI_INDIRIZZO") {
		t.Errorf("error %v", err)
	}
}
