// Package log gives every service the same structured log: JSON lines of log/slog with the service,
// and with the tenant, the trace and the actor of the context. Personal data never enters a log:
// attributes whose key names a person, a secret or a document are hidden here for every caller.
package log

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/trace"
)

type chiave struct{}

// With returns a context whose log lines carry these attributes too.
func With(ctx context.Context, attr ...slog.Attr) context.Context {
	prima, _ := ctx.Value(chiave{}).([]slog.Attr)
	return context.WithValue(ctx, chiave{}, append(slices.Clip(prima), attr...))
}

// New makes the logger of a service. livello is DEBUG, INFO, WARN or ERROR.
func New(w io.Writer, servizio, livello string) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(livello)); err != nil {
		l = slog.LevelInfo
	}
	h := slog.NewJSONHandler(w, &slog.HandlerOptions{Level: l, ReplaceAttr: nascondi})
	return slog.New(&handler{h}).With("servizio", servizio)
}

// Library is where the standard library's own logger writes: net/http prints there what a peer sent out of
// turn, which may be anybody's data. The text goes on as a warning, without what it quotes.
func Library(l *slog.Logger) io.Writer { return libreria{l} }

type libreria struct{ log *slog.Logger }

// Write takes one message.
func (w libreria) Write(messaggio []byte) (int, error) {
	testo, _, _ := strings.Cut(strings.TrimSpace(string(messaggio)), `"`)
	w.log.LogAttrs(context.Background(), slog.LevelWarn, "dalla libreria", slog.String("testo", testo))
	return len(messaggio), nil
}

// riservati are words that mark an attribute as not for logs.
func riservati() []string {
	return []string{"password", "segreto", "token", "authorization", "codicefiscale", "cognome", "destinatario", "email", "dsn"}
}

func nascondi(_ []string, a slog.Attr) slog.Attr {
	k := strings.ToLower(a.Key)
	for _, parola := range riservati() {
		if strings.Contains(k, parola) {
			return slog.String(a.Key, "********")
		}
	}
	return a
}

// handler adds what the context knows.
type handler struct{ slog.Handler }

// Handle adds to the record what the context knows.
func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	if attr, ok := ctx.Value(chiave{}).([]slog.Attr); ok {
		r.AddAttrs(attr...)
	}
	if sc := trace.SpanContextFromContext(ctx); sc.HasTraceID() {
		r.AddAttrs(slog.String("traccia", sc.TraceID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps the context's attributes in derived loggers.
func (h *handler) WithAttrs(a []slog.Attr) slog.Handler { return &handler{h.Handler.WithAttrs(a)} }

// WithGroup keeps the context's attributes in derived loggers.
func (h *handler) WithGroup(n string) slog.Handler { return &handler{h.Handler.WithGroup(n)} }
