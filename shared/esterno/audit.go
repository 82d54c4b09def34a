package esterno

import (
	"context"

	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Found is the outcome of a question that found its subject.
const Found = "TROVATO"

// Audit writes who asked a system what, and why, into the audit of the context's tenant, before
// anything is shown and also when the caller has gone: an answer that cannot be recorded is not given.
// The outcome is Found, or the code of what the caller is told.
func Audit(ctx context.Context, pools *db.Pools, line db.Access, outcome error) error {
	ctx = context.WithoutCancel(ctx)
	database, err := pools.Tenant(ctx)
	if err != nil {
		return err
	}
	line.Esito = Found
	if p := problem.As(outcome); p != nil {
		line.Esito = p.Codice
	} else if outcome != nil {
		line.Esito = "ERRORE_INTERNO"
	}
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		line.Traccia = span.TraceID().String()
	}
	return database.Audit(ctx, line)
}
