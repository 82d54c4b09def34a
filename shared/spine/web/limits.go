package web

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// margineLettura lets the deadline of a request pass first, so that a slow body is told apart from a
// caller who has gone. ritmo, in bytes a second, is the slowest line that is waited for: a field radio's or a bad mobile
// network's; nobody is waited for longer than pazienza times the time of a request. cortesia is how long net/http may
// wait for the rest of a body that nobody read, so that a connection whose request was refused serves the next one.
const (
	margineLettura = 500 * time.Millisecond
	ritmo          = 32 << 10
	pazienza       = 10
	cortesia       = time.Second
)

// riprovaChi is between two looks at whether the caller of a stream may still read it, beside those at every change.
const riprovaChi = 5 * time.Second

// chiaveCorpo is where the body of a request is, in its context.
const chiaveCorpo = "web.corpo"

// perByte is how long n bytes may be on the way: the time of a request, or what a line of ritmo takes.
func (s *Server) perByte(n int64) time.Duration {
	return max(s.tempo, min(pazienza*s.tempo, time.Duration(n/ritmo)*time.Second))
}

// attendiCorpo gives the body of a request a deadline from its first byte, on every path, also where no route
// answers and before it is known who asks (see attendiAncora); the one for headers is net/http's. It ends with the
// body: what follows has the deadline of its route.
func (s *Server) attendiCorpo(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		req := c.Request()
		if req.Body == nil || req.Body == http.NoBody {
			return prossimo(c)
		}
		// A writer without deadlines (a test's recorder) has none to set.
		comandi := http.NewResponseController(c.Response())
		_ = comandi.SetReadDeadline(time.Now().Add(s.tempo + margineLettura))
		corpo := &corpo{ReadCloser: req.Body, finisce: func() { _ = comandi.SetReadDeadline(time.Time{}) }}
		req.Body = corpo
		c.Set(chiaveCorpo, corpo)
		err := prossimo(c)
		if !corpo.finito {
			_ = comandi.SetReadDeadline(time.Now().Add(cortesia))
		}
		return err
	}
}

// corpo is the body of a request, and knows when it has been read to its end.
type corpo struct {
	io.ReadCloser
	finisce func()
	finito  bool
}

// Read notes the end of the body; a piece that is late is the 408 of a body too slow.
func (c *corpo) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) && !c.finito {
		c.finito = true
		c.finisce()
	}
	if lento := net.Error(nil); errors.As(err, &lento) && lento.Timeout() {
		return n, problem.TroppoLento().With(err)
	}
	return n, err //nolint:wrapcheck // io.EOF and net/http's own errors, by identity
}

// attendiAncora gives a body the time that its length takes on a slow line, once its caller has been proven: who is on
// the road with photographs is no stranger who holds connections. It gives that time, 0 where the body has been read.
func (s *Server) attendiAncora(c echo.Context, r *Route) time.Duration {
	corpo, _ := c.Get(chiaveCorpo).(*corpo)
	if corpo == nil || corpo.finito {
		return 0
	}
	if r.Open {
		return s.tempo
	}
	byteAttesi := c.Request().ContentLength
	if byteAttesi < 0 {
		byteAttesi = r.limite
	}
	attesa := s.perByte(byteAttesi)
	_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Now().Add(attesa + margineLettura))
	return attesa
}

// dopoIlCorpo is a context that ends in the time of a request: from now where the body has been read or there is none,
// else from when it is.
func (s *Server) dopoIlCorpo(c echo.Context, r *Route) (context.Context, context.CancelFunc) {
	attesa := s.attendiAncora(c, r)
	ctx, fine := context.WithTimeout(c.Request().Context(), attesa+s.tempo)
	if attesa == 0 {
		return ctx, fine
	}
	ctx, scade := context.WithCancelCause(ctx)
	corpo, _ := c.Get(chiaveCorpo).(*corpo)
	letto := corpo.finisce
	corpo.finisce = func() {
		letto()
		time.AfterFunc(s.tempo, func() { scade(context.DeadlineExceeded) })
	}
	return ctx, func() { scade(context.Canceled); fine() }
}

// oltreIlTempo reports an error of a request whose time has passed.
func oltreIlTempo(ctx context.Context, err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return problem.As(err) == nil || ctx.Err() != nil
	}
	return errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), context.DeadlineExceeded)
}

// limita bounds the body and the time of a request.
func (s *Server) limita(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := s.rotta(c)
		if r == nil {
			return prossimo(c)
		}
		if c.Request().ContentLength > r.limite {
			return problem.TroppoGrande(r.limite)
		}
		c.Set(chiaveTavolo, s.tavolo)
		req := c.Request()
		req.Body = http.MaxBytesReader(c.Response(), req.Body, r.limite)
		ctx, fine := s.vita(c, r)
		defer fine()
		c.SetRequest(req.WithContext(ctx))
		defer c.SetRequest(req) // who reads the request afterwards is not to find it cancelled
		err := prossimo(c)
		if oltreIlTempo(ctx, err) {
			return scaduto(err)
		}
		return err
	}
}

// vita gives the context in which a request is served: up to its deadline, or for a stream of events
// until the caller goes or the service stops.
func (s *Server) vita(c echo.Context, r *Route) (context.Context, context.CancelFunc) {
	ctx := c.Request().Context()
	if !r.senzaTempo {
		if r.chiedeFlusso(c.Request().Header) {
			s.attendiAncora(c, r)
			return context.WithCancel(ctx)
		}
		return s.dopoIlCorpo(c, r)
	}
	s.attendiAncora(c, r)
	ctx, fine := context.WithCancel(ctx)
	stacca := func() bool { return true }
	if WantsEvents(c.Request().Header) { // a download has the time of the stop to finish
		stacca = context.AfterFunc(s.arresto, fine)
	}
	lascia := func() {}
	if chi, noto := auth.From(ctx); noto {
		ctx, lascia = s.While(ctx, chi, func(chi auth.Identity) bool { return s.ammetti(chi, r) == nil })
	}
	return ctx, func() { stacca(); fine(); lascia() }
}

// While gives the context of a stream of events, or of a download, which ends when its caller would no longer be let in: the
// token has expired, the account was blocked or changed, may no longer holds, the tenant is suspended. It is for a
// route that proves its callers itself; those of the others are followed already. The function that it gives ends the watch,
// and returns when that is over.
func (s *Server) While(ctx context.Context, chi auth.Identity, may func(auth.Identity) bool) (context.Context, func()) {
	ctx, fine := context.WithCancel(ctx)
	if s.opz.Verifier == nil {
		return ctx, fine
	}
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		ogni := time.NewTicker(s.riprova)
		defer ogni.Stop()
		for {
			cambio := s.opz.Verifier.Revocations().Changed()
			ora, err := s.opz.Verifier.Verify(chi.Token)
			e := problem.As(err)
			if e != nil && e.Kind == problem.Unauthenticated || err == nil && !may(ora) || s.opz.Tenant.Suspended(chi.Tenant) {
				fine()
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-cambio:
			case <-ogni.C:
			}
		}
	}()
	return ctx, func() { fine(); <-finito }
}

// chiedeFlusso says whether a request asks for one of the streams of its route.
func (r *Route) chiedeFlusso(h http.Header) bool {
	if len(r.flussi) == 0 {
		return false
	}
	return Accept(h, append([]string{echo.MIMEApplicationJSON}, r.flussi...)...) != echo.MIMEApplicationJSON
}

func scaduto(causa error) error {
	return problem.NonDisponibile("TEMPO_SCADUTO", "L'operazione non si è conclusa in tempo.").With(causa)
}

// nonCompresso refuses a body with a Content-Encoding before anybody reads it: nothing here decompresses, so that no small request
// grows large. The answer names the accepted coding (RFC 9110, 15.5.16).
func nonCompresso(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.ContentLength == 0 {
			return next(c)
		}
		for _, riga := range r.Header.Values(echo.HeaderContentEncoding) {
			for codifica := range strings.SplitSeq(riga, ",") {
				if codifica = strings.TrimSpace(codifica); codifica != "" && !strings.EqualFold(codifica, "identity") {
					c.Response().Header().Set(echo.HeaderAcceptEncoding, "identity")
					return problem.CompressoNonAmmesso()
				}
			}
		}
		return next(c)
	}
}
