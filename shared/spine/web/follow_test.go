package web_test

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// contatore is a thing that counts up to ten: news of it are numbers.
type contatore struct {
	novita chan int
	vero   atomic.Int64 // what the source says
	rotta  atomic.Bool
	server *httptest.Server
}

func nuovoContatore(t *testing.T, ogni, battito time.Duration) *contatore {
	t.Helper()
	c := &contatore{novita: make(chan int)}
	c.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := web.Follow(r.Context(), web.NewEventWriter(w), int(c.vero.Load()), web.Following[int, int]{
			Event: "conto", News: c.novita, Every: ogni, Heartbeat: battito,
			Read: func(context.Context) (int, error) {
				if c.rotta.Load() {
					return 0, errors.New("via")
				}
				return int(c.vero.Load()), nil
			},
			Advance: func(x, a int) (int, bool) { return a, a > x },
			Show:    func(_ context.Context, x int) (any, error) { return map[string]int{"x": x}, nil },
			Done:    func(x int) bool { return x >= 10 },
		})
		if err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(c.server.Close)
	return c
}

// righe reads the stream line by line; it is closed at its end.
func (c *contatore) righe(t *testing.T) <-chan string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	risposta, err := (&http.Client{Timeout: time.Minute}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	righe := make(chan string)
	go func() {
		defer close(righe)
		defer func() { _ = risposta.Body.Close() }()
		for s := bufio.NewScanner(risposta.Body); s.Scan(); {
			if s.Text() != "" && !strings.HasPrefix(s.Text(), "event:") {
				righe <- s.Text()
			}
		}
	}()
	return righe
}

func aspetta(t *testing.T, righe <-chan string, vuole string) {
	t.Helper()
	select {
	case riga := <-righe:
		if riga != vuole {
			t.Errorf("%q, want %q", riga, vuole)
		}
	case <-time.After(10 * time.Second):
		t.Fatalf("nothing came, want %q", vuole)
	}
}

func TestFollowsNewsNeverTheSameTwiceNorBackwards(t *testing.T) {
	t.Parallel()
	c := nuovoContatore(t, time.Hour, time.Hour)
	righe := c.righe(t)
	aspetta(t, righe, `data: {"x":0}`)
	for _, n := range []int{3, 3, 1, 5, 10} {
		c.novita <- n
	}
	aspetta(t, righe, `data: {"x":3}`)
	aspetta(t, righe, `data: {"x":5}`)
	aspetta(t, righe, `data: {"x":10}`)
	aspetta(t, righe, "") // its end
}

func TestLostNewsFreezeNothing(t *testing.T) {
	t.Parallel()
	c := nuovoContatore(t, 10*time.Millisecond, time.Hour)
	righe := c.righe(t)
	aspetta(t, righe, `data: {"x":0}`)
	c.rotta.Store(true)
	c.vero.Store(7)
	c.novita <- 4
	aspetta(t, righe, `data: {"x":4}`)
	c.rotta.Store(false)
	aspetta(t, righe, `data: {"x":7}`)
	c.vero.Store(10)
	aspetta(t, righe, `data: {"x":10}`)
}

func TestSilentStreamIsKeptAlive(t *testing.T) {
	t.Parallel()
	righe := nuovoContatore(t, time.Hour, 10*time.Millisecond).righe(t)
	aspetta(t, righe, `data: {"x":0}`)
	aspetta(t, righe, ": battito")
	aspetta(t, righe, ": battito")
}
