package app_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/piattaforma-verbali/verbali/tenantapi/api"
)

// contratto holds questions and answers against the contract.
type contratto struct {
	doc    *openapi3.T
	router routers.Router
}

func leggiContratto(t *testing.T) *contratto {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &contratto{doc, router}
}

// conforme fails when an answer is not one that the contract promises, and when what the contract does
// not admit was answered.
func (c *contratto) conforme(t *testing.T, corpo string, stato int, testa http.Header, risposta []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "/api/verbale/ricerca", strings.NewReader(corpo))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Realm", "alfa")
	rotta, parametri, err := c.router.FindRoute(r)
	if err != nil {
		t.Fatal(err)
	}
	domanda := &openapi3filter.RequestValidationInput{Request: r, PathParams: parametri, Route: rotta,
		Options: &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
	if stato == http.StatusOK {
		if err := openapi3filter.ValidateRequest(t.Context(), domanda); err != nil {
			t.Errorf("answered a question that the contract refuses: %s: %v", corpo, err)
		}
	}
	esito := &openapi3filter.ResponseValidationInput{RequestValidationInput: domanda, Status: stato, Header: testa,
		Body: io.NopCloser(bytes.NewReader(risposta)), Options: domanda.Options}
	if err := openapi3filter.ValidateResponse(t.Context(), esito); err != nil {
		t.Errorf("%s: the answer %d is not the contract's: %v\n%s", corpo, stato, err, risposta)
	}
}

// elemento holds one line of a stream against the contract.
func (c *contratto) elemento(t *testing.T, e elemento) {
	t.Helper()
	if err := c.doc.Components.Schemas["Elemento"].Value.VisitJSON(map[string]any(e)); err != nil {
		t.Errorf("%v: %v", e, err)
	}
}
