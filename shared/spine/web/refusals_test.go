package web_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/log"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func TestRefusedRequestsAreInTheLog(t *testing.T) {
	t.Parallel()
	type riga map[string]any
	for nome, c := range map[string]struct {
		metodo, percorso, ruolo string
		vuole                   riga // nil: no line
	}{
		"a token that does not open": {"GET", base + "/prova/cose/1", "",
			riga{"level": "WARN", "stato": 401.0, "rotta": base + "/prova/cose/:id", "indirizzo": "192.0.2.1"}},
		"a role without the permission": {"GET", base + "/prova/cose/7", auth.RuoloLettura,
			riga{"level": "WARN", "stato": 403.0, "codice": "PERMESSO_MANCANTE"}},
		"a method that is not there":       {"DELETE", base + "/prova/cose/1", auth.RuoloOperatore, riga{"level": "WARN", "stato": 405.0, "metodo": "DELETE"}},
		"a method that nobody knows":       {"SEGRETO", base + "/prova/cose/1", auth.RuoloOperatore, riga{"stato": 405.0, "metodo": "ALTRO"}},
		"a parameter that is twice":        {"GET", base + "/prova/utile?a=segreto&a=altro", auth.RuoloOperatore, riga{"level": "INFO", "stato": 400.0}},
		"what is allowed":                  {"GET", base + "/prova/utile", auth.RuoloOperatore, nil},
		"what is not there":                {"GET", base + "/altro", auth.RuoloOperatore, nil},
		"whoever shows no credentials yet": {"GET", base + "/prova/utile", "-", nil},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			var h []string
			switch c.ruolo {
			case "-":
			case "":
				h = []string{"Authorization", "Bearer segreto"}
			default:
				h = []string{"Authorization", "Bearer " + b.token("chi", "alfa", c.ruolo)}
			}
			b.chiama(c.metodo, c.percorso, h...)
			righe := b.log.Con("richiesta rifiutata")
			if len(righe) != min(1, len(c.vuole)) {
				t.Fatalf("%d lines: %v", len(righe), righe)
			}
			for nome, valore := range c.vuole {
				if righe[0][nome] != valore {
					t.Errorf("%s is %v, want %v", nome, righe[0][nome], valore)
				}
			}
			if strings.Contains(strings.ToLower(fmt.Sprint(righe)), "segreto") {
				t.Errorf("what was sent is in the log: %v", righe)
			}
		})
	}
}

func TestRefusalsDoNotFillTheLog(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for range 1000 {
		b.chiama("GET", base+"/prova/utile", "Authorization", "Bearer falso")
	}
	if n := len(b.log.Con("richiesta rifiutata")); n < 200 || n > 400 {
		t.Errorf("%d lines for a thousand refusals", n)
	}
}

// A stranger who is refused as often as he likes leaves the lines of those who are known, by token or by page, and is told apart.
func TestStrangersDoNotHideWhoIsKnown(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Add(http.MethodGet, []string{"/pagina"}, func(c echo.Context) error {
		web.SpeaksTo(c, "mario")
		return c.NoContent(http.StatusForbidden)
	}, web.Open(), web.NoTenant())
	anna := "Bearer " + b.token("anna", "alfa", auth.RuoloLettura)
	conta := func() map[any]int {
		n := map[any]int{}
		for _, riga := range b.log.Con("richiesta rifiutata") {
			n[riga["stato"]]++
		}
		return n
	}
	for range 1000 {
		b.chiama("GET", base+"/prova/utile", "Authorization", "Bearer falso")
	}
	for range 10 {
		b.chiama("GET", "/pagina")
		b.chiama("GET", base+"/prova/cose/7", "Authorization", anna)
	}
	if n := conta(); n[401.0] > 400 || n[403.0] != 20 {
		t.Errorf("lines by status %v, want 20 of 403 among a thousand of strangers", n)
	}
	for range 1000 {
		b.chiama("GET", base+"/prova/cose/7", "Authorization", anna)
	}
	if n := conta(); n[403.0] > 400 {
		t.Errorf("lines by status %v: a proven caller fills the log", n)
	}
}

// Who asks by a page is named too: the page knows him by its session.
func TestARefusalNamesWhoAsked(t *testing.T) {
	t.Parallel()
	var scritto bytes.Buffer
	b := apparecchia(t, func(o *web.Options) { o.Log = log.New(&scritto, "vpn", "INFO") })
	b.Add(http.MethodGet, []string{"/pagina"}, func(c echo.Context) error {
		web.SpeaksTo(c, "mario")
		return c.NoContent(http.StatusForbidden)
	}, web.Open(), web.NoTenant())
	b.chiama("GET", "/pagina")
	b.chiama("GET", base+"/prova/cose/7", "Authorization", "Bearer "+b.token("anna", "alfa", auth.RuoloLettura))
	for i, chi := range []string{"mario", "anna"} {
		righe := strings.Split(strings.TrimSpace(scritto.String()), "\n")
		if len(righe) != 2 || strings.Count(righe[i], `"attore":"`+chi+`"`) != 1 {
			t.Errorf("%s once in line %d of\n%s", chi, i, scritto.String())
		}
	}
}

func TestParametersAreReadOnce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Add(http.MethodPost, []string{"/modulo"}, func(c echo.Context) error { return c.String(http.StatusOK, c.FormValue("a")) }, web.Open(), web.NoTenant())
	h := []string{"Authorization", "Bearer " + b.token("chi", "alfa", auth.RuoloOperatore)}
	for query, stato := range map[string]int{"": 200, "?a=1": 200, "?a=1&b=2": 200, "?a&b": 200, "?a=1&a=2": 400, "?a=1&b=2&%61=3": 400, "?a&a": 400} {
		w := b.chiama("GET", base+"/prova/utile"+query, h...)
		if w.Code != stato {
			t.Errorf("%q: %d, want %d: %s", query, w.Code, stato, w.Body)
		}
	}
	if w := b.chiama("GET", base+"/prova/utile?a=1&a=2"); w.Code != 401 {
		t.Errorf("a stranger: %d, want 401 before anything else", w.Code)
	}
	for nome, c := range map[string]struct {
		percorso, tipo string
		stato          int
	}{
		"a form":                          {"/modulo", echo.MIMEApplicationForm, 200},
		"a form with fields beside it":    {"/modulo?a=2", echo.MIMEApplicationForm + "; charset=UTF-8", 400},
		"a field that the form leaves":    {"/modulo?b=2", "APPLICATION/x-www-form-urlencoded", 400},
		"a form of parts":                 {"/modulo?b=2", `multipart/form-data; boundary="x"`, 400},
		"what is no form may have a note": {"/modulo?nota=x", "text/csv", 200},
		"what is no form fills no field":  {"/modulo?a=x", "application/x-www-form-urlencoded; a=1; a=2", 200},
	} {
		r := httptest.NewRequest(http.MethodPost, c.percorso, strings.NewReader("a=1"))
		r.Header.Set(echo.HeaderContentType, c.tipo)
		w := httptest.NewRecorder()
		if b.Echo.ServeHTTP(w, r); w.Code != c.stato {
			t.Errorf("%s: %d, want %d: %s", nome, w.Code, c.stato, w.Body)
		}
		if c.stato == 200 && c.tipo != echo.MIMEApplicationForm && w.Body.Len() != 0 {
			t.Errorf("%s: the field is %q, from the address", nome, w.Body)
		}
	}
}
