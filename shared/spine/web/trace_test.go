package web_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
)

// Every request has a trace, its caller's if he has one, whether anybody collects it or not; what is collected
// is described.
//
//nolint:paralleltest // the provider of traces is the process's
func TestEveryRequestHasItsTrace(t *testing.T) {
	const chiamante = "0af7651916cd43dd8448eb211c80319c"
	prima, primaDopo := otel.GetTracerProvider(), otel.GetTextMapPropagator()
	t.Cleanup(func() { otel.SetTracerProvider(prima); otel.SetTextMapPropagator(primaDopo) })
	otel.SetTextMapPropagator(propagation.TraceContext{})
	for nome, campione := range map[string]sdk.Sampler{"nobody collects": sdk.NeverSample(), "collected": sdk.AlwaysSample()} {
		t.Run(nome, func(t *testing.T) {
			raccolte := tracetest.NewInMemoryExporter()
			otel.SetTracerProvider(sdk.NewTracerProvider(sdk.WithSyncer(raccolte), sdk.WithSampler(campione)))
			b := apparecchia(t)
			b.Group("").Add(http.MethodGet, "/traccia", func(c echo.Context) error {
				return c.String(http.StatusOK, trace.SpanContextFromContext(c.Request().Context()).TraceID().String())
			}, aperta()...)
			a := accendi(t, b, 0)
			viste := map[string]bool{}
			for _, intestazione := range []string{"", "00-" + chiamante + "-b7ad6b7169203331-00", ""} {
				viste[a.traccia(t, intestazione)] = true
			}
			if len(viste) != 3 || !viste[chiamante] || viste[strings.Repeat("0", 32)] {
				t.Errorf("traces %v", viste)
			}
			for _, s := range raccolte.GetSpans() {
				if !strings.HasPrefix(s.Name, "GET ") || len(s.Attributes) < 5 {
					t.Errorf("%s: %v", s.Name, s.Attributes)
				}
			}
			if n := len(raccolte.GetSpans()); (n == 3) != (nome == "collected") {
				t.Errorf("%d spans collected", n)
			}
		})
	}
}

func (a *acceso) traccia(t *testing.T, intestazione string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+a.indirizzo+"/rest/traccia", nil)
	if err != nil {
		t.Fatal(err)
	}
	if intestazione != "" {
		r.Header.Set("Traceparent", intestazione)
	}
	w, err := a.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	corpo, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(corpo)
}
