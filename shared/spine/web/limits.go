package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// margineLettura lets the deadline of a request pass first, so that a slow body is told apart from a
// caller who has gone. cortesia is how long net/http may wait for the rest of a body that nobody read, so that
// a connection whose request was refused serves the next one.
const (
	margineLettura = 500 * time.Millisecond
	cortesia       = time.Second
)

// riprovaChi is between two looks at whether the caller of a stream may still read it, beside those at every change.
const riprovaChi = 5 * time.Second

// attendiCorpo gives the body of a request a deadline from its first byte, on every path, also where no route
// answers and before it is known who asks; the one for headers is net/http's. It ends with the body: what
// follows has the deadline of its route.
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

func (c *corpo) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) && !c.finito {
		c.finito = true
		c.finisce()
	}
	return n, err //nolint:wrapcheck // io.EOF and net/http's own errors, by identity
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
		req := c.Request()
		req.Body = http.MaxBytesReader(c.Response(), req.Body, r.limite)
		ctx, fine := s.vita(c, r)
		defer fine()
		c.SetRequest(req.WithContext(ctx))
		defer c.SetRequest(req) // who reads the request afterwards is not to find it cancelled
		err := prossimo(c)
		if errors.Is(err, context.DeadlineExceeded) && (problem.As(err) == nil || ctx.Err() != nil) {
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
			return context.WithCancel(ctx)
		}
		return context.WithTimeout(ctx, s.tempo)
	}
	ctx, fine := context.WithCancel(ctx)
	if !WantsEvents(c.Request().Header) {
		return ctx, fine
	}
	stacca := context.AfterFunc(s.arresto, fine)
	lascia := s.finchePuo(ctx, fine)
	return ctx, func() { stacca(); fine(); lascia() }
}

// finchePuo ends a stream of events when its caller would no longer be let in: the token has expired, the account was
// blocked or changed, the tenant suspended. What it gives waits for the watch to be over, after the stream has ended.
func (s *Server) finchePuo(ctx context.Context, fine context.CancelFunc) func() {
	chi, noto := auth.From(ctx)
	if !noto || s.opz.Verifier == nil {
		return func() {}
	}
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		ogni := time.NewTicker(s.riprova)
		defer ogni.Stop()
		for {
			cambio := s.opz.Verifier.Revocations().Changed()
			_, err := s.opz.Verifier.Verify(chi.Token)
			if e := problem.As(err); e != nil && e.Kind == problem.Unauthenticated || s.opz.Tenant.Suspended(chi.Tenant) {
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
	return func() { <-finito }
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
