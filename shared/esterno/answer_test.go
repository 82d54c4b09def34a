package esterno

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func TestWhatEachAnswerMeans(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		key      string
		kind     error
		cause    error // nil: none asked
		attempts int
	}{
		"unknown, one question only":      {"IGNOTA", ErrNotFound, nil, 1},
		"refused in the system's words":   {"VIETATA", ErrRefused, nil, 1},
		"500 always":                      {"F500", ErrUnavailable, nil, 3},
		"503 always":                      {"F503", ErrUnavailable, nil, 3},
		"429 always":                      {"F429", ErrUnavailable, nil, 3},
		"429 without Retry-After":         {"F430", ErrUnavailable, nil, 3},
		"500 more often than attempts":    {"F513", ErrUnavailable, nil, 3},
		"cut in the middle":               {"F520", ErrUnavailable, io.ErrUnexpectedEOF, 3},
		"closed before the answer":        {"F521", ErrUnavailable, nil, 3},
		"twice in one body":               {"F523", ErrInvalidAnswer, nil, 1},
		"broken JSON":                     {"F530", ErrInvalidAnswer, nil, 1},
		"above the limit":                 {"F533", ErrInvalidAnswer, nil, 1},
		"a page instead of data":          {"F534", ErrUnavailable, nil, 1},
		"credentials refused on the way":  {"F541", ErrUnavailable, nil, 1},
		"404 of somebody before it":       {"F542", ErrUnavailable, nil, 1},
		"good at the third attempt":       {"F512", nil, nil, 3},
		"good, and again on the same way": {"F522", nil, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNet(t)
			err := n.ask(t, c.key)
			if asked := n.system.Richieste(c.key); asked != c.attempts {
				t.Errorf("the system was asked %d times, want %d", asked, c.attempts)
			}
			if c.kind == nil {
				if err != nil {
					t.Error(err)
				}
				return
			}
			is(t, err, c.kind)
			if c.cause != nil && !errors.Is(err, c.cause) {
				t.Errorf("cause of %v, want %v", err, c.cause)
			}
			if e := As(err); e.Attempts != c.attempts || e.System != "prova" {
				t.Errorf("%+v, want %d attempts", e, c.attempts)
			}
			if strings.Contains(err.Error(), c.key) && c.key != "VIETATA" {
				t.Errorf("the text of the error holds the key: %v", err)
			}
		})
	}
}

// TestAnswersOfStrangers: what does not speak as the system does says nothing about the key, and nothing
// of it is in the error.
func TestAnswersOfStrangers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status     int
		mime, body string
		kind       error
	}{
		"redirect":              {302, "text/plain", "", ErrUnavailable},
		"204 without a body":    {204, "application/json", "", ErrUnavailable},
		"empty 200":             {200, "application/json", "", ErrInvalidAnswer},
		"200 of another type":   {200, "text/plain", "{}", ErrUnavailable},
		"200 that is not UTF-8": {200, "application/json", "{\"chiave\":\"\xff\"}", ErrInvalidAnswer},
		"401 with a word":       {401, "application/problem+json", `{"codice":"CREDENZIALI"}`, ErrUnavailable},
		"403 not to be printed": {403, "application/problem+json", `{"codice":"<script>"}`, ErrUnavailable},
		"400 of another":        {400, "text/html", "<h1>Bad Request</h1>", ErrUnavailable},
		"400 of the system":     {400, "application/problem+json; charset=utf-8", `{"codice":"MOTIVO_MANCANTE"}`, ErrRefused},
		"407 of a proxy":        {407, "text/html", "<h1>Proxy</h1>", ErrUnavailable},
		"problem above 1 MiB":   {400, "application/problem+json", `{"codice":"MOTIVO_MANCANTE"}` + strings.Repeat(" ", 1<<20), ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			followed := false
			err := ask(t.Context(), clientOn(t, stopped(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				followed = followed || r.URL.Path == "/altrove"
				w.Header().Set("Content-Type", c.mime)
				w.Header().Set("Location", "/altrove")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})), "A1")
			is(t, err, c.kind)
			if strings.Contains(err.Error(), "<") || As(err).Status != c.status || followed {
				t.Errorf("%v, followed %t", err, followed)
			}
		})
	}
}

// An answer left over on the connection belongs to another question: it is refused as such, and the
// next question on a connection of its own gets its own answer.
func TestAnAnswerSentTwiceDoesNotPassForAnother(t *testing.T) {
	t.Parallel()
	n := newNet(t, func(o *Options) { o.Limits.Together = 1 })
	answered := map[string]bool{}
	for range 20 {
		for _, key := range []string{"F522", "B2"} {
			if err := n.ask(t, key); err == nil {
				answered[key] = true
			} else if !errors.Is(err, ErrInvalidAnswer) && !errors.Is(err, ErrUnavailable) {
				t.Fatal(err)
			}
		}
	}
	if len(answered) != 2 {
		t.Errorf("never answered: %v", answered)
	}
}

func TestAnAnswerIsReadUpToTheLimit(t *testing.T) {
	t.Parallel()
	long := func(bytes int) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"chiave":"A1"}`+strings.Repeat(" ", bytes-len(`{"chiave":"A1"}`)))
		})
	}
	if err := ask(t.Context(), clientOn(t, stopped(), long(1<<20)), "A1"); err != nil {
		t.Errorf("exactly one mebibyte: %v", err)
	}
	is(t, ask(t.Context(), clientOn(t, stopped(), long(1<<20+1)), "A1"), ErrInvalidAnswer)
	few := func(o *Options) { o.BodyLimit = 20 }
	if err := ask(t.Context(), clientOn(t, stopped(), long(20), few), "A1"); err != nil {
		t.Error(err)
	}
	is(t, ask(t.Context(), clientOn(t, stopped(), long(21), few), "A1"), ErrInvalidAnswer)
}

// endless is a body that never ends and counts what is taken of it.
type endless struct{ read int }

func (s *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	s.read += len(p)
	return len(p), nil
}

func TestOfAnEndlessAnswerOnlyTheLimitIsRead(t *testing.T) {
	t.Parallel()
	source := &endless{}
	c := mustNew(t, Options{Name: "prova", BaseURL: "http://sistema", Transport: inMemory(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(source), Request: r}, nil
	})})
	is(t, ask(t.Context(), c, "A1"), ErrInvalidAnswer)
	if source.read != 1<<20+1 {
		t.Errorf("%d bytes were read", source.read)
	}
}

// A system that speaks another way judges its own answers: SOAP refuses with 500.
func TestASystemJudgesItsOwnAnswers(t *testing.T) {
	t.Parallel()
	fault := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/xml; charset=utf-8")
		if r.URL.Path == "/prova/guasto" {
			w.WriteHeader(http.StatusInternalServerError)
		}
		_, _ = io.WriteString(w, "<busta/>")
	})
	c := clientOn(t, stopped(), fault, func(o *Options) {
		o.MediaTypes = []string{"text/xml"}
		o.Judge = func(a Answer) *Error {
			if a.MediaType() == "text/xml" {
				return &Error{Kind: ErrRefused, Code: "CHIAVE_ERRATA"}
			}
			return Verdict(a, "")
		}
	})
	q := call("A1")
	q.Path, q.Method, q.Body = []string{"guasto"}, http.MethodPost, []byte("<domanda/>")
	err := c.Do(t.Context(), q)
	is(t, err, ErrRefused)
	if e := As(err); e.Code != "CHIAVE_ERRATA" || e.Status != 500 || c.State().Faults != 0 {
		t.Errorf("%+v", e)
	}
	q.Path, q.Read = []string{"bene"}, func(a Answer) error {
		if string(a.Body) != "<busta/>" {
			return errors.New("an error of no kind")
		}
		return nil
	}
	if err := c.Do(t.Context(), q); err != nil {
		t.Error(err)
	}
	q.Read = func(Answer) error { return io.ErrShortBuffer }
	err = c.Do(t.Context(), q)
	if is(t, err, ErrInvalidAnswer); !errors.Is(err, io.ErrShortBuffer) {
		t.Error(err)
	}
}

func TestTimeOutsAreUnavailable(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Options){
		"of an attempt":    func(o *Options) { o.AttemptDeadline, o.Attempts = 30*time.Millisecond, 2 },
		"of a whole call":  func(o *Options) { o.Deadline = 30 * time.Millisecond },
		"of both together": func(o *Options) { o.Deadline, o.AttemptDeadline = 40*time.Millisecond, 30*time.Millisecond },
	} {
		for _, key := range []string{"F860", "F540"} {
			t.Run(name+", "+key, func(t *testing.T) {
				t.Parallel()
				err := newNet(t, change).ask(t, key)
				if is(t, err, ErrUnavailable); !isTimeout(err) {
					t.Errorf("the cause is no time-out: %v", err)
				}
			})
		}
	}
}

func TestNobodyListens(t *testing.T) {
	t.Parallel()
	c := mustNew(t, Options{Name: "prova", BaseURL: "http://127.0.0.1:1", Backoff: time.Millisecond, Now: stopped().Adesso})
	err := ask(t.Context(), c, "A1")
	is(t, err, ErrUnavailable)
	if strings.Contains(err.Error(), "A1") || strings.Contains(c.State().LastError, "A1") {
		t.Errorf("the key is in %v", err)
	}
}

func TestWrongOptions(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{{}, {BaseURL: "ftp://x"}, {BaseURL: "http://"}, {BaseURL: "://"}, {BaseURL: "http://x", Faults: 5, Window: 3}} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}

func TestQuestionsThatDoNotLeave(t *testing.T) {
	t.Parallel()
	n := newNet(t)
	for _, bad := range []string{"", " ", "a\r\nX-Altro: b", strings.Repeat("m", 201), "a\xff"} {
		q := call("A1")
		q.Reason = bad
		is(t, n.Do(t.Context(), q), ErrRefused)
		q = call("A1")
		q.Requester = bad
		is(t, n.Do(t.Context(), q), ErrRefused)
	}
	q := call("A1")
	q.Method = "PERCHÉ?"
	is(t, n.Do(t.Context(), q), ErrRefused)
	if n.system.Richieste("A1") != 0 {
		t.Error("a question left all the same")
	}
}

// A question that changes something leaves once, unless it says that it may arrive twice.
func TestAPostLeavesOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		again bool
		want  int
	}{{false, 1}, {true, 3}} {
		n := newNet(t)
		q := call("F500")
		q.Method, q.Again = http.MethodPost, c.again
		is(t, n.Do(t.Context(), q), ErrUnavailable)
		if asked := n.system.Richieste("F500"); asked != c.want {
			t.Errorf("again %t: left %d times", c.again, asked)
		}
	}
}

func TestRetryAfterMayBeADate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct{ in, least, most time.Duration }{
			{4 * time.Second, 2 * time.Second, 5 * time.Second}, // a date has whole seconds
			{-time.Minute, 7 * time.Millisecond, 13 * time.Millisecond},
			{25 * time.Hour, 7 * time.Millisecond, 13 * time.Millisecond},
		} {
			date := tempo.Macchina().Add(c.in).UTC().Format(http.TimeFormat)
			waits, _ := instants(t, http.StatusTooManyRequests, http.Header{"Retry-After": {date}},
				Options{Backoff: 10 * time.Millisecond, BackoffLimit: 10 * time.Second, Deadline: 20 * time.Second})
			if len(waits) == 0 || waits[0] < c.least || waits[0] > c.most {
				t.Errorf("in %v: waits %v, want %v to %v", c.in, waits, c.least, c.most)
			}
		}
	})
}

func TestEveryCommandedFailureIsMet(t *testing.T) {
	t.Parallel()
	want := map[string]error{"errore": ErrUnavailable, "muto": ErrUnavailable, "taglia": ErrUnavailable, "chiude": ErrUnavailable,
		"html": ErrUnavailable, "troppe": ErrUnavailable, "troppe-subito": ErrUnavailable}
	for _, mode := range simulatore.Modi() {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			n := newNet(t, func(o *Options) { o.AttemptDeadline = 200 * time.Millisecond })
			n.system.Comanda(simulatore.Controllo{Modo: mode, Millisecondi: 1})
			if err := n.ask(t, "A1"); !errors.Is(err, want[mode]) {
				t.Errorf("%v, want %v", err, want[mode])
			}
			n.system.Comanda(simulatore.Controllo{Modo: "normale"})
			if err := n.ask(t, "A1"); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

func TestGoodAnswersAreThoseThatTheCallNames(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 202, 303} {
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "{}")
		})
		read := 0
		err := clientOn(t, stopped(), h).Do(t.Context(), Call{Requester: "alfa", Reason: "prova", Good: []int{202, 303},
			Read: func(a Answer) error { read = a.Status; return nil }})
		if good := status != 200; good != (err == nil) || good && read != status {
			t.Errorf("%d: read %d, %v", status, read, err)
		}
	}
}
