package ipa

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
)

func TestDomiciliERifiuti(t *testing.T) {
	t.Parallel()
	s := Nuovo()
	chiede := func(dove string, campi url.Values) string {
		t.Helper()
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/ipa/ws/"+dove, strings.NewReader(campi.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if s.Handler().ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Fatalf("%s: %d", dove, w.Code)
		}
		return w.Body.String()
	}
	cf := simulatore.CodiceAmministrazione("002", "00001")
	domicili, ente := s.nomi.Nome("domicili"), s.nomi.Nome("amministrazione")
	for _, c := range []struct {
		regola, dove string
		campi        url.Values
		vuole        string
	}{
		{"two addresses", domicili, url.Values{"CF": {cf}, "AUTH_ID": {Chiave}}, `"num_items":2`},
		{"none", domicili, url.Values{"CF": {simulatore.CodiceAmministrazione("404", "00001")}, "AUTH_ID": {Chiave}}, `"num_items":0`},
		{"another key", domicili, url.Values{"CF": {cf}, "AUTH_ID": {"x"}}, `"cod_err":1`},
		{"no code", domicili, url.Values{"AUTH_ID": {Chiave}}, `"cod_err":2`},
		{"a body", ente, url.Values{"COD_AMM": {"ente_" + cf}, "AUTH_ID": {Chiave}}, `"mail1":"protocollo` + cf},
		{"a body with another key", ente, url.Values{"COD_AMM": {"ente_" + cf}, "AUTH_ID": {"x"}}, `"cod_err":1`},
	} {
		if w := chiede(c.dove, c.campi); !strings.Contains(w, c.vuole) {
			t.Errorf("%s: %s, want %s", c.regola, w, c.vuole)
		}
	}
}
