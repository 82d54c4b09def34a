package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// margineLettura lets the deadline of a request pass first, so that a slow body is told apart from a
// caller who has gone.
const margineLettura = 500 * time.Millisecond

// limita bounds the body and the time of a request. The deadline holds for reading the body too: a
// caller who sends a byte a minute is let go.
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
		// A writer without deadlines (a test's recorder) has none to set.
		_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Now().Add(s.tempo + margineLettura))
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
	return ctx, func() { stacca(); fine() }
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

// BodyRead lifts the deadline for reading from a connection whose answer is a stream: once the body
// has been read, it would only end the stream.
func BodyRead(c echo.Context) {
	_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Time{})
}
