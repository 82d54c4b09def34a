package esterno

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Answer is what came back, whole, at most Options.BodyLimit bytes of it and one more.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte

	now   time.Time
	limit int64
}

// MediaType is the type of the body without parameters, in lower case; empty when it names none.
func (a Answer) MediaType() string {
	t, _, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return t
}

// Problem reads a problem document (RFC 9457) into v; false when the answer is none.
func (a Answer) Problem(v any) bool {
	return a.MediaType() == "application/problem+json" && !a.tooLarge() && json.Unmarshal(a.Body, v) == nil
}

// JSON reads a body of exactly one value in UTF-8 into v. Members that v does not have are let
// through: a system may grow.
func JSON(body []byte, v any) error {
	if !utf8.Valid(body) {
		return Invalid("non è UTF-8")
	}
	reader := json.NewDecoder(bytes.NewReader(body))
	if err := reader.Decode(v); err != nil {
		// The error of encoding/json may quote the answer: only its kind is kept.
		return Invalid("JSON illeggibile (%T)", err)
	}
	if _, err := reader.Token(); err != io.EOF {
		return Invalid("altro testo dopo il JSON")
	}
	return nil
}

func (a Answer) tooLarge() bool { return int64(len(a.Body)) > a.limit }

// Code is a system's error code when it may be shown: short, upper case. Logs and letters quote it, so any other text is empty.
func Code(s string) string {
	if len(s) > 60 || strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
		return ""
	}
	return s
}

// Verdict is what an answer that is not 200 means by its status; code is the system's own word for it,
// empty when the answer does not speak as the system does: then a refusal is a stranger's.
func Verdict(a Answer, code string) *Error {
	switch {
	case a.Status >= 500, a.Status == http.StatusTooManyRequests, a.Status == http.StatusRequestTimeout, a.Status == http.StatusTooEarly:
		e := Transient("", nil)
		e.Code, e.after = code, a.RetryAfter()
		return e
	case a.Status < 400:
		return Stranger("stato inatteso")
	case a.Status == http.StatusUnauthorized, a.Status == http.StatusForbidden, a.Status == http.StatusProxyAuthRequired:
		e := Stranger("accesso alla rete negato")
		e.Code = code
		return e
	case code == "":
		return Stranger("rifiuto che non è del sistema")
	}
	return &Error{Kind: ErrRefused, Code: code}
}

// Pace is up to how long a system may ask to be left alone without being given up for the moment: a matter of pace.
const Pace = 5 * time.Second

// longestWait bounds what a system may ask for: more is a mistake, or not meant as seconds.
const longestWait = 24 * time.Hour

// RetryAfter is what Retry-After asks for, in seconds or as a date; zero where it says nothing, or more than a day.
func (a Answer) RetryAfter() time.Duration {
	text := a.Header.Get("Retry-After")
	wait := seconds(text)
	if t, err := http.ParseTime(text); err == nil {
		wait = t.Sub(a.now)
	}
	if wait < 0 || wait > longestWait {
		return 0
	}
	return wait
}

// QuotaReset is when a quota begins anew: the seconds of X-RateLimit-Reset, else what Retry-After asks for.
func (a Answer) QuotaReset() time.Duration {
	return cmp.Or(seconds(a.Header.Get("X-Ratelimit-Reset")), a.RetryAfter())
}

// seconds reads a number of seconds of at most a day; zero for anything else.
func seconds(text string) time.Duration {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > int(longestWait/time.Second) {
		return 0
	}
	return time.Duration(n) * time.Second
}

// judge reads a good answer and lets the system judge any other.
func (c *Client) judge(a Answer, call Call) *Error {
	var e *Error
	if a.Status == http.StatusOK && call.Good == nil || slices.Contains(call.Good, a.Status) {
		e = c.read(a, call)
	} else {
		e = c.o.Judge(a)
	}
	if e != nil {
		e.Status = a.Status
	}
	return e
}

func (c *Client) read(a Answer, call Call) *Error {
	switch {
	case a.tooLarge():
		return Invalid("oltre %d byte", c.o.BodyLimit)
	case call.Link == "" && !slices.Contains(c.o.MediaTypes, a.MediaType()):
		return Stranger("tipo di contenuto inatteso: non è il sistema a rispondere")
	}
	err := call.Read(a)
	if e := As(err); e != nil || err == nil {
		return e
	}
	return &Error{Kind: ErrInvalidAnswer, Cause: err}
}
