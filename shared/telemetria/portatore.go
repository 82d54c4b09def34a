package telemetria

import (
	"context"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
)

// Scrivi puts the trace of ctx into a map of headers.
func Scrivi(ctx context.Context, intestazioni map[string][]string) {
	otel.GetTextMapPropagator().Inject(ctx, portatore(intestazioni))
}

// Leggi returns a context that goes on with the trace found in a map of headers.
func Leggi(ctx context.Context, intestazioni map[string][]string) context.Context {
	return otel.GetTextMapPropagator().Extract(ctx, portatore(intestazioni))
}

// portatore adapts nats.Header, whose keys keep the case they were written with.
type portatore map[string][]string

var _ propagation.TextMapCarrier = portatore{}

// Get gives the first value of a header, whatever its case.
func (p portatore) Get(k string) string {
	for nome, v := range p {
		if strings.EqualFold(nome, k) && len(v) > 0 {
			return v[0]
		}
	}
	return ""
}

// Set writes a header.
func (p portatore) Set(k, v string) { p[k] = []string{v} }

// Keys lists the headers.
func (p portatore) Keys() []string {
	nomi := make([]string, 0, len(p))
	for k := range p {
		nomi = append(nomi, k)
	}
	return nomi
}
