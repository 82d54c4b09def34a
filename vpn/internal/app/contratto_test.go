package app_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/vpn/api"
)

// conforme checks a real answer against the contract.
func conforme(t *testing.T, percorso string, w *httptest.ResponseRecorder) {
	t.Helper()
	conformeA(t, http.MethodGet, percorso, w)
}

func conformeA(t *testing.T, metodo, percorso string, w *httptest.ResponseRecorder) {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto)
	if err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequestWithContext(t.Context(), metodo, percorso, nil)
	rotta, parametri, err := router.FindRoute(req)
	if err != nil {
		t.Fatalf("%s is not in the contract: %v", percorso, err)
	}
	err = openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: parametri, Route: rotta},
		Status:                 w.Code, Header: w.Header(), Body: io.NopCloser(bytes.NewReader(w.Body.Bytes())),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	})
	if err != nil {
		t.Errorf("%s: %d %s is not what the contract says: %v", percorso, w.Code, w.Body, err)
	}
}

func TestRealAnswersAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	const base = "/VpnService/rest"
	for codice, stato := range map[string]int{"001": 200, "010": 200, "021": 200, "030": 200, "040": 200, "051": 200, "052": 200, "060": 200,
		"404": 404, "050": 404, "530": 503} {
		percorso := base + "/veicoli/" + simulato.Targa(codice, "AA") + "?data=2026-03-10&motivo=prova"
		w := b.chiediCome(t, percorso)
		if w.Code != stato {
			t.Errorf("%s: %d, want %d", percorso, w.Code, stato)
		}
		conforme(t, percorso, w)
	}
	for codice, stato := range map[string]int{"001": 200, "610": 200, "612": 200, "613": 200, "614": 200, "404": 404, "530": 503} {
		percorso := base + "/patenti/" + simulato.NumeroPatente(codice, "A") + "?motivo=prova"
		w := b.chiediCome(t, percorso)
		if w.Code != stato {
			t.Errorf("%s: %d, want %d", percorso, w.Code, stato)
		}
		conforme(t, percorso, w)
	}
	for _, percorso := range []string{base + "/collegamenti", base + "/veicoli/AB123CD", base + "/patenti/U10000001A"} {
		conforme(t, percorso, b.chiediCome(t, percorso))
		conforme(t, percorso, b.chiama(t, percorso, ""))
	}
}

func TestContractNamesEveryRoute(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto)
	if err != nil {
		t.Fatal(err)
	}
	dichiarate := 0
	for percorso, item := range doc.Paths.Map() {
		dichiarate += len(item.Operations())
		_ = percorso
	}
	vere := 0
	for _, r := range b.Web.Routes() {
		if !r.Open {
			vere++
		}
	}
	if vere != dichiarate || vere == 0 {
		t.Errorf("%d routes, %d in the contract", vere, dichiarate)
	}
}

func TestSchemaIsTheOneToReview(t *testing.T) {
	t.Parallel()
	testkit.VerificaSchema(t, testkit.NuovoAmbiente(t), "vpn", "../../migrazioni/schema.sql")
}
