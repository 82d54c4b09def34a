package esterno

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func isTimeout(err error) bool {
	var n net.Error
	return errors.Is(err, context.DeadlineExceeded) || (errors.As(err, &n) && n.Timeout())
}

// instants asks a system that always answers status and returns the waits
// between attempts, on bubble time.
func instants(t *testing.T, status int, header http.Header, o Options) (waits []time.Duration, err error) {
	t.Helper()
	var last time.Time
	o.Name, o.BaseURL, o.Attempts = "prova", "http://sistema/prova", 4
	o.Transport = inMemory(func(r *http.Request) (*http.Response, error) {
		if !last.IsZero() {
			waits = append(waits, time.Since(last))
		}
		last = tempo.Macchina()
		return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
	})
	err = ask(t.Context(), mustNew(t, o), "A1") // fills waits
	return waits, err
}

func TestBackOffGrowsWithJitter(t *testing.T) {
	t.Parallel()
	different := map[time.Duration]bool{}
	synctest.Test(t, func(t *testing.T) {
		for range 20 {
			waits, _ := instants(t, 500, http.Header{}, Options{Backoff: 200 * time.Millisecond, BackoffLimit: 500 * time.Millisecond})
			for i, base := range []time.Duration{200 * time.Millisecond, 400 * time.Millisecond, 500 * time.Millisecond} {
				if i >= len(waits) || waits[i] < base*3/4 || waits[i] > base*5/4 {
					t.Fatalf("waits %v, want about 200, 400, 500 ms", waits)
				}
			}
			different[waits[0]] = true
		}
	})
	if len(different) < 2 {
		t.Error("no jitter")
	}
}

func TestRetryAfterIsObeyedUpToTheLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for asked, want := range map[string]time.Duration{"1": time.Second, "5": 3 * time.Second, "-1": 10 * time.Millisecond, "domani": 10 * time.Millisecond} {
			waits, err := instants(t, 503, http.Header{"Retry-After": {asked}}, Options{Backoff: 10 * time.Millisecond, BackoffLimit: 3 * time.Second, Deadline: time.Hour})
			is(t, err, ErrUnavailable)
			if len(waits) != 3 || waits[0] < want*3/4 || waits[0] > want*5/4 {
				t.Errorf("Retry-After %s: waits %v, want about %v", asked, waits, want)
			}
		}
	})
}

// TestALongRetryAfterEndsTheCall: who asks for more than a matter of pace is left alone, and the caller is told for how long.
func TestALongRetryAfterEndsTheCall(t *testing.T) {
	t.Parallel()
	o := Options{Backoff: 10 * time.Millisecond, BackoffLimit: 3 * time.Second, Deadline: time.Hour}
	synctest.Test(t, func(t *testing.T) {
		for asked, want := range map[string]time.Duration{"60": time.Minute, "86400": 24 * time.Hour} {
			waits, err := instants(t, 503, http.Header{"Retry-After": {asked}}, o)
			if e := As(err); len(waits) != 0 || e == nil || e.Wait() != want {
				t.Errorf("Retry-After %s: waits %v, %v", asked, waits, err)
			}
		}
		waits, err := instants(t, 503, http.Header{"Retry-After": {"86401"}}, o)
		if len(waits) != 3 || As(err).Wait() != 0 {
			t.Errorf("more than a day is no number of seconds: waits %v, %v", waits, err)
		}
	})
}

func TestTheDeadlineCutsTheWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := tempo.Macchina()
		_, err := instants(t, 500, http.Header{}, Options{Backoff: 10 * time.Second, BackoffLimit: time.Minute, Deadline: 3 * time.Second})
		is(t, err, ErrUnavailable)
		if e := As(err); time.Since(begin) != 3*time.Second || e.Status != 500 || !errors.Is(err, context.DeadlineExceeded) || e.Attempts != 1 {
			t.Errorf("after %v: %v", time.Since(begin), err)
		}
	})
}

// TestALinkIsAskedForAsItIs: a signed address is not rewritten, its answer may be of any type, and one that is less protected than the
// system, or that is none, is not asked for.
func TestALinkIsAskedForAsItIs(t *testing.T) {
	t.Parallel()
	var asked []string
	store := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.RequestURI)
		w.Header().Set("Content-Type", "application/zip")
		_, _ = w.Write([]byte("PK"))
	}))
	t.Cleanup(store.Close)
	n := newNet(t)
	get := func(c *Client, link string) error {
		return c.Do(t.Context(), Call{Link: link, Requester: "alfa", Reason: "prova", Read: func(a Answer) error {
			if string(a.Body) != "PK" {
				t.Errorf("%s", a.Body)
			}
			return nil
		}})
	}
	if err := get(n.Client, store.URL+"/d/a%2Fb?z=1&a=%20"); err != nil || len(asked) != 1 || asked[0] != "/d/a%2Fb?z=1&a=%20" {
		t.Errorf("%v %q", err, asked)
	}
	for _, link := range []string{"/d/a", "ftp://x/a", "http://", "https://utente@x/a", "http://%zz"} {
		is(t, get(n.Client, link), ErrInvalidAnswer)
	}
	o := quick()
	o.BaseURL = "https://sistema.example"
	is(t, get(mustNew(t, o), store.URL+"/d/a"), ErrInvalidAnswer)
	if len(asked) != 1 {
		t.Errorf("%q", asked)
	}
}
