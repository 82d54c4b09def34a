package esterno

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/failsafe-go/failsafe-go"
)

// Call is one question.
type Call struct {
	Method string // GET when empty
	Path   []string
	Query  url.Values
	// Link, in the place of Path and Query, is a whole address that the system has given, such as a signed one of its store: it is
	// asked for as it is written, and its good answer may be of any media type. It is never less protected than the system's own.
	Link   string
	Header http.Header
	Body   []byte
	// Read takes a good answer (of a status of Good and a media type of Options); its error is an *Error, as
	// Invalid makes it. It may be called once an attempt.
	Read func(Answer) error
	// Good are the statuses of good answers; none: 200 alone. A redirect among them is read, never followed.
	Good []int

	// Requester is the command that asks and Reason why: no question leaves without both. How they
	// travel is for the system; each is a value of a header without more ado.
	Requester, Reason string

	// Work says that no person waits for the answer: such calls leave a quarter of the places and of
	// the rate to the others.
	Work bool
	// Repeated says that the same question has failed so often that another failure speaks of its key,
	// not of the system: it does not open the breaker, which would leave every other key without an
	// answer.
	Repeated bool
	// Lost, where it is not nil, counts the attempts that left whole and brought no answer at all: who bills questions may bill
	// them.
	Lost *int
	// Again says that a question that is not GET, HEAD, PUT or DELETE may arrive twice without harm:
	// without it there is one attempt.
	Again bool
}

// ReasonLimit is how long a requester or a reason may be, in bytes.
const ReasonLimit = 200

// Tellable reports that a text can be told to a system as requester or reason: not blank, at most
// ReasonLimit bytes of UTF-8, without control characters.
func Tellable(s string) bool {
	return strings.TrimSpace(s) != "" && len(s) <= ReasonLimit && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// Do makes a whole call: attempts with back-off until an answer, a final failure, or the deadline. The
// error is an *Error.
func (c *Client) Do(ctx context.Context, call Call) error {
	e := c.do(ctx, call)
	if e == nil {
		return nil
	}
	e.System = c.o.Name
	return e
}

func (c *Client) do(ctx context.Context, call Call) *Error {
	if !Tellable(call.Requester) || !Tellable(call.Reason) {
		return Refused("richiedente o motivo mancante, oltre 200 byte o con caratteri di controllo")
	}
	if e := c.workTurn(ctx, call); e != nil {
		return c.stopped(e)
	}
	ctx, cancel := context.WithTimeout(ctx, c.o.Deadline)
	defer cancel()
	c.measure.call()
	var last *Error
	attempts := 0
	_, err := c.retry.WithContext(ctx).GetWithExecution(func(failsafe.Execution[any]) (any, error) {
		attempts++
		last = after(last, c.attempt(ctx, call))
		if last != nil {
			return nil, last
		}
		return nil, nil
	})
	if err == nil {
		return nil
	}
	return concluded(ctx, last, err, attempts)
}

// workTurn makes a question that nobody waits for stand in a line of its own, before its time begins
// to run.
func (c *Client) workTurn(ctx context.Context, call Call) *Error {
	if !call.Work || c.breaker.refuses() {
		return nil // a breaker that is open refuses by itself, and uses up no turn
	}
	return c.work.turn(ctx, c.o.Deadline)
}

// after keeps why the breaker opened when it opens between two attempts.
func after(previous, e *Error) *Error {
	if e != nil && previous != nil && errors.Is(e, ErrOpen) {
		e.Cause = errors.Join(e.Cause, previous)
	}
	return e
}

// concluded is the error of a whole call. When the deadline struck between two attempts the last
// failure says more than the deadline, and both are kept.
func concluded(ctx context.Context, last *Error, err error, attempts int) *Error {
	e := Error{Kind: ErrUnavailable, Cause: err}
	if last != nil {
		e = *last
	}
	if cause := ctx.Err(); cause != nil && !errors.Is(&e, cause) && errors.Is(&e, ErrUnavailable) {
		e.Cause = errors.Join(e.Cause, cause)
	}
	e.Attempts = attempts
	return &e
}

// attempt makes one attempt inside the limits: places first, then turns, the tenant's before the
// system's. A system left alone by the breaker uses up neither.
func (c *Client) attempt(ctx context.Context, call Call) *Error {
	if c.breaker.refuses() {
		return c.stopped(unavailable(ErrOpen))
	}
	leave, e := c.enter(ctx, call)
	if e != nil {
		return c.stopped(e)
	}
	defer leave()
	if e := c.today(ctx); e != nil {
		return c.stopped(e)
	}
	exit := c.breaker.enter()
	if exit == nil {
		return c.stopped(unavailable(ErrOpen))
	}
	end, begin := c.measure.begin(c.o.Now()), time.Now()
	e = c.exchange(ctx, call)
	if e != nil {
		e.System = c.o.Name
		e.retry = e.retry && call.repeatable()
	}
	given := e != nil && c.abandoned(ctx, time.Since(begin))
	end(c.o.Now(), e, given)
	exit(outcomeOf(e, given || call.Repeated && e != nil && e.fault))
	return e
}

func unavailable(cause error) *Error { return &Error{Kind: ErrUnavailable, Cause: cause} }

// stopped counts an attempt that did not leave.
func (c *Client) stopped(e *Error) *Error {
	c.measure.stop(e)
	return e
}

// repeatable reports that the question may arrive twice.
func (call Call) repeatable() bool {
	return call.Again || slices.Contains([]string{"", http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete}, call.Method)
}

// abandoned reports that the caller went away, or had so little time left, less than half an
// attempt's, that nothing can be said of the system.
func (c *Client) abandoned(ctx context.Context, took time.Duration) bool {
	return errors.Is(ctx.Err(), context.Canceled) || ctx.Err() != nil && took < c.o.AttemptDeadline/2
}

// outcomeOf: an unknown key or a nonsense answer comes from a system that is there; only its silence, or
// somebody else's voice, speaks against it.
func outcomeOf(e *Error, given bool) outcome {
	switch {
	case given:
		return abandoned
	case e != nil && e.fault:
		return failed
	default:
		return succeeded
	}
}

// exchange is one HTTP exchange, read to its end within its own deadline.
func (c *Client) exchange(ctx context.Context, call Call) *Error {
	ctx, cancel := context.WithTimeout(ctx, c.o.AttemptDeadline)
	defer cancel()
	address, e := c.address(call)
	if e != nil {
		return e
	}
	req, err := http.NewRequestWithContext(ctx, call.Method, address, bytes.NewReader(call.Body))
	if err != nil {
		return Refused("indirizzo non componibile")
	}
	if call.Header != nil {
		req.Header = call.Header.Clone()
	}
	var sent atomic.Bool
	req = req.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteRequest: func(w httptrace.WroteRequestInfo) { sent.Store(w.Err == nil) }}))
	resp, err := c.http.Do(req)
	if err != nil {
		call.lost(sent.Load())
		if e := As(err); e != nil {
			return e // of Connection.Dial: nothing left
		}
		return Transient("nessuna risposta", withoutAddress(err))
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, c.o.BodyLimit+1))
	if err != nil {
		call.lost(true)
		return Transient("risposta interrotta", err)
	}
	return c.judge(Answer{Status: resp.StatusCode, Header: resp.Header, Body: body, now: c.o.Now(), limit: c.o.BodyLimit}, call)
}

// address is where a call goes.
func (c *Client) address(call Call) (string, *Error) {
	if call.Link == "" {
		address := c.base.JoinPath(call.Path...)
		address.RawQuery = call.Query.Encode()
		return address.String(), nil
	}
	u, err := url.Parse(call.Link)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || c.base.Scheme != "http") {
		return "", Invalid("l'indirizzo dato dal sistema non è ammesso")
	}
	return call.Link, nil
}

// lost counts an attempt that brought no answer, if it was sent.
func (call Call) lost(sent bool) {
	if sent && call.Lost != nil {
		*call.Lost++
	}
}

// withoutAddress drops the URL, which holds the key, from an error of net/http.
func withoutAddress(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}
