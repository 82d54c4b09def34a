package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
)

// leggiTestata is how long the headers of a request may take.
const leggiTestata = 10 * time.Second

// Serve listens until the context ends, then takes no more and lets requests in progress finish within
// entro: streams of events end at once, the rest is cut after entro.
func (s *Server) Serve(ctx context.Context, indirizzo string, entro time.Duration) error {
	srv := &http.Server{
		Handler:           tracciato(s.Echo, s.opz.Module),
		ReadHeaderTimeout: leggiTestata, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(s.opz.Log.Handler(), slog.LevelDebug),
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", indirizzo)
	if err != nil {
		return fmt.Errorf("web: VERBALI_INDIRIZZO: %w", err)
	}
	chiudiMetriche, err := s.serviMetriche(ctx)
	if err != nil {
		_ = l.Close()
		return err
	}
	defer chiudiMetriche()
	s.opz.Log.Info("in ascolto", "indirizzo", l.Addr().String(), "base", s.opz.Base)
	fine := make(chan error, 1)
	go func() { fine <- srv.Serve(l) }()
	select {
	case err = <-fine:
		s.ferma()
	case <-ctx.Done():
		err = s.concludi(ctx, srv, entro)
		if servito := <-fine; err == nil {
			err = servito
		}
	}
	if err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("web: %w", err)
	}
	return nil
}

// tracciato gives every request its trace: the caller's, else a new one. Where nobody collects them requests
// are not described either: describing a small request cost a tenth of its time.
func tracciato(h http.Handler, modulo string) http.Handler {
	tracer := otel.Tracer("verbali")
	_, prova := tracer.Start(context.Background(), modulo) // not ended, so never sent
	if prova.IsRecording() {
		return otelhttp.NewHandler(h, modulo)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := otel.GetTextMapPropagator().Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := tracer.Start(ctx, modulo)
		defer span.End()
		conTraccia := r.WithContext(ctx)
		defer func() { r.MultipartForm = conTraccia.MultipartForm }() // net/http removes its files
		h.ServeHTTP(w, conTraccia)
	})
}

// concludi stops in order; requests that outlive their time are cut, which is no failure of the stop.
func (s *Server) concludi(ctx context.Context, srv *http.Server, entro time.Duration) error {
	chiude, cancella := context.WithTimeout(context.WithoutCancel(ctx), entro)
	defer cancella()
	s.ferma()
	err := srv.Shutdown(chiude)
	if errors.Is(err, context.DeadlineExceeded) {
		s.opz.Log.WarnContext(ctx, "richieste interrotte dall'arresto", "dopo", entro.String())
		return srv.Close()
	}
	return err
}
