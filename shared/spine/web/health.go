package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// salute registers /livez, /readyz and /metrics.
func (s *Server) salute() {
	aperta := []Option{Open(), NoTenant()}
	s.Add(http.MethodGet, []string{"/livez"}, func(c echo.Context) error {
		return c.JSON(http.StatusOK, map[string]string{"stato": "VIVO"})
	}, aperta...)
	s.Add(http.MethodGet, []string{"/readyz"}, s.pronto, aperta...)
	metriche := echo.WrapHandler(s.metriche())
	s.Add(http.MethodGet, []string{"/metrics"}, func(c echo.Context) error {
		if s.opz.MetricsAddress != "" || !s.interna(c) {
			return problem.RottaAssente()
		}
		return metriche(c)
	}, aperta...)
}

func (s *Server) metriche() http.Handler {
	return promhttp.HandlerFor(s.opz.Metrics, promhttp.HandlerOpts{})
}

// serviMetriche serves /metrics alone on an address of its own, if the settings give one, to peers of the internal
// networks; what it gives ends that.
func (s *Server) serviMetriche(ctx context.Context) (func(), error) {
	if s.opz.MetricsAddress == "" {
		return func() {}, nil
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.opz.MetricsAddress)
	if err != nil {
		return nil, fmt.Errorf("web: VERBALI_INDIRIZZO_METRICHE: %w", err)
	}
	metriche := s.metriche()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		if peer, ok := peerDi(r); !ok || !contiene(s.reti, peer) {
			http.NotFound(w, r)
			return
		}
		metriche.ServeHTTP(w, r)
	})
	srv := &http.Server{Handler: mux, ReadTimeout: leggiTestata, WriteTimeout: Timeout, IdleTimeout: 2 * time.Minute}
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		_ = srv.Serve(l)
	}()
	s.opz.Log.InfoContext(ctx, "metriche in ascolto", "indirizzo", l.Addr().String())
	return func() { _ = srv.Close(); <-finito }, nil
}

// AddCheck adds a thing that must be up before the service is ready; to be called before serving.
func (s *Server) AddCheck(c Check) { s.opz.Checks = append(s.opz.Checks, c) }

// pronto answers 200 when every part is up, else 503; the body says which part is not and why.
func (s *Server) pronto(c echo.Context) error {
	ctx, fine := context.WithTimeout(c.Request().Context(), 2*time.Second)
	defer fine()
	stato, esiti := http.StatusOK, map[string]string{}
	for _, controllo := range s.opz.Checks {
		esiti[controllo.Name] = "OK"
		if err := controllo.Verify(ctx); err != nil {
			stato, esiti[controllo.Name] = http.StatusServiceUnavailable, s.perche(c, err)
		}
	}
	parola := map[bool]string{true: "PRONTO", false: "NON_PRONTO"}[stato == http.StatusOK]
	return c.JSON(stato, map[string]any{"stato": parola, "parti": esiti})
}

// perche tells the cause to internal networks only.
func (s *Server) perche(c echo.Context, err error) string {
	if !s.interna(c) {
		return "NON_DISPONIBILE"
	}
	return err.Error()
}
