package tracing

import (
	"context"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
)

// Inject puts the trace of ctx into a map of headers.
func Inject(ctx context.Context, intestazioni map[string][]string) {
	otel.GetTextMapPropagator().Inject(ctx, carrier(intestazioni))
}

// Extract returns a context that goes on with the trace found in a map of headers.
func Extract(ctx context.Context, intestazioni map[string][]string) context.Context {
	return otel.GetTextMapPropagator().Extract(ctx, carrier(intestazioni))
}

// carrier adapts nats.Header, whose keys keep the case they were written with.
type carrier map[string][]string

var _ propagation.TextMapCarrier = carrier{}

// Get gives the first value of a header, whatever its case.
func (p carrier) Get(k string) string {
	for nome, v := range p {
		if strings.EqualFold(nome, k) && len(v) > 0 {
			return v[0]
		}
	}
	return ""
}

// Set writes a header.
func (p carrier) Set(k, v string) { p[k] = []string{v} }

// Keys lists the headers.
func (p carrier) Keys() []string {
	nomi := make([]string, 0, len(p))
	for k := range p {
		nomi = append(nomi, k)
	}
	return nomi
}
