package web_test

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// TestWordsAboutTheCallerAreAProxysOrNobodys: who has no proxy's address chooses neither the scheme, nor the name
// under which the service calls itself, and no header of forwarding of his reaches a handler.
// TestThisVeryMachineIsInside where it is listed among the proxies, as by default: unless something speaks of forwarding.
func TestThisVeryMachineIsInside(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *web.Options) { o.TrustedProxies = []string{"127.0.0.0/8"} })
	for nome, c := range map[string]struct {
		testa []string
		stato int
	}{
		"a person here":                            {nil, 200},
		"a proxy here, for somebody here":          {[]string{"X-Forwarded-For", "127.0.0.1"}, 200},
		"a proxy here, for somebody outside":       {[]string{"X-Forwarded-For", "203.0.113.9"}, 404},
		"a proxy here that does not say for whom":  {[]string{"Via", "1.1 proxy"}, 404},
		"one that tells the scheme, and not whom":  {[]string{"X-Forwarded-Proto", "https"}, 404},
		"one that writes RFC 7239, read by nobody": {[]string{"Forwarded", "for=127.0.0.1"}, 404},
	} {
		if w := b.daDentro("/metrics", c.testa...); w.Code != c.stato {
			t.Errorf("%s: %d", nome, w.Code)
		}
	}
}

// TestWhatIsWrongWithTheProxiesIsToldOnce: a proxy that nobody listed, and one that does not say for whom.
func TestWhatIsWrongWithTheProxiesIsToldOnce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for range 3 {
		b.da("203.0.113.9:1", "/livez", []string{"198.51.100.1"})
		b.da("10.1.2.3:1", "/livez", nil)
		b.da("10.1.2.3:1", "/livez", []string{"198.51.100.1"})
		b.da("127.0.0.1:1", "/livez", nil)
		b.da("203.0.113.9:1", "/livez", nil)
	}
	for detto, da := range map[string]string{"non è fra i proxy fidati": "203.0.113.9:1", "non scrive X-Forwarded-For": "10.1.2.3:1"} {
		righe := 0
		for riga := range strings.Lines(b.log.Testo()) {
			if strings.Contains(riga, detto) {
				righe++
				if !strings.Contains(riga, da) || !strings.Contains(riga, `"WARN"`) {
					t.Error(riga)
				}
			}
		}
		if righe != 1 {
			t.Errorf("%q: %d lines", detto, righe)
		}
	}
}

func TestWordsAboutTheCallerAreAProxysOrNobodys(t *testing.T) {
	t.Parallel()
	const proxy, estraneo = "10.1.2.3:1", "203.0.113.9:1"
	b := apparecchia(t)
	b.Group("").Add(http.MethodGet, "/dove", func(c echo.Context) error {
		return c.String(http.StatusOK, b.PublicAddress(c, "/x")+" "+c.Request().Header.Get("Forwarded"))
	}, aperta()...)
	casi := map[string]struct {
		da, host     string
		h            http.Header
		atteso       string
		soloProtetto bool
	}{
		"a stranger's Host is not repeated":  {estraneo, "evil.example", nil, "http:///x ", false},
		"nor what he says to be forwarded":   {estraneo, "evil.example", http.Header{"X-Forwarded-Host": {"evil.example"}, "X-Forwarded-Proto": {"https"}, "X-Forwarded-Ssl": {"on"}, "X-Url-Scheme": {"https"}, "X-Forwarded-Protocol": {"https"}}, "http:///x ", false},
		"the Host that our proxy passes on":  {proxy, "verbali.example", nil, "http://verbali.example/x ", false},
		"the name that our proxy was called": {proxy, "dentro:8080", http.Header{"X-Forwarded-Host": {"verbali.example"}, "X-Forwarded-Proto": {"https"}}, "https://verbali.example/x ", true},
		"of two proxies the first":           {proxy, "dentro", http.Header{"X-Forwarded-Host": {"verbali.example, dentro"}, "X-Forwarded-Proto": {"https, http"}}, "https://verbali.example/x ", true},
		"a scheme that is none":              {proxy, "verbali.example", http.Header{"X-Forwarded-Proto": {"javascript"}}, "http://verbali.example/x ", false},
		"Forwarded is read from nobody":      {proxy, "verbali.example", http.Header{"Forwarded": {"for=198.51.100.1;proto=https"}}, "http://verbali.example/x ", false},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodGet, base+"/dove", nil)
			r.RemoteAddr, r.Host = c.da, c.host
			maps.Copy(r.Header, c.h)
			w := httptest.NewRecorder()
			b.Echo.ServeHTTP(w, r)
			if w.Body.String() != c.atteso {
				t.Errorf("%q, want %q", w.Body, c.atteso)
			}
			if hsts := w.Header().Get("Strict-Transport-Security"); (hsts != "") != c.soloProtetto {
				t.Errorf("Strict-Transport-Security = %q", hsts)
			}
		})
	}
}

func TestAddressInTheContractIsTheOneOfTheSettings(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *web.Options) { o.PublicAddress = "https://verbali.example/" })
	b.Group("").Add(http.MethodGet, "/dove", func(c echo.Context) error { return c.String(http.StatusOK, b.PublicAddress(c, "/x")) }, aperta()...)
	r := httptest.NewRequest(http.MethodGet, base+"/dove", nil)
	r.RemoteAddr, r.Host = "10.1.2.3:1", "altro.example"
	w := httptest.NewRecorder()
	if b.Echo.ServeHTTP(w, r); w.Body.String() != "https://verbali.example/x" {
		t.Errorf("%q", w.Body)
	}
}

// TestAddressOfTheConnectionWhereNobodyIsBelieved: a foreign client that reaches the service directly finds it
// where it has found it.
func TestAddressOfTheConnectionWhereNobodyIsBelieved(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Group("").Add(http.MethodGet, "/dove", func(c echo.Context) error { return c.String(http.StatusOK, b.PublicAddress(c, "/x")) }, aperta()...)
	srv := httptest.NewServer(b.Echo)
	defer srv.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL+base+"/dove", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.example"
	risposta, err := srv.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer risposta.Body.Close()
	if got, err := io.ReadAll(risposta.Body); err != nil || string(got) != srv.URL+"/x" {
		t.Errorf("%q, want %q; %v", got, srv.URL+"/x", err)
	}
}

func TestOnlyWhatCameOverTLS(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *web.Options) { o.OnlyTLS = true })
	token := "Bearer " + b.token("op", "alfa", auth.RuoloOperatore)
	for nome, c := range map[string]struct {
		percorso, peer, schema string
		stato                  int
	}{
		"over TLS, says a proxy of ours":         {base + "/prova/utile", "10.0.0.9:4000", "https", 200},
		"in clear, says a proxy of ours":         {base + "/prova/utile", "10.0.0.9:4000", "http", 403},
		"in clear from an internal network":      {base + "/prova/utile", "10.0.0.9:4000", "", 403},
		"in clear from outside":                  {base + "/prova/utile", "192.0.2.1:4000", "", 403},
		"over TLS, says who is no proxy of ours": {base + "/prova/utile", "192.0.2.1:4000", "https", 403},
		"a route that does not exist":            {"/altrove", "192.0.2.1:4000", "", 403},
		"a probe from inside":                    {"/livez", "127.0.0.1:4000", "", 200},
		"the metrics from inside":                {"/metrics", "127.0.0.1:4000", "", 200},
		"the metrics, a proxy of ours for whom":  {"/metrics", "10.0.0.9:4000", "", 403},
		"a probe from outside":                   {"/livez", "192.0.2.1:4000", "", 403},
	} {
		r := httptest.NewRequest(http.MethodGet, c.percorso, nil)
		r.RemoteAddr = c.peer
		r.Header.Set("Authorization", token)
		if c.schema != "" {
			r.Header.Set("X-Forwarded-Proto", c.schema)
		}
		w := httptest.NewRecorder()
		if b.Echo.ServeHTTP(w, r); w.Code != c.stato || c.stato == 403 && !strings.Contains(w.Body.String(), "SOLO_TLS") {
			t.Errorf("%s: %d, want %d: %.80s", nome, w.Code, c.stato, w.Body)
		}
	}
}
