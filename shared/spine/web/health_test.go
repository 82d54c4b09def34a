package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"
	"net/http"
	"net/http/httptest"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func TestReadiness(t *testing.T) {
	t.Parallel()
	guasto := errors.New("dial tcp 10.9.8.7:5432: refused")
	b := apparecchia(t, func(o *web.Options) {
		o.Checks = []web.Check{
			{Name: "nats", Verify: func(context.Context) error { return nil }},
			{Name: "postgresql", Verify: func(context.Context) error { return guasto }},
		}
	})
	casi := []struct {
		nome   string
		h      []string
		dentro bool
		perche string
	}{
		{"from inside", nil, true, guasto.Error()},
		{"from outside", nil, false, "NON_DISPONIBILE"},
		{"from outside, who says to be inside", []string{"X-Forwarded-For", "10.0.0.1"}, false, "NON_DISPONIBILE"},
		{"from outside, through a proxy of ours", []string{"X-Forwarded-For", "203.0.113.9"}, true, "NON_DISPONIBILE"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			w := b.chiama("GET", "/readyz", c.h...)
			if c.dentro {
				w = b.daDentro("/readyz", c.h...)
			}
			var avuto struct {
				Stato string            `json:"stato"`
				Parti map[string]string `json:"parti"`
			}
			if err := json.Unmarshal(w.Body.Bytes(), &avuto); err != nil {
				t.Fatal(err)
			}
			if w.Code != 503 || avuto.Stato != "NON_PRONTO" {
				t.Errorf("%d %s", w.Code, avuto.Stato)
			}
			if diff := cmp.Diff(map[string]string{"nats": "OK", "postgresql": c.perche}, avuto.Parti); diff != "" {
				t.Error(diff)
			}
		})
	}
	if w := b.chiama("GET", "/livez"); w.Code != 200 {
		t.Errorf("/livez: %d", w.Code)
	}
	if w := apparecchia(t).chiama("GET", "/readyz"); w.Code != 200 {
		t.Errorf("/readyz with everything up: %d", w.Code)
	}
}

func TestMetricsAreForInternalNetworks(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := []struct {
		nome, da string
		xff      []string
		stato    int
	}{
		{"from a proxy of ours that does not say for whom", "10.1.2.3:1", nil, 404},
		{"the same, with an empty word", "10.1.2.3:1", []string{" "}, 404},
		{"from the loopback", "127.0.0.1:1", nil, 200},
		{"from inside, IPv6", "[fd00::1]:1", nil, 200},
		{"from inside, IPv4 in IPv6", "[::ffff:127.0.0.1]:1", nil, 200},
		{"from inside through a proxy", "10.1.2.3:1", []string{"10.9.9.9, 10.8.8.8"}, 200},
		{"from outside", "203.0.113.9:1", nil, 404},
		{"from outside, who says to be inside", "203.0.113.9:1", []string{"10.0.0.1"}, 404},
		{"from outside through a proxy of ours", "10.1.2.3:1", []string{"203.0.113.9"}, 404},
		{"from outside through a proxy, who says to be inside", "10.1.2.3:1", []string{"10.0.0.1, 203.0.113.9"}, 404},
		{"the same in two headers", "10.1.2.3:1", []string{"10.0.0.1", "203.0.113.9"}, 404},
		{"an address with its port, as some proxies write", "10.1.2.3:1", []string{"203.0.113.9:99"}, 404},
		{"a word", "10.1.2.3:1", []string{"unknown"}, 404},
		{"from outside, who says to be a proxy", "203.0.113.9:1", []string{"10.0.0.1, 10.0.0.2"}, 404},
		{"through a proxy that is not ours", "127.0.0.1:1", []string{"10.0.0.1"}, 404},
		{"a stranger's own word in front of what our proxy wrote", "10.1.2.3:1", []string{"198.51.100.1, 10.0.0.1"}, 404},
		{"a socket without address", "@", nil, 404},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			if w := b.da(c.da, "/metrics", c.xff); w.Code != c.stato {
				t.Errorf("%d", w.Code)
			}
		})
	}
}

func TestAProxyThatSaysViaIsOne(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
	r.RemoteAddr = "127.0.0.1:1" // internal, no proxy of ours
	r.Header.Set("Via", "1.1 varnish")
	w := httptest.NewRecorder()
	if b.Echo.ServeHTTP(w, r); w.Code != http.StatusNotFound {
		t.Errorf("%d", w.Code)
	}
}

func TestAddressOfTheCaller(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Group("").Add(http.MethodGet, "/chi", func(c echo.Context) error { return c.String(200, c.RealIP()) }, aperta()...)
	casi := []struct {
		nome, da string
		xff      []string
		atteso   string
	}{
		{"nobody in between", "203.0.113.9:1", nil, "203.0.113.9"},
		{"a stranger's word is not believed", "203.0.113.9:1", []string{"198.51.100.1"}, "203.0.113.9"},
		{"our proxy's is", "10.1.2.3:1", []string{"198.51.100.1"}, "198.51.100.1"},
		{"the nearest that is not ours", "10.1.2.3:1", []string{"10.0.0.7, 198.51.100.1, 10.4.4.4"}, "198.51.100.1"},
		{"an internal network is not a proxy", "127.0.0.1:1", []string{"198.51.100.1"}, "127.0.0.1"},
		{"private ranges that are not ours are strangers", "192.168.1.1:1", []string{"198.51.100.1"}, "192.168.1.1"},
		{"with its port, as some proxies write", "10.1.2.3:1", []string{"198.51.100.1:4711"}, "198.51.100.1"},
		{"IPv6 with its port", "10.1.2.3:1", []string{"[2001:db8::7]:4711"}, "2001:db8::7"},
		{"what our proxy could not read is the proxy's own", "10.1.2.3:1", []string{"198.51.100.1, unknown"}, "10.1.2.3"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			if w := b.da(c.da, base+"/chi", c.xff); w.Body.String() != c.atteso {
				t.Errorf("%q, want %q", w.Body, c.atteso)
			}
		})
	}
}

func TestWrongNetworkStopsTheStart(t *testing.T) {
	t.Parallel()
	if _, err := web.New(web.Options{InternalNetworks: []string{"10.0.0.0"}}); err == nil || !contiene(err, "VERBALI_RETI_INTERNE") {
		t.Errorf("error %v", err)
	}
	if _, err := web.New(web.Options{TrustedProxies: []string{"10.0.0.0"}}); err == nil || !contiene(err, "VERBALI_PROXY_FIDATI") {
		t.Errorf("error %v", err)
	}
}
