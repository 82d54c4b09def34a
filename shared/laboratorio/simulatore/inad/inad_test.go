package inad

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func schema(t *testing.T, nome string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Contratto()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("contratto.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("contratto.json#/$defs/" + nome)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOgniRispostaEQuellaDelContratto(t *testing.T) {
	t.Parallel()
	adesso := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	p := modi.NuovaPiattaforma(func() time.Time { return adesso })
	p.Durata = time.Hour
	altra := modi.NuovaPiattaforma(func() time.Time { return adesso.Add(-time.Hour) })
	s := Nuovo(Opzioni{Adesso: func() time.Time { return adesso }, Verifica: p.Verificatore(), AlGiorno: 13})
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	cliente := server.Client()
	cliente.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	buone := p.Voucher(Destinatario)
	chiedi := func(metodo, dove, corpo string, testate http.Header, stato int, forma string) []byte {
		t.Helper()
		req, _ := http.NewRequestWithContext(t.Context(), metodo, server.URL+percorso+dove, strings.NewReader(corpo))
		req.Header = testate
		resp, err := cliente.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		testo, _ := io.ReadAll(resp.Body)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(testo))
		if err != nil || resp.StatusCode != stato {
			t.Fatalf("%s %s: %d %s", metodo, dove, resp.StatusCode, testo)
		}
		if err := schema(t, forma).Validate(doc); err != nil {
			t.Errorf("%s %s: %s: %v", metodo, dove, testo, err)
		}
		return testo
	}
	uno := simulatore.CodicePersona("001", "AAA")
	for _, codice := range []string{"001", "002", "003", "004", "005", "006", "007"} {
		chiedi("GET", "/extract/"+simulatore.CodicePersona(codice, "AAA")+"?practicalReference=V1", "", buone, 200, "estratto")
	}
	chiedi("GET", "/extract/"+simulatore.CodicePersona("404", "AAA")+"?practicalReference=V1", "", buone, 404, "rifiuto")
	chiedi("GET", "/extract/"+simulatore.CodicePersona("403", "AAA")+"?practicalReference=V1", "", buone, 403, "rifiuto")
	chiedi("GET", "/extract/"+uno, "", buone, 400, "rifiuto")
	chiedi("GET", "/extract/XX?practicalReference=V1", "", buone, 400, "rifiuto")
	for _, male := range []http.Header{{}, altra.Voucher(Destinatario), p.Voucher("https://altrove.example")} {
		chiedi("GET", "/extract/"+uno+"?practicalReference=V1", "", male, 401, "rifiuto")
	}
	chiedi("GET", "/verify/"+uno+"?practicalReference=V1&since=2026-01-01&digital_address=a@b.it", "", buone, 200, "verifica")
	chiedi("GET", "/verify/"+uno+"?practicalReference=V1&digital_address=a@b.it", "", buone, 400, "rifiuto")
	tanti := `{"praticalReference":"V1","codiciFiscali":["` + strings.Repeat(uno+`","`, 1000) + uno + `"]}`
	for _, corpo := range []string{`{"codiciFiscali":["` + uno + `"],"practicalReference":"V1"}`, `{"codiciFiscali":[],"praticalReference":"V1"}`, tanti, `{`} {
		chiedi("POST", "/listDigitalAddress", corpo, buone, 400, "rifiuto")
	}
	var presa struct {
		ID string `json:"id"`
	}
	corpo := `{"codiciFiscali":["` + uno + `","` + simulatore.CodicePersona("404", "AAA") + `"],"praticalReference":"V1"}`
	if err := json.Unmarshal(chiedi("POST", "/listDigitalAddress", corpo, buone, 202, "presa"), &presa); err != nil {
		t.Fatal(err)
	}
	id := presa.ID
	chiedi("GET", "/listDigitalAddress/response/"+id, "", buone, 404, "rifiuto")
	for _, stato := range []int{200, 200, 303} {
		chiedi("GET", "/listDigitalAddress/state/"+id, "", buone, stato, "stato")
		adesso = adesso.Add(5 * time.Minute)
	}
	buone = p.Voucher(Destinatario)
	chiedi("GET", "/listDigitalAddress/response/"+id, "", buone, 200, "elenco")
	for i := range 5 {
		if i < 4 {
			chiedi("GET", "/extract/"+uno+"?practicalReference=V1", "", buone, 200, "estratto")
			continue
		}
		chiedi("GET", "/extract/"+uno+"?practicalReference=V1", "", buone, 429, "rifiuto")
	}
}
