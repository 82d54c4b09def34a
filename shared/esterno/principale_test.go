package esterno

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// system is a simulated system of one resource: the key F<code> chooses a failure of every system,
// IGNOTA is not there, VIETATA is refused.
type system struct{ *simulatore.Banco }

type entry struct {
	Key string `json:"chiave"`
}

func newSystem() system { return system{simulatore.Nuovo("prova", strings.ToUpper)} }

func (s system) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := strings.TrimPrefix(r.URL.Path, "/prova/v1/voci/")
	good := simulatore.InJSON(entry{Key: key})
	switch key {
	case "IGNOTA":
		good = simulatore.Problema(http.StatusNotFound, "NON_PRESENTE", "Nessun dato.", nil)
	case "VIETATA":
		good = simulatore.Problema(http.StatusUnprocessableEntity, "VIETATA", "Non si può chiedere.", nil)
	}
	code, _ := strings.CutPrefix(key, "F")
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: "voci", Chiave: key, Guasto: simulatore.PerCodice(code)}, good)
}

// judge knows the refusals of the system.
func judge(a Answer) *Error {
	var p struct{ Codice string }
	a.Problem(&p)
	if p.Codice == "NON_PRESENTE" {
		return &Error{Kind: ErrNotFound, Code: p.Codice}
	}
	return Verdict(a, Code(p.Codice))
}

// testNet is a client on a simulated system behind real HTTP.
type testNet struct {
	*Client
	system system
	clock  *tempo.Orologio
}

func newNet(tb testing.TB, change ...func(*Options)) testNet {
	tb.Helper()
	s, clock := newSystem(), stopped()
	return testNet{Client: clientOn(tb, clock, s, change...), system: s, clock: clock}
}

func stopped() *tempo.Orologio { return tempo.Fisso(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)) }

// quick are options whose waits do not slow the tests down.
func quick() Options {
	return Options{Name: "prova", Judge: judge, Deadline: 20 * time.Second, AttemptDeadline: 10 * time.Second, Backoff: time.Millisecond, BackoffLimit: 2 * time.Millisecond}
}

func clientOn(tb testing.TB, clock *tempo.Orologio, h http.Handler, change ...func(*Options)) *Client {
	tb.Helper()
	server := httptest.NewServer(h)
	tb.Cleanup(server.Close)
	o := quick()
	o.BaseURL, o.Now = server.URL+"/prova", clock.Adesso
	for _, f := range change {
		f(&o)
	}
	return mustNew(tb, o)
}

func mustNew(tb testing.TB, o Options) *Client {
	tb.Helper()
	c, err := New(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(c.Close)
	return c
}

// call asks for a key; the answer must be about it.
func call(key string) Call {
	return Call{Path: []string{"v1", "voci", key}, Requester: "alfa", Reason: "verbale 2026/123", Read: func(a Answer) error {
		var e entry
		if err := JSON(a.Body, &e); err != nil {
			return err
		}
		if e.Key != key {
			return Invalid("chiave diversa da quella chiesta")
		}
		return nil
	}}
}

func (n testNet) ask(tb testing.TB, key string) error {
	tb.Helper()
	return n.Do(tb.Context(), call(key))
}

// ask is a question made for its error only.
func ask(ctx context.Context, c *Client, key string) error { return c.Do(ctx, call(key)) }

// is checks that an error is of one kind only.
func is(tb testing.TB, err, kind error) {
	tb.Helper()
	for _, other := range []error{ErrNotFound, ErrRefused, ErrUnavailable, ErrInvalidAnswer} {
		if errors.Is(err, other) != errors.Is(kind, other) {
			tb.Errorf("got %v, want only %v", err, kind)
		}
	}
	if !errors.Is(err, kind) {
		tb.Errorf("got %v, want %v", err, kind)
	}
}

// inMemory answers in memory, so that a test may run on bubble time.
type inMemory func(*http.Request) (*http.Response, error)

func (f inMemory) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// good answers every question well, in memory, and keeps when each one came.
func good(t *testing.T, o Options) (*Client, func() []time.Time) {
	t.Helper()
	var mu sync.Mutex
	var arrivals []time.Time
	s := newSystem()
	o.Name, o.BaseURL = "prova", "http://sistema/prova"
	o.Transport = inMemory(func(r *http.Request) (*http.Response, error) {
		mu.Lock()
		arrivals = append(arrivals, tempo.Macchina())
		mu.Unlock()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Result(), nil
	})
	return mustNew(t, o), func() []time.Time { mu.Lock(); defer mu.Unlock(); return append([]time.Time(nil), arrivals...) }
}

func wait(tb testing.TB, condition func() bool) {
	tb.Helper()
	for limit := tempo.Macchina().Add(10 * time.Second); !condition(); time.Sleep(time.Millisecond) {
		if tempo.Macchina().After(limit) {
			tb.Fatal("waited in vain")
		}
	}
}
