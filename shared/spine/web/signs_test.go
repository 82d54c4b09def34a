package web_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func TestSignsForStrangers(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *web.Options) { o.SecurityContact, o.Now = "mailto:sicurezza@comune.example", tempo.Adesso })
	w := b.chiama("GET", "/robots.txt")
	if w.Code != 200 || w.Body.String() != "User-agent: *\nDisallow: /\n" || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Errorf("robots.txt: %d %q", w.Code, w.Body)
	}
	w = b.chiama("GET", "/.well-known/security.txt")
	if w.Code != 200 || !strings.Contains(w.Body.String(), "Contact: mailto:sicurezza@comune.example\n") {
		t.Errorf("security.txt: %d %q", w.Code, w.Body)
	}
	_, dopo, _ := strings.Cut(w.Body.String(), "Expires: ")
	riga, _, _ := strings.Cut(dopo, "\n")
	if scade, err := time.Parse(time.RFC3339, riga); err != nil || !scade.After(tempo.Adesso()) || scade.After(tempo.Adesso().AddDate(1, 0, 0)) {
		t.Errorf("it expires %q", riga)
	}
	if w := apparecchia(t).chiama("GET", "/.well-known/security.txt"); w.Code != 404 {
		t.Errorf("without a contact: %d", w.Code)
	}
}

// TestMetricsOnAnAddressOfTheirOwn: then they are nowhere else, and nothing else is there.
func TestMetricsOnAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *web.Options) { o.MetricsAddress = "127.0.0.1:0" })
	a := accendi(t, b, time.Second)
	proprio, _ := b.log.Con("metriche in ascolto")[0]["indirizzo"].(string)
	for dove, vuole := range map[string]int{
		a.indirizzo + "/metrics": 404, a.indirizzo + "/livez": 200, proprio + "/metrics": 200, proprio + "/livez": 404, proprio + base + "/openapi.yaml": 404,
	} {
		r, err := a.client.Get("http://" + dove)
		if err != nil {
			t.Fatal(err)
		}
		corpo, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if r.StatusCode != vuole || vuole == http.StatusOK && strings.HasPrefix(dove, proprio) && !strings.Contains(string(corpo), "go_goroutines") {
			t.Errorf("%s: %d", dove, r.StatusCode)
		}
	}
	if err := apparecchia(t, func(o *web.Options) { o.MetricsAddress = proprio }).Serve(t.Context(), "127.0.0.1:0", time.Second); err == nil || !contiene(err, "VERBALI_INDIRIZZO_METRICHE") {
		t.Errorf("a taken port: %v", err)
	}
}
