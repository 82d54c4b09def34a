// Package esterno is the client of one outside system: a register, a network, a provider. It makes the
// attempts of a question within a deadline, keeps to the limits agreed with the system, leaves it alone
// while it fails, and tells what the calls met. The meaning of a system's answers is for the package
// that names the system: it gives Options.Judge and Call.Read. The client never knows whether the
// system is real or simulated: only its address changes.
package esterno

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// Options of a client. Name and BaseURL are required; everything else has a default.
type Options struct {
	Name       string     // as people, metrics and errors call the system: lower case, one word
	BaseURL    string     // http or https
	Connection Connection // proxy and certificates
	Transport  http.RoundTripper
	Now        func() time.Time // of the breaker and of the measures, not of the deadlines; nil: the machine's
	Log        *slog.Logger     // nil: slog.Default

	Judge      func(Answer) *Error // of an answer whose status is not good; nil: Verdict without the system's own words
	MediaTypes []string            // of a good answer; none: application/json
	BodyLimit  int64               // bytes read of an answer, 1 MiB

	Deadline        time.Duration // of a whole call with its attempts, 10 s
	AttemptDeadline time.Duration // 3 s
	Attempts        int           // in all, 3
	Backoff         time.Duration // before the second attempt, doubled each time with ±25% jitter, 200 ms
	BackoffLimit    time.Duration // between two attempts, 2 s; a Retry-After above it and above Pace ends the call

	Limits    Limits        // of the whole system; Together is 8 when zero
	PerTenant Limits        // of each tenant, within those of the system
	Replicas  Replicas      // shares both among the replicas of the service; nil: each process keeps to them alone
	Daily     Daily         // questions a day
	SlotWait  time.Duration // for a free place, and again for a turn, 2 s

	Faults int           // failed attempts among the last Window that open the breaker, 10
	Window int           // 20
	Pause  time.Duration // for which the breaker stays open, 20 s
}

// Client asks one system. It is safe for concurrent use, starts no goroutine of its own, and is a
// prometheus.Collector of its own measures.
type Client struct {
	o       Options
	base    *url.URL
	http    *http.Client
	retry   failsafe.Executor[any]
	system  *gate
	work    *gate // of calls that nobody waits for, within system
	tenants sync.Map
	breaker *breaker
	measure *measure
}

// OptionError names the option that is wrong, as the setting of a connection ends: URL, PROXY,
// CERTIFICATO, CHIAVE, RADICI.
type OptionError struct{ Setting, Reason string }

// Error names the setting, then its fault. It never holds a secret.
func (e *OptionError) Error() string { return e.Setting + ": " + e.Reason }

// Setting names the variable of a fault found by New: prefix, such as VERBALI_VPN_MOTORIZZAZIONE, and the
// setting's name.
func Setting(prefix string, err error) error {
	if e, ok := errors.AsType[*OptionError](err); ok {
		return &config.ValueError{Variable: prefix + "_" + e.Setting, Reason: e.Reason}
	}
	return err
}

// New builds a client. A fault in the address or in the files of the connection is an *OptionError.
func New(o Options) (*Client, error) {
	o = o.complete()
	base, err := url.Parse(o.BaseURL)
	if err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" {
		return nil, &OptionError{"URL", "serve un indirizzo http o https"}
	}
	if o.Faults > o.Window {
		return nil, &OptionError{"Faults", "oltre Window"}
	}
	transport := o.Transport
	if transport == nil {
		if transport, err = newNetwork(o, base.Scheme); err != nil {
			return nil, err
		}
	}
	c := &Client{o: o, base: base, retry: policy(o), breaker: newBreaker(o),
		// A redirect is not followed: who asks and why must not be told to somebody else.
		http: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	c.system = newGate(o.Name, o.Limits, o)
	c.work = newGate(o.Name+"/lavoro", o.Limits.work(), o)
	c.measure = newMeasure(o.Name, c.breaker.state)
	return c, nil
}

// WorkSlots is how many questions at once work that nobody waits for may have: a quarter of the places,
// one at least, is left to people. A queue needs no more consumers than this.
func (c *Client) WorkSlots() int { return c.o.Limits.WorkSlots() }

// Close drops the idle connections; calls in progress end by themselves.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// complete fills in the defaults.
func (o Options) complete() Options {
	if o.Now == nil {
		o.Now = clock.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Judge == nil {
		o.Judge = func(a Answer) *Error { return Verdict(a, "") }
	}
	if len(o.MediaTypes) == 0 {
		o.MediaTypes = []string{"application/json"}
	}
	o.BodyLimit = or(o.BodyLimit, 1<<20)
	o.Deadline = or(o.Deadline, 10*time.Second)
	o.AttemptDeadline = or(o.AttemptDeadline, 3*time.Second)
	o.Backoff = or(o.Backoff, 200*time.Millisecond)
	o.BackoffLimit = max(or(o.BackoffLimit, 2*time.Second), o.Backoff+1)
	o.SlotWait = or(o.SlotWait, 2*time.Second)
	o.Pause = or(o.Pause, 20*time.Second)
	o.Attempts = or(o.Attempts, 3)
	o.Limits.Together = or(o.Limits.Together, 8)
	o.Window = or(o.Window, 20)
	o.Faults = or(o.Faults, min(10, o.Window))
	return o
}

// or is the value, or the default for zero and below.
func or[T int | int64 | time.Duration](value, def T) T {
	if value <= 0 {
		return def
	}
	return value
}

// policy tries again after transient failures only, with back-off and jitter. A Retry-After that is a matter of pace is obeyed up
// to BackoffLimit; a longer one is the caller's to wait for (Error.Wait).
func policy(o Options) failsafe.Executor[any] {
	p := retrypolicy.NewBuilder[any]().
		HandleIf(func(_ any, err error) bool {
			e := As(err)
			return e != nil && e.retry && e.after <= max(o.BackoffLimit, Pace)
		}).
		WithMaxAttempts(o.Attempts).
		WithBackoff(o.Backoff, o.BackoffLimit).
		WithJitterFactor(0.25).
		WithDelayFunc(func(x failsafe.ExecutionAttempt[any]) time.Duration {
			if e := As(x.LastError()); e != nil && e.after > 0 {
				return min(e.after, o.BackoffLimit)
			}
			return -1
		}).
		ReturnLastFailure().
		Build()
	return failsafe.With(p)
}
