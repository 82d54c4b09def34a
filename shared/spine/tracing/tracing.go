// Package tracing sets up tracing (OpenTelemetry, OTLP over HTTP) and metrics (Prometheus) of a
// process, and carries the trace across NATS headers.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
)

// Metrics is the registry of one process, with the Go runtime's own figures.
func Metrics() *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r
}

// Start starts the exporter towards endpoint (a URL; empty: traces have their names and are propagated,
// but what nobody collects is not recorded: on a small request that is a tenth of its price). The returned
// function flushes and stops it.
func Start(ctx context.Context, servizio, endpoint string) (func(context.Context) error, error) {
	opzioni := []trace.TracerProviderOption{
		trace.WithResource(resource.NewSchemaless(attribute.String("service.name", "verbali-"+servizio))),
	}
	if endpoint == "" {
		opzioni = append(opzioni, trace.WithSampler(trace.ParentBased(trace.NeverSample())))
	} else {
		if u, err := url.Parse(endpoint); err != nil || u.Host == "" { // the exporter only mumbles, and sends nowhere
			return nil, errors.New("telemetria: VERBALI_OTEL_ENDPOINT: non è un indirizzo")
		}
		esportatore, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(endpoint))
		if err != nil {
			return nil, fmt.Errorf("telemetria: VERBALI_OTEL_ENDPOINT: %w", err)
		}
		opzioni = append(opzioni, trace.WithBatcher(esportatore))
	}
	tp := trace.NewTracerProvider(opzioni...)
	otel.SetTracerProvider(tp)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	return tp.Shutdown, nil
}
