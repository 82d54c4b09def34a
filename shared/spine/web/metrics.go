package web

import (
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// metrics counts requests by route: the three prefixes of a group count as one.
type metrics struct {
	durata *prometheus.HistogramVec
}

func nuoveMisure(r *prometheus.Registry) *metrics {
	m := &metrics{durata: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "http_richiesta_secondi", Help: "Durata delle richieste HTTP.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 30},
	}, []string{"metodo", "rotta", "stato"})}
	r.MustRegister(m.durata)
	return m
}

// osserva measures, names the span after the route and writes the access line. An answer that failed
// after its first bytes is cut, so that nobody takes it for a whole one.
func (s *Server) osserva(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		inizio := time.Now()
		err := prossimo(c)
		iniziata := c.Response().Committed
		if err != nil {
			c.Error(err)
		}
		s.annota(c, time.Since(inizio), err)
		if err != nil && iniziata {
			s.opz.Log.ErrorContext(c.Request().Context(), "risposta interrotta", "rotta", c.Path(), "errore", err)
			panic(http.ErrAbortHandler)
		}
		return nil
	}
}

// annota records an answered request.
func (s *Server) annota(c echo.Context, durata time.Duration, err error) {
	rotta := "(assente)"
	if r := s.rotta(c); r != nil {
		rotta = r.Path
	}
	m, stato := metodo(c.Request().Method), c.Response().Status
	s.misure.durata.WithLabelValues(m, rotta, strconv.Itoa(stato)).Observe(durata.Seconds())
	ctx := c.Request().Context()
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		span.SetName(m + " " + rotta)
		span.SetAttributes(attribute.String("http.route", rotta))
	}
	s.rifiuti.scrivi(ctx, c, rotta, err)
	if !s.opz.Log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	args := []any{"metodo", m, "rotta", rotta, "stato", stato, "ms", durata.Milliseconds()}
	if p := problem.As(err); p != nil {
		args = append(args, "codice", p.Codice)
	}
	s.opz.Log.DebugContext(ctx, "richiesta", args...)
}

// metodo keeps the label bounded: methods come from strangers.
func metodo(m string) string {
	switch m {
	case http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodHead, http.MethodOptions:
		return m
	}
	return "ALTRO"
}
