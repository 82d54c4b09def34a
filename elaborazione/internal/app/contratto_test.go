package app_test

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/piattaforma-verbali/verbali/elaborazione/api"
)

// strade reads the contract once.
var strade = sync.OnceValues(func() (routers.Router, error) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto())
	if err != nil {
		return nil, err
	}
	return gorillamux.NewRouter(doc)
})

// conforme fails when a real answer is not one that the contract promises, or when a request that was
// served is not one that it admits.
func (b *banco) conforme(t *testing.T, r *http.Response, corpo, risposta []byte) {
	t.Helper()
	router, err := strade()
	if err != nil {
		t.Fatal(err)
	}
	percorso := r.Request.URL.RequestURI()
	q, err := http.NewRequestWithContext(t.Context(), r.Request.Method, percorso, bytes.NewReader(corpo))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	rotta, parametri, err := router.FindRoute(q)
	if err != nil {
		t.Fatalf("%s %s is not in the contract: %v", r.Request.Method, percorso, err)
	}
	domanda := &openapi3filter.RequestValidationInput{Request: q, PathParams: parametri, Route: rotta,
		Options: &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
	if r.StatusCode < http.StatusMultipleChoices {
		if err := openapi3filter.ValidateRequest(t.Context(), domanda); err != nil {
			t.Errorf("%s: served a request that the contract refuses: %v\n%s", percorso, err, corpo)
		}
	}
	err = openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{RequestValidationInput: domanda,
		Status: r.StatusCode, Header: r.Header, Body: io.NopCloser(bytes.NewReader(risposta)), Options: domanda.Options})
	if err != nil {
		t.Errorf("%s: answer %d is not the contract's: %v\n%s", percorso, r.StatusCode, err, risposta)
	}
}
