package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/piattaforma-verbali/verbali/ocr/api"
	"github.com/piattaforma-verbali/verbali/ocr/internal/app"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// banco is the whole service; its realm gives <role>.alfa that role, with one password.
type banco struct {
	*service.Service
	realm    *testkit.Realm
	ambiente *testkit.Ambiente
	altri    *bus.Bus
}

func apparecchia(t *testing.T, ruoli ...string) *banco {
	t.Helper()
	ambiente, server := testkit.NuovoAmbiente(t), testkit.NATS(t)
	b := &banco{realm: testkit.NuovoRealm(t), ambiente: ambiente, altri: testkit.Bus(t, server, "core")}
	b.realm.Rispondi(t, b.altri)
	comune := ambiente.Comune(t, "ocr", server)
	if len(ruoli) > 0 {
		comune.RuoliAmmessi = ruoli
	}
	var err error
	b.Service, err = app.Componi(t.Context(), app.Impostazioni{Settings: comune, TargaEntro: 20 * time.Second}, tempo.Adesso)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// leggiChiavi makes the service know the key of core, and that nobody is blocked, as a running one does.
func (b *banco) leggiChiavi(t *testing.T) {
	t.Helper()
	if err := b.Verifier.Set(b.realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	b.Verifier.Revocations().Set(nil)
}

func basic(utente, password string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(utente+":"+password))
}

func (b *banco) chiama(t *testing.T, metodo, percorso, autorizzazione string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), metodo, percorso, nil)
	r.RemoteAddr = "127.0.0.1:1"
	if autorizzazione != "" {
		r.Header.Set("Authorization", autorizzazione)
	}
	w := httptest.NewRecorder()
	b.Web.Echo.ServeHTTP(w, r)
	return w
}

func TestDoorsOpenInTheirOrder(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, auth.RuoloUfficio, auth.RuoloOperatore)
	b.leggiChiavi(t)
	altrove := b.realm.Token(t, testkit.Claims("vpn", "ufficio.alfa", "alfa", auth.RuoloUfficio))
	casi := map[string]struct {
		autorizzazione string
		stato          int
		codice         string
	}{
		"a stranger":                     {"", 401, "CREDENZIALI_NON_VALIDE"},
		"a wrong password":               {basic("ufficio.alfa", "sbagliata"), 401, "CREDENZIALI_NON_VALIDE"},
		"a forged token":                 {"Bearer x.y.z", 401, "CREDENZIALI_NON_VALIDE"},
		"a token for another module":     {"Bearer " + altrove, 401, "CREDENZIALI_NON_VALIDE"},
		"a role that is not let in":      {basic("lettura.alfa", testkit.PasswordGiusta), 403, "RUOLO_NON_AMMESSO"},
		"a role let in finds no route":   {basic("ufficio.alfa", testkit.PasswordGiusta), 404, "RISORSA_INESISTENTE"},
		"another role let in finds none": {basic("operatore.alfa", testkit.PasswordGiusta), 404, "RISORSA_INESISTENTE"},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			for _, percorso := range []string{"/OcrService/rest", "/OcrService/rest/lettura", "/OcrService/rest/rest/lettura", "/rest/lettura/1"} {
				for _, metodo := range []string{http.MethodGet, http.MethodPost} {
					w := b.chiama(t, metodo, percorso, c.autorizzazione)
					var p problem.Document
					if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != c.stato || p.Codice != c.codice {
						t.Errorf("%s %s: %d %s, want %d %s", metodo, percorso, w.Code, w.Body, c.stato, c.codice)
					}
				}
			}
		})
	}
}

func TestAnyRoleIsLetInUnlessSaidOtherwise(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.leggiChiavi(t)
	if w := b.chiama(t, http.MethodGet, "/OcrService/rest/non-esiste", basic("lettura.alfa", testkit.PasswordGiusta)); w.Code != http.StatusNotFound {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestHealthAndContractAreOpenAndTrue(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto)
	if err != nil {
		t.Fatal(err)
	}
	prova := func(percorso string, stato int) {
		t.Helper()
		w := b.chiama(t, http.MethodGet, percorso, "")
		if w.Code != stato {
			t.Errorf("%s: %d %s, want %d", percorso, w.Code, w.Body, stato)
		}
		conforme(t, doc, percorso, w)
	}
	prova("/livez", http.StatusOK)
	prova("/readyz", http.StatusServiceUnavailable) // neither tenants nor keys are known yet
	b.leggiChiavi(t)
	if err := b.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 5*time.Second, "readiness", func() bool { return b.chiama(t, http.MethodGet, "/readyz", "").Code == http.StatusOK })
	prova("/readyz", http.StatusOK)
	for _, percorso := range []string{"/OcrService/rest/openapi.yaml", "/OcrService/rest/openapi", "/metrics"} {
		if w := b.chiama(t, http.MethodGet, percorso, ""); w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%s: %d", percorso, w.Code)
		}
	}
}

func conforme(t *testing.T, doc *openapi3.T, percorso string, w *httptest.ResponseRecorder) {
	t.Helper()
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, percorso, nil)
	rotta, parametri, err := router.FindRoute(req)
	if err != nil {
		t.Fatal(err)
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

func TestSchemaIsTheOneToReview(t *testing.T) {
	t.Parallel()
	testkit.VerificaSchema(t, testkit.NuovoAmbiente(t), "ocr", "../../migrazioni/schema.sql")
}
