package web_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func aperta(opzioni ...web.Option) []web.Option {
	return append([]web.Option{web.Open(), web.NoTenant()}, opzioni...)
}

func TestBodies(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	h := func(c echo.Context) error {
		if _, err := web.Decode[map[string]any](c); err != nil {
			return err
		}
		return c.NoContent(204)
	}
	b.Group("").Add(http.MethodPost, "/json", h, aperta(web.Limit(web.LimitJSON))...)
	b.Group("").Add(http.MethodPost, "/aperto", h, aperta()...)
	b.Group("").Add(http.MethodPost, "/piccolo", h, aperta(web.Limit(10))...)
	b.Group("").Add(http.MethodPost, "/grezzo", func(c echo.Context) error {
		_, err := io.Copy(io.Discard, c.Request().Body)
		return err
	}, aperta(web.Limit(web.LimitJSON))...)
	pieno := func(n int) string { return `{"a":"` + strings.Repeat("x", n-8) + `"}` }
	casi := []struct {
		nome, percorso string
		byte           int
		muto           bool // without Content-Length
		stato          int
	}{
		{"exactly one mebibyte", "/json", 1 << 20, false, 204},
		{"one byte more", "/json", 1<<20 + 1, false, 413},
		{"one byte more, of unknown length", "/json", 1<<20 + 1, true, 413},
		{"exactly one mebibyte, of unknown length", "/json", 1 << 20, true, 204},
		{"a route for anybody: 64 kibibytes", "/aperto", 64 << 10, true, 204},
		{"a route for anybody: one byte more", "/aperto", 64<<10 + 1, true, 413},
		{"a route with its own limit", "/piccolo", 11, true, 413},
		{"a handler that only passes the error on", "/grezzo", 1<<20 + 1, true, 413},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodPost, base+c.percorso, strings.NewReader(pieno(c.byte)))
			r.Header.Set("Content-Type", "application/json")
			if c.muto {
				r.ContentLength = -1
			}
			w := httptest.NewRecorder()
			b.Echo.ServeHTTP(w, r)
			if w.Code != c.stato {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			if w.Code == 413 && codice(t, w) != "CORPO_TROPPO_GRANDE" {
				t.Errorf("%s", w.Body)
			}
		})
	}
}

func TestErrorsOfHandlers(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	segreto := "impronta di Mario Rossi"
	errori := map[string]struct {
		err    error
		stato  int
		codice string
	}{
		"a deadline that passed":               {fmt.Errorf("store: %w", context.DeadlineExceeded), 503, "TEMPO_SCADUTO"},
		"a problem":                            {problem.Conflitto("REGOLA", "no").With(errors.New(segreto)), 409, "REGOLA"},
		"a problem inside another error":       {fmt.Errorf("%s: %w", segreto, problem.NonTrovato("verbale", "7")), 404, "NON_TROVATO"},
		"an internal error":                    {errors.New(segreto), 500, "ERRORE_INTERNO"},
		"an internal error of echo":            {echo.NewHTTPError(500, segreto), 500, "ERRORE_INTERNO"},
		"an error of a caller found by echo":   {echo.NewHTTPError(400, segreto), 400, "RICHIESTA_MALFORMATA"},
		"too much for echo":                    {echo.ErrStatusRequestEntityTooLarge, 413, "CORPO_TROPPO_GRANDE"},
		"a part that is away":                  {problem.NonDisponibile("ALTROVE", "via"), 503, "ALTROVE"},
		"too many requests":                    {problem.Troppe(1500e6), 429, "TROPPE_RICHIESTE"},
		"a cancellation that is not this call": {context.Canceled, 500, "ERRORE_INTERNO"},
	}
	for nome, e := range errori {
		percorso := "/" + strings.ReplaceAll(nome, " ", "-")
		b.Group("").Add(http.MethodGet, percorso, func(echo.Context) error { return e.err }, aperta()...)
	}
	b.Group("").Add(http.MethodGet, "/panico", func(echo.Context) error { panic(segreto) }, aperta()...)
	for nome, e := range errori {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			w := b.chiama("GET", base+"/"+strings.ReplaceAll(nome, " ", "-"))
			if got := codice(t, w); w.Code != e.stato || got != e.codice {
				t.Errorf("%d %s, want %d %s", w.Code, got, e.stato, e.codice)
			}
			if strings.Contains(w.Body.String(), segreto) {
				t.Errorf("it tells a secret: %s", w.Body)
			}
			if dopo := w.Header().Get("Retry-After"); (e.stato == 503 || e.stato == 429) != (dopo != "") || e.stato == 429 && dopo != "2" {
				t.Errorf("Retry-After = %q", dopo)
			}
		})
	}
	t.Run("a panic", func(t *testing.T) {
		t.Parallel()
		w := b.chiama("GET", base+"/panico")
		if got := codice(t, w); w.Code != 500 || got != "ERRORE_INTERNO" || strings.Contains(w.Body.String(), segreto) {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		if len(b.log.Con("panico")) != 1 {
			t.Error("the stack of the panic is not in the log")
		}
	})
}

func TestCallerWhoLeftIsNoFailure(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Group("").Add(http.MethodGet, "/attesa", func(c echo.Context) error {
		return fmt.Errorf("store: %w", c.Request().Context().Err())
	}, aperta()...)
	ctx, via := context.WithCancel(t.Context())
	via()
	w := httptest.NewRecorder()
	b.Echo.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, base+"/attesa", nil))
	if w.Code != 499 || len(b.log.Con("richiesta fallita")) != 0 {
		t.Errorf("%d, logged %v", w.Code, b.log.Con("richiesta fallita"))
	}
}

func TestEveryAnswerIsProtected(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	chi := []string{"Authorization", "Bearer " + b.token("op", "alfa", auth.RuoloOperatore)}
	for p, tipo := range map[string]string{
		"/livez": "application/json", "/altrove": problem.MediaType, base + "/prova/utile": "text/plain; charset=UTF-8",
		"/robots.txt": "text/plain; charset=UTF-8", base + "/openapi.yaml": "application/yaml; charset=utf-8",
	} {
		h := b.chiama("GET", p, chi...).Header()
		for nome, vuole := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Cache-Control": "no-store", "Referrer-Policy": "same-origin",
			"Content-Security-Policy":      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
			"Cross-Origin-Resource-Policy": "same-origin", "Content-Type": tipo,
			"Server": "", "X-Powered-By": "", "Access-Control-Allow-Origin": "",
		} {
			if avuto := h.Get(nome); avuto != vuole {
				t.Errorf("%s: %s is %q, want %q", p, nome, avuto, vuole)
			}
		}
	}
}
