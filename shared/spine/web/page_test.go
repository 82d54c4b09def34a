package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func TestTheSizeOfAPage(t *testing.T) {
	t.Parallel()
	for domanda, vuole := range map[string]int{"": 50, "?dimensione=": 50, "?dimensione=1": 1, "?dimensione=200": 200,
		"?dimensione=0": 0, "?dimensione=201": 0, "?dimensione=-1": 0, "?dimensione=x": 0, "?dimensione=1.5": 0} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/lotti"+domanda, http.NoBody)
		ha, err := web.PageSize(echo.New().NewContext(r, httptest.NewRecorder()))
		p := problem.As(err)
		if ha != vuole || (vuole == 0) != (err != nil) || p != nil && (len(p.Campi) != 1 || p.Campi[0].Campo != "dimensione") {
			t.Errorf("%s: %d %v", domanda, ha, err)
		}
	}
}
