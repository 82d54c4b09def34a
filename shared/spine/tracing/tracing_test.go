package tracing_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/tracing"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// accendi sets the provider of traces, which is the process's.
func accendi(t *testing.T, endpoint string) func() error {
	t.Helper()
	spegni, err := tracing.Start(t.Context(), "prova", endpoint)
	if err != nil {
		t.Fatal(err)
	}
	return func() error {
		ctx, fine := context.WithTimeout(context.Background(), 5*time.Second)
		defer fine()
		return spegni(ctx)
	}
}

//nolint:paralleltest // the provider of traces is the process's
func TestTraceGoesOnAcrossHeaders(t *testing.T) {
	spegni := accendi(t, "")
	ctx, span := otel.Tracer("prova").Start(t.Context(), "a")
	h := map[string][]string{}
	tracing.Inject(ctx, h)
	span.End()
	if len(h["traceparent"]) != 1 {
		t.Fatalf("headers %v", h)
	}
	for _, nome := range []string{"traceparent", "Traceparent", "TRACEPARENT"} { // NATS keeps the case it was written with
		letto := trace.SpanContextFromContext(tracing.Extract(t.Context(), map[string][]string{nome: h["traceparent"]}))
		if letto.TraceID() != span.SpanContext().TraceID() || !letto.IsRemote() {
			t.Errorf("%s: %v", nome, letto)
		}
	}
	for nome, rotto := range map[string]map[string][]string{
		"none": nil, "no value": {"traceparent": nil}, "words": {"traceparent": {"ciao"}}, "all zeros": {"traceparent": {"00-00000000000000000000000000000000-0000000000000000-01"}},
	} {
		if sc := trace.SpanContextFromContext(tracing.Extract(t.Context(), rotto)); sc.IsValid() {
			t.Errorf("%s: %v", nome, sc)
		}
	}
	vuoto := map[string][]string{}
	tracing.Inject(t.Context(), vuoto)
	if len(vuoto) != 0 {
		t.Errorf("a context without a trace wrote %v", vuoto)
	}
	if err := spegni(); err != nil {
		t.Error(err)
	}
}

//nolint:paralleltest // the provider of traces is the process's
func TestSpansReachTheCollectorAtTheLatestAtTheStop(t *testing.T) {
	var arrivati atomic.Int32
	raccoglitore := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/traces" {
			arrivati.Add(1)
		}
		w.WriteHeader(http.StatusOK)
	}))
	defer raccoglitore.Close()
	spegni := accendi(t, raccoglitore.URL+"/v1/traces")
	_, span := otel.Tracer("prova").Start(t.Context(), "a")
	span.End()
	if err := spegni(); err != nil || arrivati.Load() != 1 {
		t.Errorf("%v, %d deliveries", err, arrivati.Load())
	}
	if _, err := tracing.Start(t.Context(), "prova", "http://[::1"); err == nil || !strings.Contains(err.Error(), "VERBALI_OTEL_ENDPOINT") {
		t.Errorf("%v", err)
	}
}

//nolint:paralleltest // the provider of traces is the process's
func TestCollectorThatIsAwayStopsNothing(t *testing.T) {
	spegni := accendi(t, "http://127.0.0.1:1/v1/traces")
	_, span := otel.Tracer("prova").Start(t.Context(), "a")
	span.End()
	inizio := tempo.Macchina()
	_ = spegni() // it may say so: what counts is that it returns
	if time.Since(inizio) > 10*time.Second {
		t.Errorf("it took %v", time.Since(inizio))
	}
}

func TestMetricsHaveTheRuntime(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	promhttp.HandlerFor(tracing.Metrics(), promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	for _, s := range []string{"go_goroutines ", "process_resident_memory_bytes "} {
		if !strings.Contains(w.Body.String(), s) {
			t.Errorf("no %s", s)
		}
	}
}
