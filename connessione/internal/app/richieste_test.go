package app

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/piattaforma-verbali/verbali/connessione/api"
)

const (
	rottaLogin     = base + gruppo + "/login"
	rottaPagamento = base + gruppo + "/ricercaVerbalePagamento"
	rottaDati      = base + gruppo + "/ricercaVerbaleDati"
	rottaAnonimo   = base + gruppo + "/consultaVerbaleAnonimo"
	rottaDocumenti = base + gruppo + "/documenti/"
)

// contratto checks what really travels against the document that we publish.
type contratto struct {
	doc    *openapi3.T
	router routers.Router
}

func nuovoContratto(t *testing.T) *contratto {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto())
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &contratto{doc: doc, router: r}
}

// verifica fails when an answer is not one that the contract promises, or when a request that was
// served is not one that it admits.
func (c *contratto) verifica(t *testing.T, r *http.Request, corpo string, w *httptest.ResponseRecorder) {
	t.Helper()
	rotta, parametri, err := c.router.FindRoute(r)
	if err != nil {
		t.Errorf("%s %s is not in the contract: %v", r.Method, r.URL.Path, err)
		return
	}
	r.Body = http.NoBody
	if corpo != "" {
		r.Body = ioBody(corpo)
	}
	richiesta := &openapi3filter.RequestValidationInput{Request: r, PathParams: parametri, Route: rotta,
		Options: &openapi3filter.Options{IncludeResponseStatus: true,
			AuthenticationFunc: func(context.Context, *openapi3filter.AuthenticationInput) error { return nil }}}
	if w.Code == http.StatusOK {
		if err := openapi3filter.ValidateRequest(t.Context(), richiesta); err != nil {
			t.Errorf("%s served a request that the contract refuses: %v", r.URL.Path, err)
		}
	}
	risposta := &openapi3filter.ResponseValidationInput{RequestValidationInput: richiesta, Status: w.Code,
		Header: w.Header(), Options: richiesta.Options}
	risposta.SetBodyBytes(w.Body.Bytes())
	if err := openapi3filter.ValidateResponse(t.Context(), risposta); err != nil {
		t.Errorf("%s: answer %d is not the contract's: %v\n%s", r.URL.Path, w.Code, err, w.Body)
	}
}

// manda sends a request to the real handler: POST with a body, GET without; token is empty for none.
func (b *banco) manda(percorso, token, corpo string) *httptest.ResponseRecorder {
	_, w := b.invia(percorso, token, corpo)
	return w
}

func (b *banco) invia(percorso, token, corpo string) (*http.Request, *httptest.ResponseRecorder) {
	metodo := http.MethodGet
	if corpo != "" {
		metodo = http.MethodPost
	}
	r := httptest.NewRequest(metodo, percorso, strings.NewReader(corpo))
	if corpo != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	b.servizio.Web.Echo.ServeHTTP(w, r)
	return r, w
}

// chiede is manda that holds question and answer against the contract and wants a status.
func (b *banco) chiede(t *testing.T, percorso, token, corpo string, stato int) *httptest.ResponseRecorder {
	t.Helper()
	r, w := b.invia(percorso, token, corpo)
	b.contratto.verifica(t, r, corpo, w)
	if w.Code != stato {
		t.Fatalf("%s %s = %d, want %d\n%s", r.Method, percorso, w.Code, stato, w.Body)
	}
	return w
}

// risposta decodes an answer.
func risposta[T any](t *testing.T, w *httptest.ResponseRecorder) (esito T) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &esito); err != nil {
		t.Fatal(err)
	}
	return esito
}

func testo(t *testing.T, corpo any) string {
	t.Helper()
	if s, ok := corpo.(string); ok {
		return s
	}
	dati, err := json.Marshal(corpo)
	if err != nil {
		t.Fatal(err)
	}
	return string(dati)
}

func ioBody(corpo string) io.ReadCloser { return io.NopCloser(strings.NewReader(corpo)) }

// oggetto is any JSON object.
type oggetto = map[string]any
