package esterno

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func withBreaker(o *Options) {
	o.Attempts, o.Faults, o.Window, o.Pause = 1, 3, 4, 30*time.Second
}

// open makes the breaker open by three failures.
func open(tb testing.TB, r testNet) {
	tb.Helper()
	r.system.Comanda(simulatore.Controllo{Modo: "errore"})
	for range 3 {
		is(tb, r.ask(tb, "A1"), ErrUnavailable)
	}
	if s := r.State(); s.Breaker != "APERTO" || s.Verdict != Unreachable || s.ReopensInSecond != 30 {
		tb.Fatalf("after three failures: %+v", s)
	}
}

func TestBreakerOpensAndCloses(t *testing.T) {
	t.Parallel()
	r := newNet(t, withBreaker)
	open(t, r)
	asked := r.system.Richieste("A1")
	r.clock.Avanza(30*time.Second - 1)
	if err := r.ask(t, "A1"); !errors.Is(err, ErrOpen) || r.system.Richieste("A1") != asked {
		t.Errorf("open: %v, asked %d times", err, r.system.Richieste("A1"))
	}
	is(t, r.ask(t, "A1"), ErrUnavailable)
	r.system.Comanda(simulatore.Controllo{Modo: "normale"})
	r.clock.Avanza(1)
	for i, want := range []string{"SEMIAPERTO", "CHIUSO"} {
		if err := r.ask(t, "A1"); err != nil || r.State().Breaker != want {
			t.Errorf("probe %d: %v, breaker %s", i+1, err, r.State().Breaker)
		}
	}
	if s := r.State(); s.Verdict != Reachable {
		t.Errorf("%+v", s)
	}
}

// TestOneKeyThatAlwaysFailsDoesNotShutTheOthersOut: it does not open the breaker, and does not close it either.
func TestOneKeyThatAlwaysFailsDoesNotShutTheOthersOut(t *testing.T) {
	t.Parallel()
	r := newNet(t, withBreaker)
	always := func(key string) error {
		q := call(key)
		q.Repeated = true
		return r.Do(t.Context(), q)
	}
	for range 10 {
		is(t, always("F500"), ErrUnavailable)
	}
	if s := r.State(); s.Breaker != "CHIUSO" || s.Faults != 10 {
		t.Errorf("%+v", s)
	}
	if err := r.ask(t, "A1"); err != nil {
		t.Error(err)
	}
	open(t, r)
	r.system.Comanda(simulatore.Controllo{Modo: "normale"})
	r.clock.Avanza(30 * time.Second)
	is(t, always("F500"), ErrUnavailable)
	if s := r.State(); s.Breaker != "APERTO" || s.ReopensInSecond != 30 {
		t.Errorf("a failed probe proves nothing: %+v", s)
	}
	r.clock.Avanza(30 * time.Second)
	for range probes {
		if err := always("A1"); err != nil { // after an outage every question is a repeated one
			t.Error(err)
		}
	}
	if s := r.State(); s.Breaker != "CHIUSO" {
		t.Errorf("%+v", s)
	}
}

func TestBreakerOpensAgainWhenTheProbeFails(t *testing.T) {
	t.Parallel()
	r := newNet(t, withBreaker)
	open(t, r)
	r.clock.Avanza(30 * time.Second)
	is(t, r.ask(t, "A1"), ErrUnavailable)
	if s := r.State(); s.Breaker != "APERTO" || s.ReopensInSecond != 30 {
		t.Errorf("after a failed probe: %+v", s)
	}
}

func TestBreakerDoesNotJudgeByCallersThatLeave(t *testing.T) {
	t.Parallel()
	r := newNet(t, withBreaker)
	r.system.Comanda(simulatore.Controllo{Modo: "muto"})
	for range 6 {
		is(t, leave(t, r), ErrUnavailable)
	}
	if s := r.State(); s.Breaker != "CHIUSO" || s.Faults != 0 || s.Attempts != 6 || s.Running != 0 {
		t.Errorf("callers that leave are no failures: %+v", s)
	}
	open(t, r)
	r.system.Comanda(simulatore.Controllo{Modo: "muto"})
	r.clock.Avanza(30 * time.Second)
	_ = leave(t, r)
	if s := r.State(); s.Breaker != "APERTO" {
		t.Errorf("a probe given up has proved nothing: %+v", s)
	}
}

// A caller with little time says nothing of a system that is only slower than that.
func TestBreakerDoesNotJudgeByCallersInAHurry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := mustNew(t, Options{Name: "prova", BaseURL: "http://sistema", AttemptDeadline: 3 * time.Second, Attempts: 1, Faults: 3, Window: 4,
			Transport: inMemory(func(r *http.Request) (*http.Response, error) {
				<-r.Context().Done() // it would take a minute
				return nil, r.Context().Err()
			})})
		hurry := func(patience time.Duration) {
			ctx, end := context.WithTimeout(t.Context(), patience)
			defer end()
			is(t, ask(ctx, c, "A1"), ErrUnavailable)
		}
		for range 10 {
			hurry(time.Second)
		}
		if s := c.State(); s.Breaker != "CHIUSO" || s.Faults != 0 || s.Attempts != 10 || s.Running != 0 {
			t.Errorf("ten callers in a hurry: %+v", s)
		}
		for range 3 {
			hurry(2 * time.Second)
		}
		if s := c.State(); s.Breaker != "APERTO" || s.Faults != 3 {
			t.Errorf("most of an attempt's time without an answer is a failure: %+v", s)
		}
	})
}

func TestBreakerDoesNotJudgeAProbeByEarlierAttempts(t *testing.T) {
	t.Parallel()
	o := stopped()
	i := newBreaker(Options{Now: o.Adesso, Faults: 1, Window: 1, Pause: time.Second})
	oldGood, oldBad, bad := i.enter(), i.enter(), i.enter()
	bad(failed)
	o.Avanza(time.Second)
	probe := i.enter()
	oldGood(succeeded)
	oldBad(failed)
	if s, _ := i.state(); s != circuitbreaker.HalfOpenState {
		t.Errorf("attempts begun before the failure decide the probe: %v", s)
	}
	probe(succeeded)
	i.enter()(succeeded)
	if s, _ := i.state(); s != circuitbreaker.ClosedState {
		t.Errorf("two good probes leave it %v", s)
	}
}

func TestBreakerLetsFewProbesThrough(t *testing.T) {
	t.Parallel()
	o := stopped()
	i := newBreaker(Options{Now: o.Adesso, Faults: 1, Window: 1, Pause: time.Second})
	i.enter()(failed)
	o.Avanza(time.Second)
	passed := 0
	for range 10 {
		if i.enter() != nil {
			passed++
		}
	}
	if passed != probes {
		t.Errorf("%d probes at once, want %d", passed, probes)
	}
}

// leave asks and goes away once the system has the question.
func leave(tb testing.TB, r testNet) error {
	tb.Helper()
	ctx, goAway := context.WithCancel(tb.Context())
	before := r.system.Richieste("B2")
	end := make(chan error, 1)
	go func() { end <- ask(ctx, r.Client, "B2") }()
	for limit := tempo.Macchina().Add(10 * time.Second); r.system.Richieste("B2") == before && tempo.Macchina().Before(limit); {
		time.Sleep(time.Millisecond)
	}
	goAway()
	err := <-end
	if !errors.Is(err, context.Canceled) {
		tb.Errorf("the caller's reason is lost: %v", err)
	}
	return err
}

func TestBreakerIgnoresUnknownKeysAndWrongAnswers(t *testing.T) {
	t.Parallel()
	r := newNet(t, withBreaker)
	for range 5 {
		for _, key := range []string{"IGNOTA", "VIETATA", "F530", "F533"} {
			_ = r.ask(t, key)
		}
	}
	if s := r.State(); s.Breaker != "CHIUSO" {
		t.Errorf("%+v", s)
	}
}

func TestBreakerStopsTheAttemptsAndKeepsTheReason(t *testing.T) {
	t.Parallel()
	r := newNet(t, withBreaker, func(o *Options) { o.Attempts = 10 })
	err := r.ask(t, "F520")
	if n := r.system.Richieste("F520"); n != 3 {
		t.Errorf("asked %d times, the breaker opens after 3", n)
	}
	if !errors.Is(err, ErrOpen) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("both reasons are wanted: %v", err)
	}
}

// A page of somebody before the system, or credentials refused there, is a network that
// is away: the breaker leaves it alone instead of asking for every key.
func TestBreakerCountsWhoAnswersInTheSystemsStead(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"534", "541", "542"} {
		r := newNet(t, withBreaker)
		for range 3 {
			is(t, r.ask(t, "F"+code), ErrUnavailable)
		}
		if s := r.State(); s.Breaker != "APERTO" || s.Faults != 3 {
			t.Errorf("%s: %+v", code, s)
		}
	}
}

// while the queue is full.
